"""Finds instances of a formula, or proves that it has none: a module for each type, and the search that joins them."""
