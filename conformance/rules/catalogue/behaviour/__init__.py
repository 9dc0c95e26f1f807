"""What a runtime does with results: projection, compaction, transports, budgets."""
