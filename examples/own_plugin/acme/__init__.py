"""What this repository adds to the harness: a rule, an adapter, a reporter, a family, a log format and a profile."""
