"""Whatever system call of a writing command fails or is its last, no file is torn or lost, and what is said is true."""

from pathlib import Path

import pytest

from tests.commands.fault_commands import COMMANDS
from tests.commands.fault_runs import STRACE, FaultRuns, Point, points_of, some_of

LOG = """\
openat(AT_FDCWD</repo>, "/usr/lib/x.py", O_RDONLY) = 3</usr/lib/x.py>
openat(AT_FDCWD</repo>, "tools.json", O_RDONLY) = 3</repo/tools.json>
write(4</repo/.tools.json.0a.tmp>, "/"..., 9) = 9
write(1</out>, "x"..., 9) = 9
rename(".tools.json.0a.tmp", "tools.json") = 0
newfstatat(5</repo>, "", {st_mode=S_IFDIR|0755, ...}, AT_EMPTY_PATH) = 0
--- SIGCHLD {si_signo=SIGCHLD} ---
fsync(5</repo>) = 0
newfstatat(AT_FDCWD</repo>, "/repo/__pycache__/x.pyc", 0x7ffe, 0) = -1 ENOENT
"""


def test_the_calls_that_touch_a_folder_are_counted_among_all_of_their_name() -> None:
    found = [(point.call, point.number) for point in points_of(LOG, Path("/repo"))]
    assert found == [("openat", 2), ("write", 1), ("rename", 1), ("newfstatat", 1), ("fsync", 1)]


def test_a_file_outside_counts_where_it_is_one_of_the_run() -> None:
    found = [point.number for point in points_of(LOG, Path("/repo"), (Path("/out"),)) if point.call == "write"]
    assert found == [1, 2]


def test_of_many_calls_that_are_alike_the_first_ones_and_the_last_one_are_failed() -> None:
    points = [Point("write", number, kinds=(("/repo", ".md"),)) for number in range(1, 101)]
    assert [point.number for point in some_of(points)] == [1, 2, 3, 4, 5, 6, 100]
    assert some_of(points[:3]) == points[:3]


@pytest.mark.long
@pytest.mark.skipif(STRACE is None, reason="the faults are injected by strace, which is not installed")
@pytest.mark.parametrize("name", COMMANDS)
def test_each_fault_leaves_whole_files_and_true_words(name: str, tmp_path: Path) -> None:
    runs, found = FaultRuns(name, tmp_path.resolve()).wrong()
    assert runs > 20
    assert found == []
