"""Rules on truncation: which flag speaks of which preview, markers of several forms, and what must stay silent."""

import pytest

from conformance.documents.values import JsonValue
from conformance.findings import Level
from tests.rules.judging import HOLON, found, places

MARKED = "a\nb\n...\n[output truncated: showing first 2 and last 1 lines]\n...\nz\n"
REAL_MARKED = "a\n...\n[output truncated: showing leading and trailing context]\n...\nz"


def test_a_flag_of_its_own_goes_before_the_shared_one() -> None:
    example = {"result": {"stdout_preview": MARKED, "stdout_truncated": False, "truncated": True}}
    assert places("truncation_flag_truthful", example) == ["/result/stdout_truncated"]


def test_a_cut_that_was_made_before_and_denied_after_is_found() -> None:
    example = {"result": {"task": {"output_preview": REAL_MARKED, "output_truncated": False}}}
    assert places("truncation_flag_truthful", example) == ["/result/task/output_truncated"]


def test_a_marker_in_the_middle_of_a_line_is_text() -> None:
    quoting = "grep says: [output truncated: showing first 2 and last 1 lines] in log.rs"
    assert found("truncation_flag_truthful", {"result": {"stdout_preview": quoting, "truncated": False}}) == []


def test_a_text_that_no_flag_speaks_of_may_hold_a_marker() -> None:
    assert found("truncation_flag_truthful", {"result": {"content": MARKED, "truncated": False}}) == []


@pytest.mark.parametrize(
    "output",
    [
        MARKED.replace("first 2", "first 500"),
        f"# Previews\n\n```text\n{MARKED}```\n",
        "a\n[output truncated]\nb\n",
        "[output truncated: showing leading and trailing context]",
    ],
)
def test_a_marker_that_the_output_itself_holds_proves_no_cut(output: str) -> None:
    assert found("truncation_flag_truthful", {"result": {"stdout_preview": output, "truncated": False}}) == []
    assert found("truncation_flag_truthful", {"result": {"stdout_preview": output}}) == []
    both = {"stdout_preview": output, "stderr_preview": MARKED, "truncated": True}
    assert found("truncation_flag_truthful", {"result": both}) == []


def test_a_marker_beside_an_artifact_proves_a_cut_whatever_it_says() -> None:
    for marked in ("a\n[output truncated]\nb", MARKED.replace("first 2", "first 500")):
        result = {"stdout_preview": marked, "truncated": False, "stdout_artifact": 0, "artifacts": [{"path": "1.log"}]}
        assert places("truncation_flag_truthful", {"result": result}) == ["/result/truncated"]
        told = {**result, "truncated": True, "stderr_preview": MARKED}
        assert len(found("truncation_flag_truthful", {"result": told})) == ("500" in marked)


def test_a_marker_at_the_end_that_names_who_cut_what_may_be_the_programs_own() -> None:
    levels = {
        "[truncated by user]": Level.WARNING,
        "[truncated file list]": Level.WARNING,
        "[truncated]": Level.ERROR,
        "[output truncated by the runtime]": Level.ERROR,
        "[truncated by 100 lines]": Level.ERROR,
    }
    for marker, level in levels.items():
        result: JsonValue = {"stdout_preview": f"3 tests failed\n{marker}\n", "truncated": False}
        assert [one.level for one in found("truncation_flag_truthful", {"result": result})] == [level], marker


def test_a_marker_without_counts_only_warns() -> None:
    example = {"result": {"stdout_preview": REAL_MARKED, "truncated": False}}
    assert [finding.level for finding in found("truncation_flag_truthful", example)] == [Level.WARNING]


@pytest.mark.parametrize(
    ("preview", "said"),
    [
        (MARKED.replace("first 2", "first 3"), "states first 3 lines but shows 2"),
        (MARKED.replace("last 1", "last 9"), "states last 9 lines but shows 1"),
        ("abc\n[output truncated: showing first 90 and last 2 characters]\nyz", "states first 90 characters but shows"),
        ("a\n[output truncated: showing first 5 lines and last 2 characters]\nyz", "states first 5 lines but shows 1"),
    ],
)
def test_a_marker_that_miscounts_is_found(preview: str, said: str) -> None:
    (finding,) = found("truncation_flag_truthful", {"result": {"stdout_preview": preview, "truncated": True}})
    assert said in finding.message
    assert finding.pointer == "/result/stdout_preview"


@pytest.mark.parametrize(
    "preview",
    [
        MARKED,
        MARKED.replace("\n", "\r\n"),
        REAL_MARKED,
        "a\n\n...\n[output truncated: showing first 2 and last 2 lines]\n...\n\nz",
        "abc\n...\n[output truncated: showing first 3 and last 2 characters]\n...\nyz",
        "[output truncated]",
    ],
)
def test_a_marker_that_counts_right_or_not_at_all_is_fine(preview: str) -> None:
    assert found("truncation_flag_truthful", {"result": {"stdout_preview": preview, "truncated": True}}) == []


def test_a_cut_list_needs_no_preview() -> None:
    assert found("truncation_flag_truthful", {"result": {"tasks": ["a"], "truncated": True}}) == []


def test_a_preview_that_was_left_out_for_an_artifact_is_no_lie() -> None:
    result: JsonValue = {"stdout_preview": None, "truncated": True, "stdout_artifact": 0, "artifacts": [{"path": "1"}]}
    assert found("truncation_flag_truthful", {"result": result}) == []


def test_of_several_previews_under_one_flag_one_has_to_show_the_cut() -> None:
    long = "line\n" * 30
    shown = {"result": {"stdout_preview": MARKED, "stderr_preview": long, "truncated": True}}
    assert found("truncation_visible", shown) == []
    hidden = {"result": {"stdout_preview": long, "stderr_preview": long, "truncated": True}}
    assert places("truncation_visible", hidden) == ["/result/stdout_preview"]


def test_the_path_of_the_whole_alone_does_not_show_a_cut() -> None:
    result: JsonValue = {"title_preview": "x…", "title_truncated": True, "artifacts": [{"path": "1.log"}]}
    assert found("truncation_visible", {"envelope": {"result": result}, "receipt": "Found\nAll: 1.log"}) != []
    for receipt in (
        "Found\nFull text: 1.log",
        "Found\nFull text:\n1.log",
        "Found x…\nAll: 1.log",
        "Found\n3 more lines in 1.log",
    ):
        assert found("truncation_visible", {"envelope": {"result": result}, "receipt": receipt}) == []
    assert found("truncation_visible", {"envelope": {"result": result}, "receipt": "Found"})


def test_only_the_preview_of_a_log_has_to_keep_both_ends() -> None:
    assert found("preview_head_and_tail", {"result": {"text_preview": "once …", "text_truncated": True}}) == []
    assert places("preview_head_and_tail", {"result": {"stderr_preview": "error: …", "truncated": True}}) == [
        "/result/stderr_preview"
    ]


def test_a_log_that_was_not_cut_may_end_in_an_ellipsis() -> None:
    assert found("preview_head_and_tail", {"result": {"stdout_preview": "Loading...", "truncated": False}}) == []


def test_a_text_at_the_limit_is_bounded() -> None:
    limit = HOLON.results.preview_limit
    assert found("preview_bounded", {"result": {"text": "x" * limit}}) == []
    assert places("preview_bounded", {"result": {"a": {"text": "x" * (limit + 1)}}}) == ["/result/a/text"]


def test_control_characters_are_only_told_where_no_receipt_can_be_judged() -> None:
    result = {"stdout_preview": "\u001b[31mFAIL"}
    assert places("output_no_control_characters", {"result": result}) == ["/result/stdout_preview"]
    escaped = {"envelope": {"result": result}, "receipt": "exit 1: \\x1b[31mFAIL"}
    assert found("output_no_control_characters", escaped) == []


def test_an_empty_receipt_shows_no_cut() -> None:
    cut: JsonValue = {"stdout_preview": MARKED, "truncated": True, "stdout_artifact": 0, "artifacts": [{"path": "1"}]}
    for receipt in ("", "\n", "ok"):
        assert places("truncation_visible", {"envelope": {"result": cut}, "receipt": receipt}) == ["/result/truncated"]
