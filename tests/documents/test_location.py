"""A position is printed so that editors open it, and paths are as short as the reader needs."""

from pathlib import Path

import pytest

from conformance.documents.location import Location, real_path, short_path
from conformance.errors import ConformanceError


def test_a_position_is_written_for_people_and_for_programs() -> None:
    place = Location("a.json", 3, 7)
    assert str(place) == "a.json:3:7"
    assert place.to_value() == {"file": "a.json", "line": 3, "column": 7}


def test_a_path_below_the_working_folder_is_named_from_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert short_path(tmp_path / "a" / "b.json") == Path("a/b.json")
    assert short_path(tmp_path.parent / "b.json") == tmp_path.parent / "b.json"


def test_a_loop_of_links_has_a_path_as_what_is_missing_has(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    assert real_path(tmp_path / "a").parent == real_path(tmp_path / "missing").parent == tmp_path.resolve()


def test_a_name_that_no_file_can_have_in_this_locale_is_an_error_with_the_cure() -> None:
    with pytest.raises(ConformanceError, match="no file can be named") as caught:
        real_path(Path("a\ud800b"))
    assert "PYTHONUTF8=1" in caught.value.recovery_hint
