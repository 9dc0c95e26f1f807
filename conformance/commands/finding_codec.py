"""Findings as JSON values, and back, without loss."""

import json
from typing import Any

from conformance.documents.edits import Edit, RenameMember, SetMember
from conformance.findings import Finding, Level, RelatedPlace


def to_json(finding: Finding) -> list[Any] | None:
    """Return a finding without location as a JSON value; ``None`` if another finding would be read from it."""
    value = [
        finding.rule,
        finding.level.value,
        finding.tool,
        finding.pointer,
        finding.message,
        finding.hint,
        finding.fingerprint,
        finding.evidence,
        finding.other_names,
        [_edit_to_json(one) for one in finding.edits],
        [[one.tool, one.pointer] for one in finding.related],
    ]
    try:
        text = json.dumps(value)
    except TypeError:  # evidence that is only nearly JSON, such as a mapping of another type
        return None
    read = json.loads(text)
    return read if from_json(read) == finding else None


def from_json(value: Any) -> Finding:
    """Return the finding that ``to_json`` wrote."""
    rule, level, tool, pointer, message, hint, fingerprint, evidence, other_names, edits, related = value
    return Finding(
        rule=rule,
        level=Level(level),
        tool=tool,
        pointer=pointer,
        message=message,
        hint=hint,
        fingerprint=fingerprint,
        evidence=evidence,
        other_names=tuple(other_names),
        edits=[_edit_from_json(one) for one in edits],
        related=[RelatedPlace(name, at) for name, at in related],
    )


def _edit_to_json(edit: Edit) -> list[Any]:
    if isinstance(edit, RenameMember):
        return ["rename", edit.holder, edit.key, edit.name]
    return ["set", edit.holder, edit.key, edit.value]


def _edit_from_json(value: Any) -> Edit:
    kind, holder, key, new = value
    return RenameMember(holder, key, new) if kind == "rename" else SetMember(holder, key, new)
