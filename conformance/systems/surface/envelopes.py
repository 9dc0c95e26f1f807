"""An observed envelope and its parts: every text, every object inside ``result``, every list of artifacts.

A runtime may put ``artifacts`` beside ``result``, inside it, or deeper (``result.task.artifacts``): an index names the
nearest list that encloses it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from conformance.documents.pointers import child
from conformance.documents.values import JsonObject, JsonValue, as_array, as_object, as_text, is_number
from conformance.inventory import Inventory, Tool
from conformance.settings.profiles import Profile

SUCCESS = "success"
OUTER_ARTIFACTS = "/artifacts"
"""The pointer of the list of artifacts that stands beside ``result``."""
_ROLE, _ROLES = "_artifact", "_artifacts"


@dataclass(frozen=True, slots=True)
class Role:
    """One statement of what an artifact is: ``stdout_artifact: 0`` says that artifact 0 is ``stdout``."""

    pointer: str
    name: str
    index: JsonValue

    @property
    def position(self) -> int | None:
        """The index where it is one: an integer that is not negative."""
        index = self.index
        return index if isinstance(index, int) and not isinstance(index, bool) and index >= 0 else None


@dataclass(frozen=True, slots=True)
class ArtifactList:
    """One list of artifacts, the roles that name its items, and whether another list leaves open which one is meant."""

    pointer: str
    value: JsonValue
    roles: Sequence[Role] = ()
    conflicting_list: str | None = None

    @property
    def items(self) -> Sequence[JsonValue]:
        """The artifacts; none where the value is no list."""
        return as_array(self.value)

    @property
    def paths(self) -> list[str | None]:
        """The path of each artifact, ``None`` where it has none."""
        return [as_text(as_object(item).get("path")) for item in self.items]


@dataclass(frozen=True, slots=True)
class ResultLevel:
    """One object inside ``result`` (or ``result`` itself), with the lists of artifacts that its indices can mean.

    ``artifacts`` begins with the nearest list; ``receipt`` is what the model saw of the whole envelope, if known.
    """

    pointer: str
    members: JsonObject
    artifacts: Sequence[ArtifactList] = ()
    receipt: str | None = None

    @property
    def roles(self) -> Iterator[Role]:
        """What this object says about artifacts; an object as ``failure_artifact`` is a payload, not an index."""
        for key, value in self.members.items():
            if key.endswith(_ROLE) and value is not None and not isinstance(value, Mapping):
                yield Role(child(self.pointer, key), key.removesuffix(_ROLE), value)
            elif key.endswith(_ROLES) and all(map(is_number, as_array(value))):
                for place, index in enumerate(as_array(value)):
                    yield Role(child(self.pointer, key, place), key.removesuffix(_ROLES), index)

    @property
    def texts(self) -> Iterator[tuple[str, str]]:
        """The strings of this object and of the lists in it, each with its key or ``key/index`` as pointer."""
        for key, value in self.members.items():
            if isinstance(value, str):
                yield child("", key), value
            for place, item in enumerate(as_array(value)):
                if isinstance(item, str):
                    yield child("", key, place), item


@dataclass(frozen=True, slots=True)
class Handle:
    """One identifier in a result that a next call may need, as text."""

    pointer: str
    value: str


@dataclass(frozen=True)
class EnvelopeRecord:
    """One observed envelope that is an object, with the inventory that promises its tool, and its receipt if any."""

    envelope: JsonObject
    inventory: Inventory
    receipt: str | None = None

    @property
    def tool(self) -> Tool | None:
        """The tool that the envelope names, if the inventory has it."""
        return self.inventory.tool(as_text(self.envelope.get("tool_name")) or "")

    @property
    def status(self) -> str | None:
        """The status where it is a string."""
        return as_text(self.envelope.get("status"))

    def expects_result(self, profile: Profile) -> bool | None:
        """Say whether its status goes with a result (else with an error); ``None`` for a status nobody knows."""
        return self.status in profile.statuses_with_result if self.status in profile.statuses else None

    @cached_property
    def texts(self) -> Sequence[tuple[str, str]]:
        """Every string of the envelope at any depth, with its pointer."""
        return list(texts_of(self.envelope))

    @cached_property
    def levels(self) -> Sequence[ResultLevel]:
        """Every object inside ``result``, outer ones first."""
        beside = _own_artifact_list("", self.envelope)
        return list(_levels(child("", "result"), self.envelope.get("result"), beside, self.receipt))

    @property
    def handles(self) -> Iterator[Handle]:
        """Every ``id`` and ``*_id`` of the result, outer ones first, each value once."""
        seen: set[str] = set()
        for level in self.levels:
            for key, value in level.members.items():
                named = key == "id" or key.endswith("_id")
                if named and isinstance(value, str | int) and not isinstance(value, bool) and str(value) not in seen:
                    seen.add(str(value))
                    if str(value).strip():
                        yield Handle(child(level.pointer, key), str(value))

    @cached_property
    def artifact_lists(self) -> Sequence[ArtifactList]:
        """Every list of artifacts, the one beside ``result`` first, with the roles that lead to it."""
        found = {artifacts.pointer: artifacts for artifacts in _own_artifact_list("", self.envelope)}
        roles: dict[str, list[Role]] = {}
        for level in self.levels:
            for artifacts in level.artifacts[:1]:
                found.setdefault(artifacts.pointer, artifacts)
                roles.setdefault(artifacts.pointer, []).extend(level.roles)
        beside = found.get(OUTER_ARTIFACTS)
        return [
            ArtifactList(
                pointer, artifacts.value, tuple(roles.get(pointer, ())), _conflicting_pointer(beside, artifacts, found)
            )
            for pointer, artifacts in found.items()
        ]


def _conflicting_pointer(
    beside: ArtifactList | None, artifacts: ArtifactList, found: Mapping[str, ArtifactList]
) -> str | None:
    if beside is None or artifacts.pointer != beside.pointer:
        return None
    return next((other.pointer for other in found.values() if other.paths != beside.paths), None)


def _own_artifact_list(pointer: str, members: JsonObject) -> tuple[ArtifactList, ...]:
    artifacts = members.get("artifacts")
    return () if artifacts is None else (ArtifactList(child(pointer, "artifacts"), artifacts),)


def _levels(
    pointer: str, result: JsonValue, beside: tuple[ArtifactList, ...], receipt: str | None
) -> Iterator[ResultLevel]:
    waiting = [(pointer, result, beside)]
    while waiting:
        pointer, value, artifacts = waiting.pop()
        if isinstance(value, Mapping):
            artifacts = _own_artifact_list(pointer, value) + artifacts
            yield ResultLevel(pointer, value, artifacts, receipt)
        inside = reversed(_children(pointer, value))
        waiting.extend(
            (place, inner, artifacts) for place, inner in inside if isinstance(inner, Mapping | list | tuple)
        )


def texts_of(value: JsonValue) -> Iterator[tuple[str, str]]:
    """Yield every string at any depth with its pointer."""
    return ((pointer, inner) for pointer, inner in _walk(value) if isinstance(inner, str))


def names_of(value: JsonValue) -> Iterator[tuple[str, str]]:
    """Yield the name of every member at any depth with the member's pointer."""
    return ((child(pointer, name), name) for pointer, inner in _walk(value) for name in as_object(inner))


def _walk(value: JsonValue) -> Iterator[tuple[str, JsonValue]]:
    """Every value with its pointer; without recursion, as a value may be deeper than the stack."""
    waiting = [("", value)]
    while waiting:
        pointer, inner = waiting.pop()
        yield pointer, inner
        waiting.extend(reversed(_children(pointer, inner)))


def _children(pointer: str, value: JsonValue) -> list[tuple[str, JsonValue]]:
    if isinstance(value, Mapping):
        return [(child(pointer, key), member) for key, member in value.items()]
    return [(child(pointer, index), item) for index, item in enumerate(as_array(value))]
