"""Markdown guidance and docs, parsed into prose, code, headings and tables with line numbers."""

from conformance.documents.markdown.blocks import Block, GuidanceFile, read_guidance
from conformance.documents.markdown.tables import MarkdownTable, Row

__all__ = ["Block", "GuidanceFile", "MarkdownTable", "Row", "read_guidance"]
