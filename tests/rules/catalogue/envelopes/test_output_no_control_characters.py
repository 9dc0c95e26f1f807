"""A command to the terminal is told from colours, progress bars and honest links."""

import pytest

from conformance.commands.check import check
from conformance.commands.registry import applied_rules
from conformance.findings import Finding
from conformance.settings.profiles import load_profile
from conformance.systems.adapters.reference import reference_surface
from conformance.systems.surface import Record, Surface

PROFILE = load_profile("holon")
RULES = applied_rules(PROFILE, ["output_no_control_characters.terminal_commands"])


def _found(text: str, receipt: str | None = None) -> list[Finding]:
    envelope = {"tool_name": "ExecCommand", "status": "success", "summary_text": "ok", "error": None}
    record = Record("1", {**envelope, "result": {"stdout_preview": text}}, receipt)
    surface = Surface("log", reference_surface().inventory, [record])
    return list(check(surface, PROFILE, RULES).findings)


@pytest.mark.parametrize(
    "text",
    [
        "\u001b[31;1mFAIL\u001b[0m",
        "10 %\r100 %\u001b[2K\u001b[1A",
        "\u001b[38;5;8mgrey\u001b[0m \u001b[48;2;8;8;8mblack\u001b[m \u001b[1;58;5;8m",
        "\u001b]0;cargo test\u0007\u001b]133;A\u0007",
        "\u001b]8;;https://example.org/a\u001b\\example.org\u001b]8;;\u001b\\",
        "\u001b]8;;https://example.org/a\u001b\\https://example.org/b\u001b]8;;\u001b\\",
    ],
    ids=["colour", "progress", "grey", "title", "link", "link of the same host"],
)
def test_what_only_looks_nice_is_no_command(text: str) -> None:
    assert _found(text) == []


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("\u001b[1;8mhidden", "conceals a part of itself"),
        ("\u001b[38;5;1;8mhidden", "conceals a part of itself"),
        ("\u009b08mhidden", "conceals a part of itself"),
        ("\u001b[0c", "type an answer"),
        ("\u001b[?6n", "type an answer"),
        ("\u001b]1337;File=name=YQ==:AAAA\u0007", "the clipboard, a file or a font"),
        ("\u001b_Gf=100;AAAA\u001b\\", "a program or a macro"),
    ],
)
def test_a_command_is_told_with_its_place(text: str, says: str) -> None:
    (finding,) = _found(text)
    assert says in finding.message
    assert finding.evidence["character"] == 1
    assert str(finding.evidence["text"]).startswith(text[:2])


def test_a_recorded_receipt_is_judged_instead_of_the_envelope() -> None:
    assert _found("\u001b[8mhidden", receipt="\\x1b[8mhidden") == []
