"""Unified diffs are read; a wrong count is told from a text that is no diff; nothing costs more than a pass or two."""

import difflib
import time

import hypothesis.strategies as st
import pytest
from hypothesis import given

from conformance.callback.unified_diff import NotADiffError, parse_patch
from tests.cases import check_each

HEAD = "--- a/f.txt\n+++ b/f.txt\n"


@check_each(
    "patch",
    [
        HEAD + "@@ -1 +1 @@\n-old\n+new\n",
        HEAD + "@@ -1,2 +1,3 @@ def f():\n a\n+b\n c",
        HEAD + "@@ -0,0 +1,2 @@\n+a\n+b\n\\ No newline at end of file\n",
        HEAD + "@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file\n",
        HEAD + "@@ -1,3 +1,3 @@\n a\n\n-b\n+c\n",
        HEAD + "@@ -1,2 +0,0 @@\n--- x\n--- y\n",
        HEAD + "@@ -1 +1,2 @@\n a\n+++ b\n",
        HEAD + "@@ -3,0 +4 @@\n+x\n@@ -4 +6 @@\n-a\n+b\n",
        HEAD.replace("\n", "\r\n") + "@@ -1 +1 @@\r\n-old\r\n+new\r\n",
        "diff --git a/f b/f\nindex 1..2 100644\n" + HEAD + "@@ -1 +1 @@\n-a\n+b\n",
        "From: x\nSubject: y\n\n" + HEAD + "@@ -1 +1 @@\n-a\n+b\n-- \n2.40.0\n\n",
        HEAD + "@@ -1 +1 @@\n-a\n+b\n" + "--- c\t2026-01-01\n+++ d\t2026-01-02\n@@ -9,2 +9 @@\n x\n-y\n",
        "--- /dev/null\n+++ b/n\n@@ -0,0 +1 @@\n+\u2028 is no line end\x0b nor is this\n",
    ],
)
def test_what_programs_write_is_read_without_a_complaint(patch: str) -> None:
    parsed = parse_patch(patch)
    assert parsed.miscounts == ()
    assert parsed.hunk_count >= 1


@check_each(
    ("patch", "line", "says"),
    [
        ("", 1, "no file header"),
        ("I changed line 3", 1, "no file header"),
        (HEAD, 1, "not followed by a hunk"),
        (HEAD + HEAD + "@@ -1 +1 @@\n-a\n+b\n", 1, "not followed by a hunk"),
        ("*** a\n--- b\n*** 1 ****\n! x\n", 1, "not a header of a unified diff"),
        ("*** Begin Patch\n+x\n*** End Patch", 1, "not a header of a unified diff"),
        ("@@ -1 +1 @@\n-a\n+b\n", 1, "precedes the file header"),
        ("--- a\n-b\n", 1, "not followed by a line that begins with `+++ `"),
        (HEAD + "@@ ... @@\n-a\n", 3, "not a hunk header"),
        (HEAD + "@@@ -1 -1 +1 @@@\n-a\n", 3, "not a hunk header"),
        (HEAD + "@@ -1,99999999999 +1 @@\n-a\n", 3, "more lines than a file can have"),
        (HEAD + f"@@ -{'9' * 5000} +1 @@\n-a\n", 3, "more lines than a file can have"),
        (HEAD + "@@ -1,2 +1 @@\n a\nb\n", 5, "must begin with"),
        (HEAD + "@@ -5 +5 @@\n-a\n+b\n@@ -1 +1 @@\n-a\n+b\n", 6, "before the end of the previous hunk"),
        (HEAD + "@@ -1,2 +1,2 @@\n a\n b\n@@ -2 +2 @@\n-b\n+c\n", 6, "before the end of the previous hunk"),
    ],
)
def test_what_is_no_diff_is_refused_with_its_line(patch: str, line: int, says: str) -> None:
    with pytest.raises(NotADiffError) as raised:
        parse_patch(patch)
    assert raised.value.line == line
    assert says in raised.value.reason


@pytest.mark.parametrize(
    ("patch", "stated", "counted"),
    [
        (HEAD + "@@ -1,3 +1,4 @@\n a\n+b\n c", (3, 4), (2, 3)),
        (HEAD + "@@ -1,1 +1,1 @@\n a\n b\n-c\n", (1, 1), (3, 2)),
        (HEAD + "@@ -1 +1 @@\n a\n--- x\n", (1, 1), (2, 1)),
        (HEAD + "@@ -1,9 +1,9 @@\n a\n@@ -20 +20 @@\n-b\n+c\n", (9, 9), (1, 1)),
        (HEAD + "@@ -1,999999999 +1,999999999 @@\n a\n", (999999999, 999999999), (1, 1)),
    ],
)
def test_a_wrong_count_is_told_and_the_rest_is_read(patch: str, stated: object, counted: object) -> None:
    (miscount,) = parse_patch(patch).miscounts
    assert (miscount.line, miscount.stated, miscount.counted) == (3, stated, counted)


lines = st.lists(st.sampled_from(["a", "b", "", "-x", "+y", "-- z", "++ w", "@@ q", " s", "\\ t"]), max_size=12)


@given(lines, lines, st.integers(0, 3))
def test_every_diff_that_the_standard_library_writes_is_well_formed(old: list[str], new: list[str], n: int) -> None:
    diff = list(difflib.unified_diff([f"{x}\n" for x in old], [f"{x}\n" for x in new], "old.txt", "new.txt", n=n))
    if diff:
        parsed = parse_patch("".join(diff))
        assert parsed.miscounts == ()
        assert parsed.files == (("old.txt", "new.txt"),)


@pytest.mark.parametrize(
    "hunk",
    ["@@ -{0} +{0} @@\n-a\n+b\n", "@@ -{0},999999999 +{0} @@\n-a\n+b\n", "@@ -{0},5 +{0},1 @@\n \n \n"],
    ids=["right", "huge counts", "wrong counts"],
)
def test_a_hundred_thousand_hunks_are_read_in_seconds(hunk: str) -> None:
    patch = HEAD + "".join(hunk.format(3 * number + 1) for number in range(100_000))
    began = time.process_time()
    assert parse_patch(patch).hunk_count == 100_000
    assert time.process_time() - began < 10
