"""Large fields are bounded in one way: preview, artifact, index, flag."""

from conformance.contract.artifacts import MemorySink
from conformance.contract.bounds import BoundedText, Bounds, clip
from conformance.contract.budgets import Budget

BUDGET = Budget(preview_chars=400, listed_items=3)


def test_a_text_that_fits_needs_no_artifact() -> None:
    sink = MemorySink()
    bounds = Bounds("T", BUDGET, sink)
    assert bounds.text("log", "short") == BoundedText("short", truncated=False, artifact=None)
    assert bounds.artifacts is None
    assert sink.texts == {}


def test_an_empty_text_has_no_preview() -> None:
    assert Bounds("T", BUDGET, MemorySink()).text("log", "") == BoundedText(None, truncated=False, artifact=None)


def test_a_long_text_is_kept_whole_and_its_preview_is_bounded() -> None:
    sink = MemorySink()
    bounds = Bounds("T", BUDGET, sink)
    full = "line\n" * 500
    bounded = bounds.text("log", full)
    assert bounded.truncated
    assert bounded.artifact == 0
    assert bounded.text is not None
    assert len(bounded.text) <= 400
    assert bounds.artifacts is not None
    assert sink.texts[bounds.artifacts[0].path] == full


def test_several_texts_share_one_budget_and_each_has_its_own_index() -> None:
    bounds = Bounds("T", BUDGET, MemorySink())
    shown = bounds.texts({"stdout": "o\n" * 1_000, "stderr": "e\n" * 1_000, "note": "short"})
    assert sum(len(part.text or "") for part in shown.values()) <= 400
    assert [part.artifact for part in shown.values()] == [0, 1, None]


def test_without_a_sink_a_cut_is_said_and_nothing_is_referred_to() -> None:
    bounds = Bounds("T", BUDGET, None)
    bounded = bounds.text("log", "x" * 1_000)
    assert (bounded.truncated, bounded.artifact, bounds.artifacts) == (True, None, None)


def test_a_long_list_is_cut_and_its_names_are_kept() -> None:
    sink = MemorySink()
    bounds = Bounds("T", BUDGET, sink)
    kept = bounds.items("files", ["a", "b", "c", "d"], ["a", "b", "c", "d"])
    assert (kept.items, kept.truncated, kept.artifact) == (("a", "b", "c"), True, 0)
    assert list(sink.texts.values()) == ["a\nb\nc\nd\n"]
    assert not bounds.items("files", ["a"], ["a"]).truncated


def test_a_file_that_exists_is_referred_to_and_not_copied() -> None:
    sink = MemorySink()
    bounds = Bounds("T", BUDGET, sink)
    assert bounds.refer("plan.md") == 0
    assert bounds.kept_text("x" * 1_000).artifact is None
    assert sink.texts == {}


def test_a_short_text_is_clipped_on_one_line_and_not_inside_a_character() -> None:
    assert clip("a\nb  c", 80) == "a b c"
    assert clip("two  spaces", 80) == "two  spaces"
    assert clip("x" * 50, 10) == "x" * 9 + "…"
    assert clip("e\u0301" * 10, 8) == "e\u0301" * 3 + "…"
