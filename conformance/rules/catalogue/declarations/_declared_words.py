"""The check shared by tool members that must hold one of the words known to the profile."""

from collections.abc import Iterator, Sequence

from conformance.display import code_text, list_codes
from conformance.documents.values import as_text, type_phrase
from conformance.findings import Problem
from conformance.inventory import Tool
from conformance.names import suggest


def declared_word_problems(tool: Tool, key: str, noun: str, known: Sequence[str]) -> Iterator[Problem]:
    """Yield a problem when the member is missing, not a string, or not one of the known words.

    ``noun`` is what a message calls the member.
    """
    word, hint = as_text(tool.raw.get(key)), f"declare one of {list_codes(known)}"
    if word is None:
        fault = f"is {type_phrase(tool.raw[key])}, not a string" if key in tool.raw else "is missing"
        yield Problem(f"{noun} {fault}", hint, f"/{key}")
    elif word not in known:
        message = f"{noun} {code_text(word)} is unknown"
        yield Problem(message, suggest(word, known, hint), f"/{key}")
