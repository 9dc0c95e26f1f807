"""Receipts: the text of a result that the model sees."""
