"""The settings of a repository: its configuration file, ignores and profiles."""

CONFIG_FILE = "conformance.toml"
PROJECT_FILE = "pyproject.toml"
"""The other file that may hold the configuration, in a table of its own."""
