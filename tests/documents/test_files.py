"""A reader sees the old content or the new, and a failure leaves everything as it was."""

import errno
import os
import stat
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from conformance.display import code_text
from conformance.documents import files
from conformance.documents.files import hold_folder, new_file, remove_leftovers, write_atomically
from conformance.errors import ConformanceError, ErrorKind
from tests.refusals import Refusal, refusal_of


def names(folder: Path) -> list[str]:
    return sorted(entry.name for entry in folder.iterdir())


def test_a_new_file_is_written_with_the_usual_mode(tmp_path: Path) -> None:
    path = tmp_path / "inv.json"
    assert write_atomically(path, b"new")
    assert path.read_bytes() == b"new"
    umask = os.umask(0)
    os.umask(umask)
    assert stat.S_IMODE(path.stat().st_mode) == 0o666 & ~umask
    assert names(tmp_path) == ["inv.json"]


def test_the_mode_of_a_file_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "inv.json"
    path.write_bytes(b"old")
    path.chmod(0o640)
    assert write_atomically(path, b"new")
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_equal_content_is_not_written_again(tmp_path: Path) -> None:
    path = tmp_path / "inv.json"
    path.write_bytes(b"same")
    before = path.stat()
    assert not write_atomically(path, b"same")
    after = path.stat()
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_a_link_is_kept_and_its_target_is_rewritten(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    target = tmp_path / "elsewhere" / "real.json"
    target.write_bytes(b"old")
    link = tmp_path / "inv.json"
    link.symlink_to(target)
    assert write_atomically(link, b"new")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"
    assert names(tmp_path / "elsewhere") == ["real.json"]


@pytest.mark.parametrize("target", ["inv.json", "missing.json"])
def test_a_link_that_leads_nowhere_is_refused(tmp_path: Path, target: str) -> None:
    link = tmp_path / "inv.json"
    link.symlink_to(target)
    with pytest.raises(ConformanceError) as refused:
        write_atomically(link, b"new")
    assert refused.value.kind is ErrorKind.UNWRITABLE
    assert names(tmp_path) == ["inv.json"]


def test_leftovers_and_planted_links_of_a_foreseeable_name_do_not_matter(tmp_path: Path) -> None:
    outside = tmp_path / "outside.json"
    outside.write_bytes(b"keep me")
    (tmp_path / "work").mkdir()
    (tmp_path / "work" / ".inv.json.tmp").symlink_to(outside)
    assert write_atomically(tmp_path / "work" / "inv.json", b"new")
    assert outside.read_bytes() == b"keep me"


def test_a_full_disk_leaves_the_old_file_and_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "inv.json"
    path.write_bytes(b"old")

    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(ConformanceError) as refused:
        write_atomically(path, b"new")
    assert refused.value.kind is ErrorKind.UNWRITABLE
    assert "No space left on device" in refused.value.message
    assert path.read_bytes() == b"old"
    assert names(tmp_path) == ["inv.json"]


def test_after_a_failing_sync_of_the_folder_the_new_content_is_not_denied(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "inv.json"
    path.write_bytes(b"old")
    sync = os.fsync

    def fail_for_folders(error: int) -> None:
        def fsync(descriptor: int) -> None:
            if stat.S_ISDIR(os.fstat(descriptor).st_mode):
                raise OSError(error, os.strerror(error))
            sync(descriptor)

        monkeypatch.setattr(os, "fsync", fsync)

    fail_for_folders(errno.EIO)
    with pytest.raises(ConformanceError, match=r"^wrote .*, but its folder could not be synced: ") as failed:
        write_atomically(path, b"new")
    assert failed.value.recovery_hint.startswith("the new content is in place")
    assert path.read_bytes() == b"new"
    fail_for_folders(errno.EINVAL)  # this file system has no such operation
    assert write_atomically(path, b"newer")


def test_a_hard_link_is_not_taken_apart(tmp_path: Path) -> None:
    path, other = tmp_path / "inv.json", tmp_path / "other.json"
    path.write_bytes(b"old")
    other.hardlink_to(path)
    with pytest.raises(ConformanceError, match="has 2 hard links"):
        write_atomically(path, b"new")
    assert not write_atomically(path, b"old")
    other.unlink()
    assert write_atomically(path, b"new")


def test_what_a_killed_writer_left_is_removed_by_the_next_and_what_others_hold_or_own_is_kept(tmp_path: Path) -> None:
    left = tmp_path / f".inv.json.{'0' * 16}.tmp"
    kept = [f".inv.json.{'0' * 15}.tmp", f".other.json.{'0' * 16}.tmp", f"inv.json.{'0' * 16}.tmp", ".inv.json.tmp"]
    for file in (left, *(tmp_path / name for name in kept)):
        file.write_bytes(b"half")
    (tmp_path / f".inv.json.{'1' * 16}.tmp").symlink_to(kept[1])
    (tmp_path / f".inv.json.{'2' * 16}.tmp").mkdir()
    os.mkfifo(tmp_path / f".inv.json.{'3' * 16}.tmp")
    with new_file(tmp_path, "inv.json") as other:
        other.stream.write(b"other")
        assert write_atomically(tmp_path / "inv.json", b"new")
        assert not left.exists()
        assert len(names(tmp_path)) == len(kept) + 5
        other.rename(tmp_path / "inv.json", durable=True)
    assert (tmp_path / "inv.json").read_bytes() == b"other"


FAULTY = """
import errno, os, signal, stat, sys
from pathlib import Path
from conformance.documents.files import write_atomically
from conformance.errors import ConformanceError

fault, number, file = sys.argv[1], int(sys.argv[2]), Path(sys.argv[3])
left = [number]

def faulty(call):
    def run(*arguments, **options):
        left[0] -= 1
        if left[0]:
            return call(*arguments, **options)
        if fault == "KILL":
            os.kill(os.getpid(), signal.SIGKILL)
        raise OSError(getattr(errno, fault), "injected")
    return run

class Stream:
    def __init__(self, stream):
        self.write, self.flush, self.fileno = faulty(stream.write), faulty(stream.flush), stream.fileno
        self.close = faulty(stream.close)

opened = os.fdopen
os.fdopen = faulty(lambda *arguments: Stream(opened(*arguments)))
for name in ("open", "stat", "fchmod", "fsync", "replace", "unlink", "scandir", "close"):
    setattr(os, name, faulty(getattr(os, name)))
try:
    write_atomically(file, b"new" * 9000)
except ConformanceError as error:
    print(error.recovery_hint)
sys.exit(3 if left[0] <= 0 else 0)
"""
"""Writes a file while the n-th call of the system fails or is the last one; exits with 0 if there was none."""


@pytest.mark.parametrize("fault", ["KILL", "EIO", "ENOSPC"])
@pytest.mark.parametrize("old", [b"old", None])
def test_at_whatever_call_a_write_ends_the_file_is_whole_and_the_next_write_clears_up(
    tmp_path: Path, fault: str, old: bytes | None
) -> None:
    for number in range(1, 40):
        folder = tmp_path / str(number)
        folder.mkdir()
        path = folder / "inv.json"
        if old is not None:
            path.write_bytes(old)
        ended = subprocess.run(
            [sys.executable, "-c", FAULTY, fault, str(number), str(path)], capture_output=True, text=True, check=False
        )
        now = path.read_bytes() if path.exists() else None
        assert now in (old, b"new" * 9000), number
        assert not ended.stderr, number
        assert "was not changed" not in ended.stdout or now == old, number
        assert "is in place" not in ended.stdout or now != old, number
        assert now != old or ended.stdout or fault == "KILL", number
        write_atomically(path, b"newer")
        assert names(folder) == ["inv.json"], number
        if ended.returncode == 0:
            break
    assert ended.returncode == 0
    assert number > 5


def test_a_folder_that_may_not_be_written_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "inv.json"
    path.write_bytes(b"old")

    def denied(*_arguments: object) -> int:
        raise PermissionError(13, "Permission denied")

    with monkeypatch.context() as patched:
        patched.setattr(os, "open", denied)
        with pytest.raises(ConformanceError, match="Permission denied") as refused:
            write_atomically(path, b"new")
    assert refused.value.kind is ErrorKind.UNWRITABLE
    assert path.read_bytes() == b"old"
    assert names(tmp_path) == ["inv.json"]


@pytest.mark.parametrize("name", ["folder", "missing/inv.json", "file/inv.json", "nul\x00name"])
def test_what_cannot_be_written_is_named(tmp_path: Path, name: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(ConformanceError) as refused:
        write_atomically(tmp_path / name, b"new")
    assert refused.value.kind is ErrorKind.UNWRITABLE
    assert "cannot write" in refused.value.message
    assert names(tmp_path) == ["file", "folder"]


def test_an_interruption_leaves_no_file_behind(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        _write_half(tmp_path)
    assert names(tmp_path) == []


def _write_half(folder: Path) -> None:
    with new_file(folder, "inv.json") as file:
        file.stream.write(b"half")
        assert len(names(folder)) == 1
        raise KeyboardInterrupt


def test_a_very_long_name_can_be_written(tmp_path: Path) -> None:
    path = tmp_path / ("x" * 250)
    assert write_atomically(path, b"new")
    assert path.read_bytes() == b"new"


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="the system has no terminals that a test can open")
def test_a_device_is_written_to_and_not_replaced() -> None:
    # a device of the test's own, in a folder where nobody can make files: a wrong writer would replace it for all
    reader, device = os.openpty()
    path = Path(os.ttyname(device))
    assert write_atomically(path, b"new")
    assert os.read(reader, 10) == b"new"
    assert path.is_char_device()
    os.close(device)
    os.close(reader)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
def test_a_pipe_that_nobody_reads_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(ConformanceError, match="no program reads this pipe"):
        write_atomically(tmp_path / "pipe", b"new")
    descriptor = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    assert write_atomically(tmp_path / "pipe", b"new")
    assert os.read(descriptor, 10) == b"new"
    os.close(descriptor)


def test_a_reader_never_sees_a_part(tmp_path: Path) -> None:
    path = tmp_path / "inv.json"
    contents = [bytes([65 + number]) * 200_000 for number in range(4)]
    path.write_bytes(contents[0])
    seen: list[Any] = []

    def write(content: bytes) -> None:
        for _ in range(5):
            write_atomically(path, content)

    writers = [threading.Thread(target=write, args=(content,)) for content in contents]
    for writer in writers:
        writer.start()
    while any(writer.is_alive() for writer in writers):
        seen.append(path.read_bytes())
    assert all(content in contents for content in seen)
    assert path.read_bytes() in contents
    assert names(tmp_path) == ["inv.json"]


def test_of_several_that_change_what_they_have_read_none_loses_what_another_wrote(tmp_path: Path) -> None:
    path = tmp_path / "count"
    path.write_text("0")

    def count() -> None:
        for _ in range(5):
            with hold_folder(path):
                write_atomically(path, str(int(path.read_bytes()) + 1).encode())

    writers = [threading.Thread(target=count) for _ in range(8)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert (path.read_text(), names(tmp_path)) == ("40", ["count"])


def test_a_folder_that_does_not_exist_is_held_by_nobody_and_named_by_the_write(tmp_path: Path) -> None:
    path = tmp_path / "missing" / "count"
    with pytest.raises(ConformanceError, match="No such file"), hold_folder(path):
        write_atomically(path, b"0")


def test_a_temporary_file_that_another_writer_took_for_a_leftover_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, lock, created = tmp_path / "inv.json", files._lock, []

    def lock_late(descriptor: int, *, waits: bool = False) -> bool | None:
        created.extend(name for name in names(tmp_path) if name not in created)
        if len(created) == 1:  # the other one has it, and then removes it
            return False
        if len(created) == 2:
            (tmp_path / created[1]).unlink()
        return lock(descriptor, waits=waits)

    monkeypatch.setattr(files, "_lock", lock_late)
    assert write_atomically(path, b"new")
    assert len(created) == 3
    assert path.read_bytes() == b"new"
    assert names(tmp_path) == ["inv.json"]


def test_where_files_have_no_locks_they_are_written_and_what_is_left_over_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = f".inv.json.{'0' * 16}.tmp"
    (tmp_path / left).write_bytes(b"left")

    def unsupported(*_arguments: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr("fcntl.flock", unsupported)
    with hold_folder(tmp_path / "inv.json"):
        assert write_atomically(tmp_path / "inv.json", b"new")
    assert names(tmp_path) == [left, "inv.json"]


def test_a_device_that_may_not_be_opened_is_named_with_the_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    os.mkfifo(tmp_path / "pipe")

    def denied(*_arguments: object) -> int:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(os, "open", denied)
    with pytest.raises(ConformanceError, match="Permission denied"):
        write_atomically(tmp_path / "pipe", b"new")


def test_a_system_that_syncs_no_folders_is_not_asked_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files.os, "name", "nt")
    monkeypatch.setattr(files, "_open_folder", None)
    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", synced.append)
    files._sync_folder(tmp_path)
    assert synced == []


def test_a_folder_is_not_replaced_by_a_file(tmp_path: Path) -> None:
    (tmp_path / "inv.json").mkdir()
    with pytest.raises(ConformanceError, match="is a folder"):
        write_atomically(tmp_path / "inv.json", b"new")
    assert names(tmp_path) == ["inv.json"]


@pytest.mark.parametrize("durable", [False, True])
def test_only_a_durable_file_waits_for_the_disk(durable: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", synced.append)
    with new_file(tmp_path, "artifact") as file:
        file.stream.write(b"content")
        file.rename(tmp_path / "artifact", durable=durable)
    assert (tmp_path / "artifact").read_bytes() == b"content"
    assert len(synced) == (2 if durable else 0)  # the file, and the folder that names it


@pytest.mark.parametrize("name", ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"])
def test_an_open_stream_is_written_to_behind_what_it_has_even_where_it_is_a_file(tmp_path: Path, name: str) -> None:
    output = tmp_path / "output"
    code = "import pathlib, sys; from conformance.documents.files import write_atomically; print('first');"
    code += f" write_atomically(pathlib.Path({name!r}), b'second\\n'); print('third')"
    with output.open("wb") as stream:
        subprocess.run([sys.executable, "-c", code], stdout=stream, check=True)
    assert output.read_text() == "first\nsecond\nthird\n"
    piped = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, check=True)
    assert piped.stdout == b"first\nsecond\nthird\n"


@pytest.mark.parametrize("name", ["/dev/fd/{}", "/proc/self/fd/{}"])
def test_a_stream_is_written_to_behind_what_it_has(tmp_path: Path, name: str) -> None:
    with (tmp_path / "output").open("wb", buffering=0) as stream:
        stream.write(b"first ")
        assert write_atomically(Path(name.format(stream.fileno())), b"second ")
        stream.write(b"third")
    assert (tmp_path / "output").read_bytes() == b"first second third"


def test_the_standard_streams_have_names(capfd: pytest.CaptureFixture[str]) -> None:
    sys.stdout.write("before ")
    assert write_atomically(Path("/dev/stdout"), b"output")
    assert write_atomically(Path("/dev/stderr"), b"error")
    assert capfd.readouterr() == ("before output", "error")


CHECK = "check the path, the permissions of its folder and the free space; the file was not changed"


def test_a_refusal_names_the_file_and_says_what_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    folder = Path("f" * 150)  # a path is shown whole up to 200 characters
    folder.mkdir()
    assert refusal_of(write_atomically, folder, b"") == Refusal(
        ErrorKind.UNWRITABLE, f"cannot write `{folder}`: is a folder", CHECK
    )
    with_nul = refusal_of(write_atomically, Path("a\x00"), b"")  # the rest are the words of a version of Python
    assert with_nul.message.startswith(r"cannot write `a\x00`: ")
    assert "embedded null" in with_nul.message
    assert with_nul == Refusal(ErrorKind.UNWRITABLE, with_nul.message, CHECK)
    file = folder / "x.json"
    file.write_bytes(b"old")
    (tmp_path / "other").hardlink_to(file)
    shown = tmp_path / file
    assert refusal_of(write_atomically, file, b"new") == Refusal(
        ErrorKind.UNWRITABLE,
        f"cannot write {code_text(str(shown), 200)}: it has 2 hard links, which would come apart",
        "delete the other link, or replace this one by a copy",
    )
    (tmp_path / "other").unlink()

    def fail(_folder: Path) -> None:
        raise OSError(errno.EIO, "broken")

    monkeypatch.setattr(files, "_sync_folder", fail)
    assert refusal_of(write_atomically, file, b"new") == Refusal(
        ErrorKind.UNWRITABLE,
        f"wrote {code_text(str(shown), 200)}, but its folder could not be synced: broken",
        "the new content is in place, but a power cut could bring the old one back; check the disk",
    )


def test_a_run_that_has_nothing_new_to_write_removes_the_leftovers_of_one_that_was_killed(tmp_path: Path) -> None:
    file = tmp_path / "x.json"
    file.write_bytes(b"old")
    for name in ("x.json", "other.json"):
        (tmp_path / f".{name}.{'0' * 16}.tmp").write_bytes(b"half")
    assert not write_atomically(file, b"old")
    assert names(tmp_path) == [f".other.json.{'0' * 16}.tmp", "x.json"]


def test_the_leftovers_of_all_files_of_a_folder_are_removed_where_none_is_named(tmp_path: Path) -> None:
    left = [f".{name}.{'0' * 16}.tmp" for name in ("inv.json", "a\nb")]
    kept = [f"..{'0' * 16}.tmp", "inv.json"]
    for name in (*left, *kept):
        (tmp_path / name).write_bytes(b"half")
    remove_leftovers(tmp_path)
    assert names(tmp_path) == sorted(kept)
    remove_leftovers(tmp_path / "missing")


def test_a_link_that_took_the_place_of_a_leftover_is_kept(tmp_path: Path) -> None:
    (tmp_path / "target").write_bytes(b"target")
    (tmp_path / "left").symlink_to("target")
    files._remove_if_unheld(tmp_path / "left")
    assert names(tmp_path) == ["left", "target"]


def test_a_pipe_that_took_the_place_of_a_leftover_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "left")
    files._remove_if_unheld(tmp_path / "left")
    assert names(tmp_path) == []


def test_a_new_file_whose_folder_cannot_be_looked_at_is_taken_for_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_path: Path) -> bool:
        raise OSError(errno.EIO, "broken")

    with monkeypatch.context() as patched:
        patched.setattr(Path, "exists", fail)
        with new_file(tmp_path, "inv.json") as file:
            file.stream.write(b"new")
            file.rename(tmp_path / "inv.json", durable=True)
    assert (tmp_path / "inv.json").read_bytes() == b"new"
