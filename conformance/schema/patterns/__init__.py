"""ECMA-262 regular expressions as regular languages: parsing, matching, emptiness, intersection, backtracking."""
