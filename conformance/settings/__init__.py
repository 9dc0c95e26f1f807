"""The settings of a repository: its configuration file, ignores and profiles."""
