"""What a change is called in a report: one sentence that names it, and one that says what to do."""

import re
from collections import Counter

from conformance.display import quote_text
from conformance.documents.pointers import split
from conformance.documents.values import JsonValue, compact_json, equal
from conformance.drift.changes import Change, Surface
from conformance.names import words_of

_LONGEST_VALUE = 60
_NUMBER = re.compile(r"(?<![\w.])\d[\d_,]*(?:\.\d+)?(?![\w])")
_DEFAULT = re.compile(r"\bdefaults?\b[^.;,\n]{0,12}?\b(?:to|is|of|:|=)\s*`?([\w.\-]+)`?", re.IGNORECASE)
_LONGEST_PROSE = 20_000

_SENTENCES = {
    "tool_added": "the tool {after} was added",
    "tool_removed": "the tool {before} was removed",
    "tool_renamed": "the tool {before} is called {after} now",
    "field_added": "the optional field {field} was added{place}",
    "required_field_added": "the required field {field} was added{place}",
    "field_removed": "the field {field} was removed{place}",
    "field_renamed": "the field {before} is called {after} now{place}",
    "field_required": "{field} is required now{place}",
    "field_optional": "{field} is no longer required{place}",
    "null_allowed": "null is allowed now{place}",
    "null_refused": "null is no longer allowed{place}",
    "object_closed": "members that are not named are refused now{place}",
    "object_opened": "members that are not named are allowed now{place}",
    "variant_added": "a variant was added{place}",
    "variant_removed": "a variant was removed{place}",
    "alternatives_changed": "other alternatives are allowed now{place}",
    "schema_changed": "the schema changed{place}",
    "default_type_changed": "the type of the default changed with {before} becoming {after}{place}",
    "deprecation_added": "{field} is deprecated now",
    "deprecation_removed": "{field} is no longer deprecated",
    "capability_changed": "the capability changed from {before} to {after}",
    "stability_changed": "the stability changed from {before} to {after}",
    "model_rendering_changed": "the rendering for the model changed from {before} to {after}",
    "result_type_renamed": "the type of the result is called {after} now, and was {before}",
    "result_type_changed": "the result is of type {after} now, and was {before}",
    "grammar_changed": "the grammar of the free-form input changed",
    "result_schema_published": "the result has a published schema now",
    "result_schema_dropped": "the result has no published schema any more",
    "input_schema_published": "the input has a published schema now",
    "input_schema_dropped": "the input has no schema any more",
    "input_became_structured": "the input is an object now, and was a text of a grammar",
    "related_surfaces_changed": "the related surfaces changed",
    "version_changed": "the format version of the inventory changed from {before} to {after}",
    "source_of_truth_changed": "the sources of truth changed",
    "stability_policy_changed": "the wording of the stability policy changed",
}
_HINTS = {
    "tool_removed": "keep the tool, or publish a version in which it is deprecated first",
    "tool_renamed": "keep the old name as a deprecated tool for a while",
    "field_removed": "keep accepting the field, or mark it deprecated first",
    "field_renamed": "accept both names for a while",
    "required_field_added": "make the field optional, with a default",
    "field_required": "keep the field optional, with a default",
    "object_closed": "a stricter input needs a new version of the tool",
    "null_refused": "keep accepting null",
    "capability_changed": "who grants tools by capability must know: publish the move as a new tool",
    "stability_changed": "let the tool be deprecated before it promises less",
    "model_rendering_changed": "readers of receipts expect the old form: publish the new one as a new tool",
    "result_schema_dropped": "keep publishing the schema of the result",
    "default_type_changed": "keep the type of the default, or publish the new one as a new field",
}
_SURFACE_HINTS = {
    Surface.INPUT: "keep accepting what was accepted, or publish the new input as a new tool",
    Surface.RESULT: "keep within what was promised, or publish the new result as a new tool",
    Surface.ENVELOPE: "keep the declared envelope, or announce it to its readers",
}


def sentence(change: Change) -> str:
    """Return what changed, in one sentence; values of the inventory are quoted safely."""
    if change.surface is Surface.DESCRIPTION:
        return _description_sentence(change)
    pattern = _SENTENCES.get(change.kind) or _enum_sentence(change) or _generic_sentence(change)
    return pattern.format(
        field=quote_text(change.field) if change.field else "it",
        before=format_value(change.before),
        after=format_value(change.after),
        place=_location_phrase(change),
    )


def hint(change: Change) -> str:
    """Return what to do instead, or an empty text."""
    return _HINTS.get(change.kind) or _SURFACE_HINTS.get(change.surface, "")


def format_value(value: JsonValue) -> str:
    """Return a value for a sentence: texts in quotes, others as JSON, long ones cut."""
    return (
        quote_text(value, _LONGEST_VALUE)
        if isinstance(value, str)
        else quote_text(compact_json(value), _LONGEST_VALUE)[1:-1]
    )


def _enum_sentence(change: Change) -> str:
    """The values that an enumeration gained and lost."""
    if change.kind != "enum_changed" or not isinstance(change.before, list) or not isinstance(change.after, list):
        return ""
    lost, come = (
        [format_value(value) for value in one if all(not equal(value, each) for each in other)]
        for one, other in ((change.before, change.after), (change.after, change.before))
    )
    told = [_values_phrase(lost, "no longer allowed"), _values_phrase(come, "allowed now")]
    return f"{', '.join(each for each in told if each)}{{place}}"


def _values_phrase(values: list[str], what: str) -> str:
    if not values:
        return ""
    listed = ", ".join(values[:5]) + (f" and {len(values) - 5} more" if len(values) > 5 else "")
    safe = listed.replace("{", "{{").replace("}", "}}")
    return f"the value {safe} is {what}" if len(values) == 1 else f"the values {safe} are {what}"


def _generic_sentence(change: Change) -> str:
    subject = " ".join(words_of(change.kind.rpartition("_")[0]))
    if change.before is None:
        return f"{subject} {{after}} was added{{place}}"
    if change.after is None:
        return f"{subject} {{before}} was removed{{place}}"
    return f"{subject} changed from {{before}} to {{after}}{{place}}"


def _location_phrase(change: Change) -> str:
    """Where in an instance: the way of names that leads there, the changed field itself left out."""
    steps = split(change.pointer_in_tool)
    way: list[str] = []
    for holder, name in zip(["", *steps], steps, strict=False):
        if holder in ("properties", "patternProperties"):
            way.append(name)
        elif name == "items":
            way.append("[]")
    if change.field and "field" in change.kind and way[-1:] == [change.field]:
        way.pop()
    return f" in {quote_text('.'.join(way).replace('.[]', '[]'))}" if way else ""


def _description_sentence(change: Change) -> str:
    whose = f"the description of {quote_text(change.field)}" if change.field else "the description"
    if change.before is None or change.after is None:
        return f"{whose} was {'added' if change.before is None else 'removed'}"
    before, after = str(change.before)[:_LONGEST_PROSE], str(change.after)[:_LONGEST_PROSE]
    notes = [_difference(kind, find(before), find(after)) for kind, find in _PROSE_FINDERS.items()]
    told = "; ".join(note for note in notes if note)
    return f"{whose} changed" + (f": {told}" if told else "")


def _difference(kind: str, before: list[str], after: list[str]) -> str:
    lost, come = Counter(before) - Counter(after), Counter(after) - Counter(before)
    if not lost and not come:
        return ""
    return f"the {kind} {_format_list(lost)} became {_format_list(come)}"


def _format_list(found: Counter[str]) -> str:
    return ", ".join(quote_text(each, 30)[1:-1] for each in list(found.elements())[:5]) or "nothing"


_PROSE_FINDERS = {"default": _DEFAULT.findall, "number": _NUMBER.findall}
