"""Which edit of a schema changed what: places of two schemas side by side, and one intention as one edit."""
