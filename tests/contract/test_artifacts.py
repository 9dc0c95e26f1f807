"""Full texts are kept once, under a path that says what they are, and never outside their folder."""

from pathlib import Path

import pytest

from conformance.contract.artifacts import DirectorySink, MemorySink
from conformance.contract.references import ArtifactRef, ArtifactRole, roles_in
from conformance.errors import ConformanceError, ErrorKind


@pytest.mark.parametrize(
    "path", ["", "a\nb", "a\x00b", "\u202ea", "../a", "a/../../b", "http://x/a", "file:///etc/passwd"]
)
def test_a_reference_is_a_path_that_can_be_shown_and_stays_in_its_folder(path: str) -> None:
    with pytest.raises(ConformanceError, match="ArtifactRef field '/path' must be a path"):
        ArtifactRef(path=path)


def test_a_reference_holds_nothing_but_its_path() -> None:
    with pytest.raises(ConformanceError, match="ArtifactRef field '/description' is not a known field"):
        ArtifactRef(path="a.log", description="the log")  # type: ignore[call-arg]


def test_the_same_text_in_the_same_role_has_the_same_reference() -> None:
    sink = MemorySink()
    first, second = (sink.write("ExecCommand", "stdout", "text") for _ in range(2))
    assert first == second
    assert sink.texts == {first.path: "text"}
    assert first.path.startswith("artifacts/exec_command-stdout-")


def test_another_role_or_another_text_has_another_reference() -> None:
    sink = MemorySink()
    paths = {sink.write("T", role, text).path for role in ("stdout", "stderr") for text in ("a", "b")}
    assert len(paths) == 4


def test_a_folder_holds_the_text_byte_for_byte(tmp_path: Path) -> None:
    text = "ä\r\n\x00\udcff" + "x" * 3_000_000
    path = Path(DirectorySink(tmp_path / "new").write("ExecCommand", "stdout", text).path)
    assert path.parent == tmp_path / "new"
    assert path.read_bytes() == text.encode("utf-8", "surrogateescape")
    assert [entry.name for entry in path.parent.iterdir()] == [path.name]


def test_memory_and_folder_give_a_text_the_same_name(tmp_path: Path) -> None:
    ours = MemorySink().write("T", "log", "text \ud800").path
    assert Path(ours).name == Path(DirectorySink(tmp_path).write("T", "log", "text \ud800").path).name


@pytest.mark.parametrize("name", ["../../escape", "/etc/passwd", "..", "", "a" * 500, "x\x00y"])
def test_no_name_leads_out_of_the_folder(tmp_path: Path, name: str) -> None:
    root = tmp_path / "root"
    path = Path(DirectorySink(root).write(name, name, "text").path)
    assert path.resolve().parent == root.resolve()
    assert [entry.name for entry in tmp_path.iterdir()] == ["root"]


def test_a_planted_link_is_replaced_and_not_followed(tmp_path: Path) -> None:
    outside = tmp_path / "outside.txt"
    outside.write_text("keep me")
    sink = DirectorySink(tmp_path / "root")
    path = Path(sink.write("T", "log", "text").path)
    path.unlink()
    path.symlink_to(outside)
    sink.write("T", "log", "text")
    assert outside.read_text() == "keep me"
    assert path.read_text() == "text"
    assert not path.is_symlink()


def test_a_folder_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ConformanceError) as refused:
        DirectorySink(tmp_path / "file").write("T", "log", "text")
    assert refused.value.kind is ErrorKind.UNWRITABLE


def test_a_folder_that_no_reference_can_name_is_refused_and_nothing_is_left_in_it(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    with pytest.raises(ConformanceError, match="does not climb"):
        DirectorySink(tmp_path / "sub" / ".." / "out").write("T", "log", "text")
    assert list((tmp_path / "out").iterdir()) == []


def test_an_index_leads_into_the_nearest_enclosing_list() -> None:
    result = {
        "artifacts": [{"path": "a"}, {"path": "b"}],
        "stdout_artifact": 1,
        "items": [{"stderr_artifact": 0}],
        "task": {"artifacts": [{"path": "c"}], "output_artifact": 0},
    }
    assert list(roles_in(result)) == [
        ArtifactRole("/stdout_artifact", "stdout", "b"),
        ArtifactRole("/items/0/stderr_artifact", "stderr", "a"),
        ArtifactRole("/task/output_artifact", "output", "c"),
    ]


@pytest.mark.parametrize("index", [2, -1, True, 0.0])
def test_an_index_that_leads_nowhere_has_no_path(index: float) -> None:
    result = {"artifacts": [{"path": "a"}, {"path": "b"}], "log_artifact": index}
    assert list(roles_in(result)) == [ArtifactRole("/log_artifact", "log", None)]


def test_what_is_no_index_is_no_role() -> None:
    assert list(roles_in({"artifacts": [], "log_artifact": "0", "plan_artifact": None})) == []
