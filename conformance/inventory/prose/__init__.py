"""What descriptions claim of fields and tools, read so narrowly that a claim can be held against the schema.

English is not parsed. Each module knows a few turns of phrase that state one thing, and says nothing of all others.
"""
