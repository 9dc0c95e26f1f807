"""Finds instances of a formula or proves that none exists: one module per type, joined by the search."""
