"""The command line behaves as its transcripts say."""

from pathlib import Path

import pytest

from tests.scenarios.scenario import matches, parse, run_command, working_in

SCENARIOS = sorted(Path(__file__).parent.glob("*.scenario"))


@pytest.mark.parametrize("path", SCENARIOS, ids=[path.stem for path in SCENARIOS])
def test_the_command_line_does_what_the_transcript_says(path: Path, tmp_path: Path) -> None:
    scenario = parse(path.read_text("utf-8"))
    for name, content in scenario.files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(content, "utf-8", newline="")
    with working_in(tmp_path):
        for step in scenario.steps:
            status, output = run_command(step.command)
            assert status == step.status, f"$ {step.command}\n{output}"
            if step.output is not None:
                assert matches(step.output, output), f"$ {step.command}\n--- expected\n{step.output}\n--- got\n{output}"


def test_a_scenario_that_expects_another_output_does_not_match() -> None:
    assert matches("a ... c", "a b c")
    assert not matches("a ... c", "a b d")
    assert not matches("a", "a b")
