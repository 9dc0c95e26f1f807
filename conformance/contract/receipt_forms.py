"""The lines that a tool's receipt may have, so that output imitating one of them can be marked.

They are derived from the renderers: each sample is rendered unchanged, and once more with every member that the
renderer reads present. So no label is defined twice.
"""

import functools

from conformance.contract.artifacts import MemorySink
from conformance.contract.bounds import Bounds
from conformance.contract.families import family_of
from conformance.contract.family import Family
from conformance.contract.receipt import Forms, Part, ReceiptLine, View, forms_of
from conformance.documents.values import JsonValue, as_array

TRUNCATION_NOTICE = ReceiptLine("some of it is left out here", "Truncated")
"""Printed if something was shortened and the family's own lines do not say so."""


class _FullView(View):
    """A result that has every member a renderer reads."""

    def text(self, key: str) -> str | None:
        return super().text(key) or "?"

    def scalar_text(self, key: str) -> str | None:
        return super().scalar_text(key) or "?"

    def flag(self, key: str) -> bool:
        return True

    def view(self, key: str) -> View:
        return _FullView(self.members.get(key))

    def views(self, key: str) -> list[View]:
        return [_FullView(item) for item in as_array(self.members.get(key)) or ({},)]

    def texts(self, key: str) -> list[str]:
        return super().texts(key) or ["?"]


@functools.cache
def forms_of_tool(tool_name: str) -> Forms | None:
    """Return the forms of all lines that a tool's renderer may write; ``None`` stands for a tool without a family."""
    family = family_of(tool_name)
    if family is None:
        return None
    parts: list[Part] = [TRUNCATION_NOTICE]
    for result in _sample_results(family, tool_name):
        for view in (View(result), _FullView(result)):
            parts += family.render(tool_name, view)
    return forms_of(parts)


def _sample_results(family: Family, tool_name: str) -> list[JsonValue]:
    outputs = [sample.output.result for sample in family.samples if sample.output.tool_name == tool_name]
    return [
        family.project(output, Bounds(tool_name, family.budget, MemorySink())).to_json()
        for output in outputs
        if output is not None
    ]
