"""Systems under test: how a Surface is observed, and how a running system is asked."""
