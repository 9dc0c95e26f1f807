"""No command hangs, crashes or fills the memory on any schema: each gives an answer, or says what it left out."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from conformance.schema.references import Reach, References
from tests.commands.bomb_runs import COMMANDS, input_schema
from tests.commands.schema_bombs import bombs

_MEGABYTES = 500
# What no command may say of a valid schema.
_FAULTS = ("Traceback (most recent call last)", "fault of the harness", "CONFORMANCE_TRACEBACK", "INTERNALERROR")
# A part of all runs that takes half a minute: each command gets other bombs, some of each family.
_STEP = 44

linux_only = pytest.mark.skipif(sys.platform != "linux", reason="the limits are those of Linux")


@linux_only
@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_answers_or_refuses_some_bombs_within_the_limits(command: str) -> None:
    first = list(COMMANDS).index(command) * _STEP // len(COMMANDS)
    _assert_within_limits(command, _STEP, first)


@linux_only
@pytest.mark.long
@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_answers_or_refuses_each_bomb_within_the_limits(command: str) -> None:
    _assert_within_limits(command, 1, 0)


def _assert_within_limits(command: str, step: int, first: int) -> None:
    run = [sys.executable, "-m", "tests.commands.bomb_runs", command, str(step), str(first)]
    root = Path(__file__).parents[2]
    lines = subprocess.run(run, cwd=root, capture_output=True, text=True, check=True).stdout.splitlines()
    ends = [json.loads(line) for line in lines]
    assert [name for name, *_ in ends] == list(bombs())[first::step]
    assert [one[:4] for one in ends if one[1] not in (0, 1, 2) or one[3] > _MEGABYTES or not one[4].strip()] == []
    assert [one[0] for one in ends if any(fault in one[4] for fault in _FAULTS)] == []


def test_there_are_two_hundred_bombs_of_which_each_can_be_read() -> None:
    assert len(bombs()) > 200
    # Definitions that are not found where the references look for them would harm nobody.
    inputs = {name: References(input_schema(schema)) for name, schema in bombs().items()}
    assert [name for name, one in inputs.items() if any(ref.reach is not Reach.LOCAL for ref in one)] == []
