"""What this repository adds to the harness: a rule, an adapter, a reporter and a profile, one file each."""
