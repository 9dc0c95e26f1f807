"""Findings without the secrets of what was judged: a rule quotes what it blames, and a report has many readers."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import cache, partial

from conformance.callback.masking import mask_text, secret_pieces
from conformance.documents.values import JsonValue
from conformance.findings import Finding
from conformance.settings.profiles import Profile

Mask = Callable[[str], str]
"""Replaces what is secret in a text by stars."""


def mask_for(texts: Iterable[str], profile: Profile) -> Mask:
    """Return the mask that hides every piece of the secrets in the texts, and whatever has the form of a secret."""
    patterns = profile.message_tables.secrets
    # findings share most of their texts: hints, names of tools, and parts of evidence
    return cache(partial(mask_text, pieces=secret_pieces(texts, patterns), patterns=patterns))


def mask_finding(finding: Finding, mask: Mask, *, quotes_nothing: bool = False) -> Finding:
    """Return the finding with its secrets masked; one that ``quotes_nothing`` has none but in its pointer and tool."""
    placed = replace(finding, pointer=mask(finding.pointer), tool=finding.tool and mask(finding.tool))
    if quotes_nothing:
        return placed
    evidence = {name: _mask_value(value, mask) for name, value in finding.evidence.items()}
    return replace(placed, message=mask(finding.message), hint=mask(finding.hint), evidence=evidence)


def _mask_value(value: JsonValue, mask: Mask) -> JsonValue:
    if isinstance(value, str):
        return mask(value)
    if isinstance(value, Mapping):
        return {mask(name): _mask_value(one, mask) for name, one in value.items()}
    return [_mask_value(one, mask) for one in value] if isinstance(value, list) else value
