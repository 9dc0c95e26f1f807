"""What a repository configures: the configuration file, ignores, profiles."""
