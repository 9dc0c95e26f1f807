"""Reads tools from a text file, one per line, as in `catalogue:tools.txt`: a name, a colon and a description."""

from pathlib import Path

from conformance import Adapter, ConformanceError, ErrorKind, JsonObject, Opening, Runtime, SilentRuntime

_NO_INPUT: JsonObject = {"type": "object", "additionalProperties": False, "properties": {}}


class Catalogue(SilentRuntime):
    """The tools of a text file; it can only describe them, and lacks every other operation."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def describe(self) -> JsonObject:
        """Return the inventory; raises ``ConformanceError`` when the file cannot be read."""
        try:
            lines = self._file.read_text("utf-8").splitlines()
        except OSError as error:
            message = f"cannot read the catalogue: {error}"
            raise ConformanceError(ErrorKind.UNREACHABLE, message, "check the path") from None
        tools = [line.split(":", 1) for line in lines if ":" in line]
        return {
            "version": 2,
            "source_of_truth": {},
            "stability_policy": {},
            "tools": [{"name": name, "description": text.strip(), "input_schema": _NO_INPUT} for name, text in tools],
        }


def open_catalogue(rest: str, opening: Opening) -> Runtime:
    """Return the runtime for what follows the scheme; the path is relative to the folder of the caller."""
    return Catalogue(opening.base / rest)


ADAPTER = Adapter(schemes=("catalogue",), open=open_catalogue, noun="catalogue of tools")
