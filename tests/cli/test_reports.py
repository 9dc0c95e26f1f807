"""``--output`` belongs to the ``--format`` before it."""

from pathlib import Path

import pytest

from conformance.cli._reports import Sink, pair_outputs


@pytest.mark.parametrize(
    ("args", "sinks"),
    [
        ([], [Sink("text")]),
        (["--format", "json"], [Sink("json")]),
        (["--format", "json", "--output", "a.json"], [Sink("json", Path("a.json"))]),
        (["-f", "text", "-f", "json", "-o", "a.json"], [Sink("text"), Sink("json", Path("a.json"))]),
        (["--format=json", "--output=a.json", "-ftext"], [Sink("json", Path("a.json")), Sink("text")]),
        (["--output", "a.txt"], [Sink("text", Path("a.txt"))]),
        (["x.json", "--", "--format", "json"], [Sink("text")]),
    ],
)
def test_each_output_goes_to_the_format_before_it(args: list[str], sinks: list[Sink]) -> None:
    assert pair_outputs(args) == sinks
