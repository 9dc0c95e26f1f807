"""Markdown that steers a model or lists its tools, read by a real parser: prose, code, headings, tables, with lines."""

from conformance.documents.markdown.blocks import Block, GuidanceFile, read_guidance
from conformance.documents.markdown.tables import Row, Table

__all__ = ["Block", "GuidanceFile", "Row", "Table", "read_guidance"]
