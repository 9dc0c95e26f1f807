"""Descriptions and guidance: what they claim of tools and fields, checked against the schemas."""
