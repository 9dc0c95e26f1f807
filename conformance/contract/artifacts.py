"""Artifacts: where the full text of what a result only previews is kept.

A reference is a path and nothing else; what it is to the result is said by an index named after the role, such as
``stdout_artifact``, into the one list ``artifacts`` inside ``result``. A list beside ``result`` or deeper inside it is
understood when reading.
"""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Protocol, TypeAlias

from pydantic import BaseModel, ConfigDict, PlainValidator, WithJsonSchema

from conformance.json_values import JsonValue, as_array, as_object, as_text
from conformance.pointers import child
from conformance.words import is_hidden, snake_case
from conformance.writing import new_file, refusing

ROLE_ENDING = "_artifact"
_CHUNK = 1 << 20


def _path(value: object) -> str:
    if not isinstance(value, str) or not value.strip() or any(map(is_hidden, value)):
        raise ValueError("must be a path: a string that is not blank and has no control characters")
    if ".." in value.replace("\\", "/").split("/"):
        raise ValueError("must be a path that does not climb out of its folder")
    return value


ArtifactPath: TypeAlias = Annotated[str, PlainValidator(_path), WithJsonSchema({"type": "string", "minLength": 1})]


class ArtifactRef(BaseModel):
    """A reference to a file that holds a full text: its path and nothing else."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    path: ArtifactPath


class ArtifactSink(Protocol):
    """Where full texts go."""

    def write(self, tool_name: str, role: str, text: str) -> ArtifactRef:
        """Keep the text and return the reference to it; the same text in the same role has the same reference."""
        ...


@dataclass(frozen=True)
class MemorySink:
    """Keeps full texts in memory, under paths that look like those of a folder ``root``."""

    root: str = "artifacts"
    texts: dict[str, str] = field(default_factory=dict[str, str])

    def write(self, tool_name: str, role: str, text: str) -> ArtifactRef:
        """Keep the text under its path."""
        digest = hashlib.sha256()
        for chunk in _chunks(text):
            digest.update(chunk)
        path = f"{self.root}/{_file_name(tool_name, role, digest.hexdigest())}"
        self.texts[path] = text
        return ArtifactRef(path=path)


@dataclass(frozen=True)
class DirectorySink:
    """Writes full texts into one folder, each once, under a name made of its role and its content."""

    root: Path

    def write(self, tool_name: str, role: str, text: str) -> ArtifactRef:
        """Write the text in a piece at a time; raises ``ConformanceError`` (unwritable) when it can't."""
        digest = hashlib.sha256()
        with refusing(self.root):
            self.root.mkdir(parents=True, exist_ok=True)
            with new_file(self.root, "artifact") as file:
                for chunk in _chunks(text):
                    digest.update(chunk)
                    file.stream.write(chunk)
                target = self.root / _file_name(tool_name, role, digest.hexdigest())
                file.rename(target, durable=False)
        return ArtifactRef(path=str(target))


@dataclass(frozen=True, slots=True)
class Role:
    """What one artifact is to its result: the pointer of the index, the role's name, and the path if there is one."""

    pointer: str
    name: str
    path: str | None


def roles_in(result: JsonValue) -> Iterator[Role]:
    """Yield every role index at any depth, with the path that it leads to in the nearest enclosing ``artifacts``."""
    yield from _roles(result, "", ())


def artifact_paths(value: JsonValue) -> list[str | None]:
    """Return the paths of an ``artifacts`` list; ``None`` stands for what is no reference."""
    return [as_text(as_object(item).get("path")) for item in as_array(value)]


def _roles(value: JsonValue, pointer: str, paths: "tuple[str | None, ...]") -> Iterator[Role]:
    if isinstance(value, Mapping):
        paths = tuple(artifact_paths(value["artifacts"])) if "artifacts" in value else paths
        for key, member in value.items():
            if key.endswith(ROLE_ENDING) and isinstance(member, int | float):
                name = key.removesuffix(ROLE_ENDING).replace("_", " ")
                counts = isinstance(member, int) and not isinstance(member, bool)
                yield Role(child(pointer, key), name, paths[member] if counts and 0 <= member < len(paths) else None)
            elif key != "artifacts":
                yield from _roles(member, child(pointer, key), paths)
    for index, item in enumerate(as_array(value)):
        yield from _roles(item, child(pointer, index), paths)


def _file_name(tool_name: str, role: str, digest: str) -> str:
    return f"{snake_case(tool_name)[:60] or 'tool'}-{snake_case(role)[:60] or 'text'}-{digest[:16]}.log"


def _chunks(text: str) -> Iterator[bytes]:
    for start in range(0, len(text), _CHUNK):
        yield _encoded(text[start : start + _CHUNK])


def _encoded(chunk: str) -> bytes:
    try:
        return chunk.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return chunk.encode("utf-8", "surrogatepass")
