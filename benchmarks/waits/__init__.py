"""What `benchmarks/waiting.py` measures, one subject per file."""
