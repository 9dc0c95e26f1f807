"""Artifacts: storage for the full texts that a result only previews, each kept once under a descriptive name."""

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

from msgspec import Struct, field

from conformance.contract.references import ArtifactRef
from conformance.documents.files import new_file, translate_write_errors
from conformance.names import snake_case

# A text is encoded in pieces, to avoid holding the bytes of a large one at once.
_CHUNK = 1 << 20


class ArtifactSink(Protocol):
    """A destination for full texts."""

    def write(self, tool_name: str, role: str, text: str) -> ArtifactRef:
        """Store the text and return its reference; the same text in the same role always has the same reference."""
        ...


class MemorySink(Struct, frozen=True):
    """Keeps full texts in memory, under paths below an imaginary folder ``root``."""

    root: str = "artifacts"
    texts: dict[str, str] = field(default_factory=dict[str, str])

    def write(self, tool_name: str, role: str, text: str) -> ArtifactRef:
        """Store the text under its path."""
        digest = hashlib.sha256()
        for chunk in _chunks(text):
            digest.update(chunk)
        path = f"{self.root}/{_file_name(tool_name, role, digest.hexdigest())}"
        self.texts[path] = text
        return ArtifactRef(path=path)


class DirectorySink(Struct, frozen=True):
    """Writes each full text once into a folder, under a name made of its role and a digest of its content."""

    root: Path

    def write(self, tool_name: str, role: str, text: str) -> ArtifactRef:
        """Write the text in chunks; raises ``ConformanceError`` (unwritable) on failure."""
        digest = hashlib.sha256()
        with translate_write_errors(self.root):
            self.root.mkdir(parents=True, exist_ok=True)
            with new_file(self.root, "artifact") as file:
                for chunk in _chunks(text):
                    digest.update(chunk)
                    file.stream.write(chunk)
                target = self.root / _file_name(tool_name, role, digest.hexdigest())
                kept = ArtifactRef(path=str(target))  # validate the path before the file exists
                file.rename(target, durable=False)
        return kept


def _file_name(tool_name: str, role: str, digest: str) -> str:
    # File systems allow 255 bytes a name; two words of 60 characters and 16 digits of the digest leave room.
    return f"{snake_case(tool_name)[:60] or 'tool'}-{snake_case(role)[:60] or 'text'}-{digest[:16]}.log"


def _chunks(text: str) -> Iterator[bytes]:
    for start in range(0, len(text), _CHUNK):
        yield _encode(text[start : start + _CHUNK])


def _encode(chunk: str) -> bytes:
    try:
        return chunk.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return chunk.encode("utf-8", "surrogatepass")
