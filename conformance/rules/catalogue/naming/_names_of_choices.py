"""Two names for a choice between the same values: ``provider`` here and ``engine`` there, each one of the same four."""

from collections.abc import Iterator, Mapping

from conformance.documents.values import texts_in
from conformance.inventory.siblings import InputField, Usage, minority_usages

# Fewer values than these are the same by chance.
_FEWEST_VALUES = 3
# Values for whichever of the others, and those that many things have.
_OPEN_VALUES = frozenset(("all", "any", "auto", "none", "default", "both"))
_COMMON_VALUES = frozenset(
    (
        *(
            "low",
            "medium",
            "high",
            "critical",
            "urgent",
            "normal",
            "info",
            "warning",
            "error",
            "debug",
            "small",
            "large",
        ),
        *("open", "closed", "pending", "active", "inactive", "completed", "failed", "running", "cancelled", "archived"),
        *(
            "minute",
            "hour",
            "day",
            "week",
            "month",
            "quarter",
            "year",
            "daily",
            "weekly",
            "monthly",
            "yearly",
            "hourly",
        ),
        *("draft", "published", "asc", "desc", "left", "right", "center", "top", "bottom", "json", "csv", "markdown"),
        *("html", "text", "png", "jpeg", "jpg", "webp", "svg", "pdf", "xml", "yaml", "get", "set", "list", "add"),
        *("remove", "clear", "create", "update", "delete", "string", "number", "integer", "boolean", "object", "array"),
        *(
            "red",
            "green",
            "blue",
            "name",
            "date",
            "size",
            "created",
            "updated",
            "title",
            "public",
            "private",
            "yes",
            "no",
        ),
    )
)
# Names that say nothing of the thing.
_GENERIC = frozenset(("action", "operation", "mode", "type", "kind", "by", "field", "format", "unit", "units", "op"))


def names_of_choices(by_words: Mapping[tuple[str, ...], list[InputField]]) -> Iterator[tuple[Usage, Usage]]:
    """Yield each rarer name of a choice, with the most common one; what is low, medium or high may be anything."""
    choices: dict[frozenset[str], dict[tuple[str, ...], list[InputField]]] = {}
    for words, fields in by_words.items():
        for field in fields:
            values = frozenset(texts_in(field.limits.get("enum"))) - _OPEN_VALUES
            if len(values) >= _FEWEST_VALUES and not values <= _COMMON_VALUES and _GENERIC.isdisjoint(words[-1:]):
                choices.setdefault(values, {}).setdefault(words, []).append(field)
    for used in choices.values():
        for words, odd, usual_words, usual in minority_usages(used):
            # `target_role` is one of several roles, and a tool that has both gives them different meanings
            is_qualified = set(words) <= set(usual_words) or set(usual_words) <= set(words)
            both = {one.tool.name for one in by_words[words]} & {one.tool.name for one in by_words[usual_words]}
            if not is_qualified and not both and odd.first_field.types == usual.first_field.types:
                yield odd, usual
