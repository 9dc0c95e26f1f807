"""Which fields are choices by their names: those that nearly every program has a fixed list of values for."""

import re
from collections.abc import Sequence

from conformance.lazy_patterns import LazyPattern
from conformance.names import singularize

CODES = frozenset(("type", "kind", "category", "status", "mode", "style", "severity"))
"""Final words of those that may be numbers, of which nobody can know what each stands for."""

# What nearly every program has a fixed list of, whatever is done with it.
_FIXED = frozenset(
    (
        *("type", "kind", "status", "mode", "severity", "priority", "level", "sort", "order", "ordering", "sorting"),
        *("format", "visibility", "interval", "timeframe", "granularity", "frequency", "resolution", "tier"),
        *("direction", "subtype", "orientation", "alignment", "quality", "phase", "classification", "sentiment"),
        *("period", "difficulty", "rarity", "operation", "platform"),
    )
)
# What whoever adds a thing may choose freely, and whoever looks for it has to know.
_OF_ADDED = frozenset(
    (
        *("category", "genre", "theme", "role", "stage", "scope", "environment", "strategy", "metric", "action"),
        *("region", "mood", "sector", "industry", "jurisdiction", "exchange", "carrier", "specialty", "cuisine"),
        *("intent", "gender"),
    )
)
# The same, of which texts say more than they do of the others.
_DESCRIBED = frozenset(
    (
        *("color", "colour", "blockchain", "chain", "voice", "model", "language", "lang", "season", "unit"),
        *("engine", "provider", "algorithm", "league", "sport", "network", "codec", "protocol"),
    )
)
# Words before "by" of a name that says what decides the order: "sort_by", "order_by".
_ORDERS = frozenset(("sort", "order", "sorted", "ordered", "group", "rank"))
# Final words that are a choice behind these words only: the ends of a period are dates, and that of a warranty is long.
_WITH = {"period": ("time", "reporting", "billing", "aggregation", "sampling")}
# The same that are none behind these: prices, and notations that any program reads.
_WITHOUT = {
    "level": ("limit", "stop", "profit", "loss", "water"),
    "format": ("date", "time", "datetime", "timestamp", "number", "string"),
    "order": ("reverse", "purchase", "work", "limit", "market", "stop", "random", "in"),
}
# What has types that everyone knows by name, as a variable has.
_TYPED = r"(?:variable|field|property|parameter|argument|file|business|trait)s?"
# Values whose names everyone knows, or may make up: what is before the final word. Matches "MIME type", "return type",
# "type of the variable"; not "Field to sort by".
_COMMON = LazyPattern(
    r"\b(?:mime|content|media|http|request|return|column|relation\w*|entit\w+|memor\w+|node|edge|block|component|class"
    rf"|custom|free|own|any|your)\b|\b{_TYPED} types?\b|\btypes? (?:of|for) (?:the |an? )?{_TYPED}\b",
    re.IGNORECASE,
)


# Systems whose kinds and types whoever uses them knows. Matches "Kubernetes", "PostgreSQL"; not "cluster".
_SYSTEMS = LazyPattern(r"\b(?:kubernetes|k8s|kubectl|gdb|\w*sql\w*|postgres\w*|graphql|n8n)\b", re.IGNORECASE)
_OF_SYSTEMS = frozenset(("type", "kind"))


def is_of_system(words: Sequence[str], about: str) -> bool:
    """Say whether a field has the kinds of a system that a text about its tool names."""
    return singularize(words[-1]) in _OF_SYSTEMS and _SYSTEMS.search(about) is not None


def names_choice(words: Sequence[str]) -> bool:
    """Say whether a field of such a name is a choice, whether its values are texts or numbers."""
    return names_texts(words) or words[-1] in CODES


def names_texts(words: Sequence[str]) -> bool:
    """Say whether a field of such a name is a choice between texts."""
    if words[-1] == "by":
        return len(words) > 1 and words[-2] in _ORDERS
    if words[-1] == "policy":
        return len(words) > 1
    before = words[-2] if len(words) > 1 else ""
    if before and words[-1] in _WITH:
        return before in _WITH[words[-1]]
    if before in _WITHOUT.get(words[-1], ()):
        return False
    return any(not names.isdisjoint((words[-1], singularize(words[-1]))) for names in (_FIXED, _OF_ADDED, _DESCRIBED))


def is_of_added(words: Sequence[str]) -> bool:
    """Say whether whoever adds a thing may choose such a value freely."""
    return singularize(words[-1]) in _OF_ADDED


# What may also be a number or a text of any length, or is called by words that everyone knows.
_ANY_TEXT = frozenset(
    ("resolution", "frequency", "interval", "quality", "level", "period", "scope", "industry", "sector")
)


def is_common(text: str) -> bool:
    """Say whether a text is about values that are called the same everywhere, or freely by whoever adds one."""
    return _COMMON.search(text) is not None


def shows_choice(words: Sequence[str]) -> bool:
    """Say whether a name says without any text that its field has a fixed list of values."""
    last = singularize(words[-1])
    if last == "order" and len(words) > 1 and words[-2] not in ("sort", "sorting", "result", "results", "list"):
        return False
    return names_texts(words) and last not in _DESCRIBED and (len(words) > 1 or last not in _ANY_TEXT)
