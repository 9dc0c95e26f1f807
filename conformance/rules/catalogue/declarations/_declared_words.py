"""The check shared by tool members that must hold one of the words known to the profile."""

from collections.abc import Iterator, Sequence

from conformance.display import list_names, quote_text
from conformance.documents.values import as_text
from conformance.findings import Problem
from conformance.inventory import Tool
from conformance.names import suggest


def declared_word_problems(tool: Tool, key: str, noun: str, known: Sequence[str]) -> Iterator[Problem]:
    """Yield a problem when the member is missing, not a string, or not one of the known words.

    ``noun`` is what a message calls the member, with its article.
    """
    word, hint = as_text(tool.raw.get(key)), f"declare one of {list_names(known)}"
    if word is None:
        yield Problem(f"{noun} {'is missing' if key not in tool.raw else 'is not a string'}", hint, f"/{key}")
    elif word not in known:
        message = f"{noun} {quote_text(word)} is not one of {list_names(known)}"
        yield Problem(message, suggest(word, known, hint), f"/{key}")
