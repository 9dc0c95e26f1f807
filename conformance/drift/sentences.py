"""The wording of a change in a report: one sentence that states it, and one that says what to do."""

import re
from collections import Counter

from conformance.display import code_text, quote_text
from conformance.documents.pointers import split
from conformance.documents.values import JsonValue, compact_json, identity
from conformance.drift.changes import Change, ChangeSurface
from conformance.names import words_of

# Characters of a quoted value, so that a message stays on one line.
_LONGEST_VALUE = 60
# A number in prose, not a part of a word or of a version such as 1.2.3.
_NUMBER = re.compile(r"(?<![\w.])\d[\d_,]*(?:\.\d+)?(?![\w])")
# "default" with its value close behind: "defaults to 30", "default: `utf-8`".
_DEFAULT = re.compile(r"\bdefaults?\b[^.;,\n]{0,12}?\b(?:to|is|of|:|=)\s*`?([\w.\-]+)`?", re.IGNORECASE)
# Longer descriptions are compared by their beginning, since both patterns scan the text.
_LONGEST_PROSE = 20_000

SENTENCES = {
    "tool_added": "tool {after} was added",
    "tool_removed": "tool {before} was removed",
    "tool_renamed": "tool {before} was renamed to {after}",
    "field_added": "optional field {field} was added{location}",
    "required_field_added": "required field {field} was added{location}",
    "field_singled_out": "{field}, which was one of the other members, is now described on its own{location}",
    "field_removed": "field {field} was removed{location}",
    "field_renamed": "field {before} was renamed to {after}{location}",
    "field_required": "{field} is now required{location}",
    "field_optional": "{field} is no longer required{location}",
    "null_allowed": "null is now allowed{location}",
    "null_refused": "null is no longer allowed{location}",
    "object_closed": "unknown members are now rejected{location}",
    "object_opened": "unknown members are now allowed{location}",
    "variant_added": "a variant was added{location}",
    "variant_removed": "a variant was removed{location}",
    "alternatives_changed": "the allowed alternatives changed{location}",
    "schema_changed": "the schema changed{location}",
    "default_type_changed": "the default changed its type, from {before} to {after}{location}",
    "deprecation_added": "{field} is now deprecated",
    "deprecation_removed": "{field} is no longer deprecated",
    "header_added": "{field} is now sent in header {after} too",
    "header_removed": "{field} is no longer sent in header {before}",
    "header_changed": "{field} is now sent in header {after} instead of {before}",
    "capability_changed": "the capability changed from {before} to {after}",
    "stability_changed": "the stability changed from {before} to {after}",
    "model_rendering_changed": "the model rendering changed from {before} to {after}",
    "result_type_renamed": "the result type was renamed from {before} to {after}",
    "result_type_changed": "the result type changed from {before} to {after}",
    "grammar_changed": "the grammar of the free-form input changed",
    "result_schema_published": "the result schema is now published",
    "result_schema_dropped": "the result schema is no longer published",
    "input_schema_published": "the input schema is now published",
    "input_schema_dropped": "the input schema is no longer published",
    "input_became_structured": "the input changed from free-form text to an object",
    "related_surfaces_changed": "the related surfaces changed",
    "hints_changed": "the hints in `annotations` changed from {before} to {after}",
    "task_support_narrowed": "the support of tasks changed from {before} to {after}",
    "task_support_widened": "the support of tasks changed from {before} to {after}",
    "built_in_added": "the provider's tool {after} was added",
    "built_in_removed": "the provider's tool {before} was removed",
    "built_in_version_changed": "the provider's tool changed from {before} to {after}",
    "built_in_changed": "{field} of the provider's tool changed",
    "allowed_tools_narrowed": "the allowed tools changed from {before} to {after}",
    "allowed_tools_widened": "the allowed tools changed from {before} to {after}",
    "version_changed": "the format version of the inventory changed from {before} to {after}",
    "source_of_truth_changed": "the sources of truth changed",
    "stability_policy_changed": "the wording of the stability policy changed",
}
_HINTS = {
    "tool_removed": "keep the tool, or deprecate it in one version before removing it",
    "tool_renamed": "keep a deprecated tool under the old name",
    "field_removed": "keep accepting the field, or mark it `deprecated` before removing it",
    "field_renamed": "accept both names until callers have switched",
    "required_field_added": "make the field optional and give it a default",
    "field_required": "keep the field optional and give it a default",
    "object_closed": "keep accepting unknown members, or publish the stricter input as a new tool",
    "null_refused": "keep accepting null",
    "header_added": "accept calls without the header until clients have read the new list, or publish a new tool",
    "header_removed": "keep the header, or change what routes calls by it first",
    "header_changed": "keep the header, or publish the new one as a new tool",
    "capability_changed": "keep the capability, or publish the tool under a new name",
    "stability_changed": "deprecate the tool before lowering its stability",
    "model_rendering_changed": "keep the rendering, or publish the new one as a new tool",
    "result_schema_dropped": "keep publishing the result schema",
    "task_support_narrowed": "keep `optional`, which takes both kinds of calls",
    "built_in_removed": "keep the tool in the list until no prompt or log relies on it",
    "allowed_tools_narrowed": "keep allowing the tools that callers rely on",
    "default_type_changed": "keep the type of the default, or add a new field for the new type",
}
_SURFACE_HINTS = {
    ChangeSurface.INPUT: "keep accepting what was accepted, or publish the new input as a new tool",
    ChangeSurface.RESULT: "keep results within the old schema, or publish the new result as a new tool",
    ChangeSurface.ENVELOPE: "keep the declared envelope, or publish the new one as a new tool",
}


def sentence(change: Change) -> str:
    """Return what changed in one sentence; values from the inventory are escaped and in backticks."""
    if change.surface is ChangeSurface.DESCRIPTION:
        return _description_sentence(change)
    pattern = SENTENCES.get(change.kind) or _enum_sentence(change) or _generic_sentence(change)
    return pattern.format(
        field=code_text(change.field) if change.field else "the schema",
        before=format_value(change.before),
        after=format_value(change.after),
        location=_location_phrase(change),
    )


def hint(change: Change) -> str:
    """Return what to do instead, or an empty text if there is no advice."""
    return _HINTS.get(change.kind) or _SURFACE_HINTS.get(change.surface, "")


def format_value(value: JsonValue) -> str:
    """Return a value for a message: texts in backticks, others as JSON, at most ``_LONGEST_VALUE`` characters."""
    return (
        code_text(value, _LONGEST_VALUE)
        if isinstance(value, str)
        else quote_text(compact_json(value), _LONGEST_VALUE)[1:-1]
    )


def _enum_sentence(change: Change) -> str:
    """Return a sentence with the values that an enum lost and gained."""
    if change.kind != "enum_changed" or not isinstance(change.before, list) or not isinstance(change.after, list):
        return ""
    before, after = ({identity(value): value for value in values} for values in (change.before, change.after))
    lost, gained = (
        [format_value(value) for key, value in one.items() if key not in other]
        for one, other in ((before, after), (after, before))
    )
    phrases = [_values_phrase(lost, "no longer allowed"), _values_phrase(gained, "now allowed")]
    return f"{', '.join(phrase for phrase in phrases if phrase)}{{location}}"


def _values_phrase(values: list[str], what: str) -> str:
    if not values:
        return ""
    listed = ", ".join(values[:5]) + (f" and {len(values) - 5} more" if len(values) > 5 else "")
    # The phrase becomes part of a format string, so braces of the values are doubled.
    safe = listed.replace("{", "{{").replace("}", "}}")
    return f"value {safe} is {what}" if len(values) == 1 else f"values {safe} are {what}"


def _generic_sentence(change: Change) -> str:
    noun, _, verb = change.kind.rpartition("_")
    if change.direction is None and verb == "changed" and (change.is_gone or change.before is None):
        # what is compared as one value has one kind, whether it is there on both sides or not
        verb = "removed" if change.is_gone else "added"
    subject = " ".join(words_of(noun))
    if noun == "other_key" and (steps := split(change.pointer_in_tool)):
        # the phrase becomes part of a format string
        subject = f"key {code_text(steps[-1])}".replace("{", "{{").replace("}", "}}")
    if verb in ("added", "removed"):
        return f"{subject} {{{'after' if verb == 'added' else 'before'}}} was {verb}{{location}}"
    return f"{subject} changed from {{before}} to {{after}}{{location}}"


def _location_phrase(change: Change) -> str:
    """Return the path of names in an instance, as in " in `filter.tags[]`", without the changed field itself."""
    steps = split(change.pointer_in_tool)
    path: list[str] = []
    for holder, name in zip(["", *steps], steps, strict=False):
        if holder in ("properties", "patternProperties"):
            path.append(name)
        elif name == "items":
            path.append("[]")
    if change.field and "field" in change.kind and path[-1:] == [change.field]:
        path.pop()
    return f" in {code_text('.'.join(path).replace('.[]', '[]'))}" if path else ""


def _description_sentence(change: Change) -> str:
    whose = f"the description of {code_text(change.field)}" if change.field else "the description"
    if change.before is None or change.after is None:
        return f"{whose} was {'added' if change.before is None else 'removed'}"
    before, after = str(change.before)[:_LONGEST_PROSE], str(change.after)[:_LONGEST_PROSE]
    notes = [_difference(kind, find(before), find(after)) for kind, find in _PROSE_FINDERS.items()]
    details = "; ".join(note for note in notes if note)
    return f"{whose} changed" + (f": {details}" if details else "")


def _difference(kind: str, before: list[str], after: list[str]) -> str:
    lost, gained = Counter(before) - Counter(after), Counter(after) - Counter(before)
    if lost and gained:
        return f"{kind} {_format_list(lost)} became {_format_list(gained)}"
    changed = lost or gained
    return f"{kind} {_format_list(changed)} was {'removed' if lost else 'added'}" if changed else ""


def _format_list(found: Counter[str]) -> str:
    return ", ".join(quote_text(each, 30)[1:-1] for each in list(found.elements())[:5])


_PROSE_FINDERS = {"default": _DEFAULT.findall, "number": _NUMBER.findall}
