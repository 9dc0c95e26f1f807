"""Drift: what changed between two inventories and whether it breaks anyone, with a proof or a witness for each."""
