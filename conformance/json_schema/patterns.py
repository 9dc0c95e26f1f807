"""Whether one text matches one ``pattern``: a search as ECMA-262 means it, in time that is linear in the text."""

import functools
from typing import Any


def matches(pattern: str, text: str) -> bool | None:
    """Say whether the pattern is found in the text; ``None`` where the linear engine cannot read the pattern."""
    engine = _engine(pattern)
    return None if engine is None else bool(engine.is_valid(text))


@functools.lru_cache(maxsize=256)
def _engine(pattern: str) -> Any:
    import jsonschema_rs

    try:
        return jsonschema_rs.Draft202012Validator({"pattern": pattern}, pattern_options=jsonschema_rs.RegexOptions())
    except ValueError:
        return None
