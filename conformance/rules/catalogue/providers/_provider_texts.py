"""The common form of what the provider rules say: one problem for each kind of objection, with its places and its
source.
"""

from collections.abc import Iterable, Iterator

from conformance.display import escape_text
from conformance.findings import Problem
from conformance.inventory.lowering.objections import Objection
from conformance.settings.profiles.provider import Provider

_MAX_SHOWN_POINTERS = 3


def problems_of(objections: Iterable[Objection], provider: Provider, hint: str, base: str) -> Iterator[Problem]:
    """Yield one problem for each kind; ``base`` is the pointer of the schema that the objections point into."""
    kinds: dict[tuple[str, str], list[str]] = {}
    for objection in objections:
        kinds.setdefault((objection.topic, objection.message_for(provider.label)), []).append(objection.pointer)
    for (topic, told), pointers in kinds.items():
        yield Problem(
            f"{told}{_format_pointers(pointers)}{provider.source(topic, 'keywords')}",
            hint,
            base + pointers[0],
            {"places": pointers[:50]},
        )


def _format_pointers(pointers: list[str]) -> str:
    if pointers == [""]:
        return ""
    shown = ", ".join(escape_text(pointer or "the root")[:80] for pointer in pointers[:_MAX_SHOWN_POINTERS])
    rest = len(pointers) - _MAX_SHOWN_POINTERS
    more = f" and {rest} more place{'s' if rest > 1 else ''}" if rest > 0 else ""
    return f" (at {shown}{more})"
