"""What descriptions claim about fields and tools, read so narrowly that a claim can be checked against the schema.

English is not parsed. Each module recognises a few phrases that state one thing, and ignores everything else.
"""
