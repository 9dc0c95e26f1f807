"""A pattern that is read again is the one that ``re`` compiles, and what cannot be read is compiled."""

import re
from pathlib import Path

import pytest

from conformance import pattern_store
from conformance.pattern_store import PatternStore, compile_pattern
from conformance.settings.profiles import load_profile, profile_names

_PATTERNS = [
    (r"(?P<first>a)|(?P<second>[^\W_]{2,})\b", re.IGNORECASE),
    (r"(?ims)^(\w+) .*?(?<!x)$", 0),
    (r"[\u4e00-\u9fff]|\u0130(?-i:k)", re.IGNORECASE),
    (r"(a)(?:(?=b)|(?P<last>c))(?(last)d|)++", re.MULTILINE | re.DOTALL),
]


def _use(monkeypatch: pytest.MonkeyPatch, path: Path, stamp: str = "1") -> PatternStore:
    store = PatternStore(str(path), stamp)
    monkeypatch.setattr(pattern_store, "_store", lambda: store)
    return store


def _refuse_computing() -> object:
    raise AssertionError("it was computed again")


def test_a_pattern_that_is_read_again_is_the_one_that_re_compiles(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = _use(monkeypatch, tmp_path / "store")
    first = [compile_pattern(source, flags) for source, flags in _PATTERNS]
    store.write()
    store = _use(monkeypatch, tmp_path / "store")
    for (source, flags), compiled in zip(_PATTERNS, first, strict=True):
        assert store.answer(f"code {int(flags)} {source}", _refuse_computing)
        again, expected = compile_pattern(source, flags), re.compile(source, flags)
        assert compiled == again == expected
        assert (again.flags, again.groups, again.groupindex) == (expected.flags, expected.groups, expected.groupindex)
        for text in ("abc b", "AB 12x\ncd e", "\u4e2d \u0131 K", "abd acd"):
            assert [one.groups() for one in again.finditer(text)] == [one.groups() for one in expected.finditer(text)]
    assert [path.name for path in tmp_path.iterdir()] == ["store"]


def test_the_profiles_are_read_alike_with_and_without_kept_patterns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pattern_store, "_store", lambda: None)
    compiled = [load_profile(name) for name in profile_names()]
    _use(monkeypatch, tmp_path / "store").write()
    first = [load_profile(name) for name in profile_names()]
    again = [load_profile(name) for name in profile_names()]
    assert compiled == first == again


def test_a_pattern_that_no_file_can_hold_is_compiled_each_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = _use(monkeypatch, tmp_path / "store")
    assert compile_pattern("[\ud800-\udfff]").search("\udead")
    assert compile_pattern("a") == re.compile("a")
    store.write()
    again = PatternStore(str(tmp_path / "store"), "1")
    assert again.answer("code 0 a", _refuse_computing)
    assert again.answer("code 0 [\ud800-\udfff]", lambda: None) is None


def test_a_faulty_pattern_raises_each_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(2):
        store = _use(monkeypatch, tmp_path / "store")
        with pytest.raises(re.error, match="missing \\), unterminated subpattern"):
            compile_pattern("(")
        store.write()


@pytest.mark.parametrize("fault", ["cut", "other bytes", "other stamp", "none"])
def test_what_is_kept_is_used_only_if_it_is_whole_and_of_this_installation(tmp_path: Path, fault: str) -> None:
    path = tmp_path / "store"
    store = PatternStore(str(path), "1")
    assert store.answer("sum 1", lambda: 2) == store.answer("sum 1", _refuse_computing) == 2
    assert store.answer("nothing", lambda: None) is store.answer("nothing", _refuse_computing) is None
    store.write()
    content = path.read_bytes()
    path.write_bytes({"cut": content[:-3], "other bytes": content[:20] + b"x" + content[21:]}.get(fault, content))
    again = PatternStore(str(path), "2" if fault == "other stamp" else "1")
    assert again.answer("sum 1", lambda: 3) == (2 if fault == "none" else 3)
    again.write()
    assert PatternStore(str(path), again.stamp).answer("sum 1", _refuse_computing) == (2 if fault == "none" else 3)


def test_code_of_another_engine_is_compiled_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = _use(monkeypatch, tmp_path / "store")
    for number, wrong in enumerate(((0, b"\xff" * 12, 0, {}), (0, b"\1", 0, {}), ("?",), 5)):
        source = f"a(b){number}"
        assert store.answer(f"code 0 {source}", lambda wrong=wrong: wrong) == wrong
        assert compile_pattern(source) == re.compile(source)


def test_a_folder_that_cannot_be_written_to_keeps_nothing_and_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / "store").mkdir()
    for path in (tmp_path / "gone" / "store", tmp_path / "store"):
        store = PatternStore(str(path), "1")
        assert store.answer("sum 1", lambda: 2) == 2
        store.write()
    assert [path.name for path in tmp_path.iterdir()] == ["store"]


def test_what_other_repositories_asked_is_not_kept_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pattern_store, "_MOST", 3)
    path = tmp_path / "store"
    for number in range(5):
        store = PatternStore(str(path), "1")
        store.answer(f"sum {number}", lambda number=number: number)
        store.write()
    store = PatternStore(str(path), "1")
    assert [store.answer(f"sum {number}", lambda: None) for number in range(5)] == [None, None, None, 3, 4]
