"""Drift: what changed between two inventories, and whether it breaks anyone, proved or shown by a witness."""
