"""Findings: what is wrong, where, and what to write instead.

A ``Problem`` is relative: a rule says it of its subject. A ``Finding`` is absolute: it names the rule, the tool, the
JSON Pointer and the place in the file.
"""

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum

from msgspec import Struct, field
from msgspec.structs import replace

from conformance.documents.edits import Edit
from conformance.documents.location import Location
from conformance.documents.values import JsonValue


class Level(StrEnum):
    """Severity: an error breaks the contract, a warning bends it, an info is worth knowing."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"

    @property
    def rank(self) -> int:
        """Severity as a number: 3 for error, 2 for warning, 1 for info."""
        return {"error": 3, "warning": 2, "info": 1}[self.value]


class Problem(Struct, frozen=True):
    """What a check says of its subject; ``pointer`` is relative to the subject, ``max_level`` lowers the check's level.

    ``detail`` tells problems of one check at one location apart by what they are about, such as a name or a value; it
    is part of the fingerprint, so it never holds the words of the message.
    """

    message: str
    hint: str
    pointer: str = ""
    evidence: Mapping[str, JsonValue] = field(default_factory=dict[str, JsonValue])
    max_level: Level = Level.ERROR
    location: Location | None = None
    """The place, where it is in no checked document but in a file beside it."""
    kind: str = ""
    """Which of the kinds of its rule it is, where the rule has several."""
    detail: str = ""
    tools: Sequence[str] = ()
    """The tools that it is about, where it is about several: the fingerprint has these and the evidence's ``places``,
    in any order, and not the first one, so that a tool that moves changes nothing, and one that is added does."""
    edits: Sequence[Edit] = ()
    """What fixes it, all of them together, none where a person has to decide; relative to the tool of the subject, or
    to the inventory where it has none."""


class RelatedPlace(Struct, frozen=True):
    """Another tool that a finding is about: its name, the pointer into it, and the position in the file."""

    tool: str
    pointer: str
    location: Location | None = None


class Finding(Struct, frozen=True):
    """One problem with its absolute place; ``pointer`` is a JSON Pointer into the checked document."""

    rule: str
    level: Level
    tool: str | None
    pointer: str
    message: str
    hint: str
    fingerprint: str
    location: Location | None = None
    evidence: Mapping[str, JsonValue] = field(default_factory=dict[str, JsonValue])
    suppressed: str | None = None
    other_names: tuple[str, ...] = ()
    """What an ignore may call it instead of ``rule``: one kind of the rule, an older id, the category."""
    repeats: int = 0
    """How many further findings differ in nothing but their location, and were counted and not kept."""
    edits: Sequence[Edit] = ()
    """What fixes it, as edits of the inventory that a checked list was read as."""
    related: Sequence[RelatedPlace] = ()
    """The other tools that it is about, each once."""

    @property
    def tools(self) -> list[str]:
        """The names of all tools that it is about, its own first, each once; empty if it is about no single one."""
        return list(dict.fromkeys(one for one in (self.tool, *(place.tool for place in self.related)) if one))


def group_alike(findings: Iterable[Finding]) -> list[list[Finding]]:
    """Group the findings that say the same of several tools in one file, in the order of the first of each group.

    A finding on a record, or on a line of a log, is a group of its own: it is about that one.
    """
    groups: dict[object, list[Finding]] = {}
    for number, one in enumerate(findings):
        file = one.location.file if one.location else ""
        alike = (one.rule, one.level, one.message, one.hint, one.suppressed, file)
        is_alone = "record" in one.evidence or one.tool is None
        groups.setdefault(number if is_alone else alike, []).append(one)
    return list(groups.values())


def fingerprint(rule: str, tool: str | None, pointer: str, detail: str = "") -> str:
    """Return a short stable name for a finding.

    It survives reordering of tools and another wording of the message, but not a change of place or rule.
    """
    return _digest("\0".join((rule, tool or "", pointer, detail)))


def distinguish(findings: Iterable[Finding]) -> Iterator[Finding]:
    """Yield findings with a fingerprint of its own for each that has that of an earlier one."""
    seen: Counter[str] = Counter()
    for finding in findings:
        number = seen[finding.fingerprint]
        seen[finding.fingerprint] += 1
        yield replace(finding, fingerprint=_digest(f"{finding.fingerprint}\0{number}")) if number else finding


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]
