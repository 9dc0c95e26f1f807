"""Proves that the tools a language model is given keep one contract: schema, runtime and receipt agree."""

__version__ = "0.1.0"
