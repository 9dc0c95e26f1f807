"""Whether one text matches one ``pattern``: a search as ECMA-262 means it, in time that is linear in the text."""


def matches(pattern: str, text: str) -> bool | None:
    """Say whether the pattern is found in the text; ``None`` where the linear engine cannot read the pattern."""
    import jsonschema_rs

    try:
        validator = jsonschema_rs.Draft202012Validator(
            {"pattern": pattern}, pattern_options=jsonschema_rs.RegexOptions()
        )
    except ValueError:
        return None
    return validator.is_valid(text)
