"""Names that differ from a field in their number only."""

import re


def is_number_of(name: str, meant: str, text: str) -> bool:
    """Say whether a name differs from the field in its number only, and a text gives the field as well."""
    is_plural = name in (f"{meant}s", f"{meant}es") or meant in (f"{name}s", f"{name}es")
    return is_plural and re.search(rf"(?<!\w){re.escape(meant)}(?!\w)", text) is not None
