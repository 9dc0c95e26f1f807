"""No command hangs, crashes or fills the memory on any schema: each gives an answer, or says what it left out."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.commands.bomb_runs import COMMANDS
from tests.commands.schema_bombs import bombs

_MEGABYTES = 500
# What no command may say of a valid schema.
_FAULTS = ("Traceback (most recent call last)", "fault of the harness", "CONFORMANCE_TRACEBACK", "INTERNALERROR")

pytestmark = [pytest.mark.long, pytest.mark.skipif(sys.platform != "linux", reason="the limits are those of Linux")]


@pytest.mark.parametrize("command", COMMANDS)
def test_each_bomb_is_answered_or_refused_within_the_limits(command: str) -> None:
    root = Path(__file__).parents[2]
    run = [sys.executable, "-m", "tests.commands.bomb_runs", command]
    lines = subprocess.run(run, cwd=root, capture_output=True, text=True, check=True).stdout.splitlines()
    ends = [json.loads(line) for line in lines]
    assert [name for name, *_ in ends] == list(bombs())
    assert [one[:4] for one in ends if one[1] not in (0, 1, 2) or one[3] > _MEGABYTES] == []
    assert [one[0] for one in ends if any(fault in one[4] for fault in _FAULTS)] == []


def test_there_are_two_hundred_bombs() -> None:
    assert len(bombs()) > 200
