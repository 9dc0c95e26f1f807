"""Where a call of a trace is: its input and its result may be on different lines, or inside a text."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from conformance.documents.location import Location
from conformance.documents.pointers import parent
from conformance.findings import Finding
from conformance.rules.scopes import Part
from conformance.systems.records import BLOCKS_KEY, TEXT_KEY
from conformance.systems.traces import TracedCall

_INPUT, _RESULT = "/input", "/result"


class TracedOrigin(Struct, frozen=True):
    """The position of a call in a file; ``is_envelope`` says that its result is an envelope, and judged as one."""

    file: str
    call: TracedCall
    record: str
    is_envelope: bool

    def locate(self, found: Sequence[tuple[Finding, Part]]) -> list[Finding]:
        """Return the findings with their pointers into the line, and their locations in the file."""
        return [self._locate(finding, part) for finding, part in found]

    def _locate(self, finding: Finding, part: Part) -> Finding:
        pointer, location = self._position(finding.pointer, part)
        evidence = {**finding.evidence, "record": self.record}
        return replace(finding, pointer=pointer, location=location, evidence=evidence)

    def _position(self, pointer: str, part: Part) -> tuple[str, Location]:
        call, result = self.call, self.call.result
        if part == "entry" and call.input is not None and _begins(pointer, _INPUT):
            return call.input.locate(self.file, pointer.removeprefix(_INPUT))
        if self.is_envelope and result is not None:
            return result.locate(self.file, pointer)
        if result is not None and _begins(pointer, f"/{BLOCKS_KEY}"):
            return result.locate(self.file, pointer.removeprefix(f"/{BLOCKS_KEY}"))
        if result is not None and _begins(pointer, _RESULT):
            if result.part.is_content:  # it is in a text of the blocks
                return result.locate(self.file, "")
            return result.locate(self.file, pointer.removeprefix(_RESULT))
        if result is not None and _begins(pointer, f"/{TEXT_KEY}"):
            # the text is beside the structured result, in the object that holds both
            holder = result.part.whole or replace(result.part, pointer=parent(result.part.pointer))
            return replace(result, part=holder).locate(self.file, "")
        return call.name.locate(self.file, "")


def _begins(pointer: str, prefix: str) -> bool:
    return pointer == prefix or pointer.startswith(f"{prefix}/")
