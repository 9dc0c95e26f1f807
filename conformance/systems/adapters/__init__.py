"""The ways to reach a system under test, one adapter per file."""
