"""The ways to reach a system under test, one adapter per file."""

ENTRY_POINTS = "conformance.adapters"
"""The group of entry points with which other packages add adapters."""
