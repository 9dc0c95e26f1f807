"""Masks secrets in findings, because rules quote what they blame and reports have many readers."""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache, partial
from typing import Any, TypeVar, cast

from msgspec import Struct
from msgspec.structs import replace

from conformance.callback.masking import mask_text, secret_pieces, texts_and_names
from conformance.documents.values import JsonValue
from conformance.findings import Finding
from conformance.settings.profiles import Profile
from conformance.settings.profiles.messages import seed_tables

_KEPT = 4096

AnyStruct = TypeVar("AnyStruct", bound=Struct)
Mask = Callable[[str], str]
"""Replaces secrets in a text with asterisks."""


def mask_for(texts: Iterable[str], profile: Profile) -> Mask:
    """Return the mask for all secrets that occur in the texts, and for anything that looks like a secret."""
    patterns = profile.message_tables.secrets
    # findings share most of their texts: hints, tool names, parts of evidence; those of a long list are not all kept
    return lru_cache(_KEPT)(partial(mask_text, pieces=secret_pieces(texts, patterns), patterns=patterns))


def mask_of_values(values: Iterable[JsonValue]) -> Mask:
    """Return the mask for the secrets in some values, by the tables that no profile changes."""
    patterns = seed_tables().secrets
    pieces = secret_pieces((text for value in values for text in texts_and_names(value)), patterns)
    return lru_cache(_KEPT)(partial(mask_text, pieces=pieces, patterns=patterns))


def mask_finding(finding: Finding, mask: Mask, *, quotes_nothing: bool = False) -> Finding:
    """Return the finding with secrets masked; with ``quotes_nothing`` only pointer and tool can contain any."""
    related = tuple(replace(one, tool=mask(one.tool), pointer=mask(one.pointer)) for one in finding.related)
    placed = replace(finding, pointer=mask(finding.pointer), tool=finding.tool and mask(finding.tool), related=related)
    if quotes_nothing:
        return placed
    evidence = {name: mask_value(value, mask) for name, value in finding.evidence.items()}
    kept = finding.evidence if evidence == finding.evidence else evidence  # one object takes less memory than two
    return replace(placed, message=mask(finding.message), hint=mask(finding.hint), evidence=kept)


def mask_value(value: JsonValue, mask: Mask) -> JsonValue:
    """Return a JSON value with the secrets in its texts and names masked."""
    if isinstance(value, str):
        return mask(value)
    if isinstance(value, Mapping):
        return {mask(name): mask_value(one, mask) for name, one in value.items()}
    return [mask_value(one, mask) for one in value] if isinstance(value, list) else value


def mask_struct(shown: AnyStruct, mask: Mask) -> AnyStruct:
    """Return what a report shows with the secrets in all of its texts masked, whatever fields it has."""
    return replace(shown, **{name: _mask_member(getattr(shown, name), mask) for name in shown.__struct_fields__})


def _mask_member(value: Any, mask: Mask) -> Any:
    if isinstance(value, Struct):
        return mask_struct(value, mask)
    if isinstance(value, list):
        return [_mask_member(one, mask) for one in cast("list[Any]", value)]
    return mask_value(value, mask)
