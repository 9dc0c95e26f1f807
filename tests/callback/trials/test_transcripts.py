"""What a transcript shows of the texts that were sent, in the forms in which runtimes keep one."""

import json
from typing import Any

import pytest

from conformance.callback.trials.transcripts import MARK, read_transcript
from tests.cases import check_each

TOLD = "Straße \u2028 begins\nline 2\n"
A, B = (f"begins {MARK}{digit * 16}\nends {MARK}{digit * 16}\n" for digit in "ab")
GROUPS = {"thread_1", "thread_2"}


@pytest.mark.parametrize("is_ascii", [True, False])
def test_a_transcript_is_json_or_json_lines_or_any_text(is_ascii: bool) -> None:
    first, second = (json.dumps({"role": role, "text": TOLD}, ensure_ascii=is_ascii) for role in ("user", "tool"))
    for transcript in (f"[{first}, {second}]", f"{first}\n{second}\n", f"{first}\r\n\r\n{second}"):
        assert read_transcript(transcript, GROUPS).texts.count(TOLD) == 2
    assert read_transcript(TOLD, GROUPS).texts == [TOLD]


def test_lines_of_another_log_and_one_that_is_not_all_written_hide_no_texts_of_the_others() -> None:
    first, second = (json.dumps({"role": "tool", "text": text}) for text in (A, B))
    for text in (f"started\n{first}\n{second}", f"{first}\n{second}\n{first[:-20]}", f"{first}\n\n{second}\n2 results"):
        given = [one.text for one in read_transcript(text, GROUPS).given]
        assert (given.count(A), given.count(B)) == (1, 1)
    for text in (f"\ufeff{first}\n{second}", f"started\n  {first}\n  {second}", f"12:01 INFO {first}\n[x] {second}"):
        found = read_transcript(text, GROUPS)
        assert [one.text for one in found.given] == [A, B]
        assert {A, B} <= {*found.texts}
    before, last = (json.dumps({"thread": "thread_1", **_request(*told)}) for told in ([A], [A, B]))
    given = [one.text for one in read_transcript(f"{before}\n{last[:-9]}", GROUPS).given]
    assert [sum(one.count(text[:20]) for one in given) for text in (A, B)] == [1, 1]
    told = read_transcript(f"Results:\n{A}{{}}\n", GROUPS)
    assert [A in one.text for one in told.given] == [True]


def _request(*results: str) -> dict[str, object]:
    """Return a request to a chat API with the results of some calls."""
    opening = [{"role": "system", "content": "You are an agent."}, {"role": "user", "content": "Go."}]
    return {"model": "m", "messages": [*opening, *({"role": "tool", "content": text} for text in results)]}


def _blocks(*results: str) -> dict[str, object]:
    """Return a request with all results in one message."""
    return {"messages": [{"role": "user", "content": [{"type": "tool_result", "content": text} for text in results]}]}


def _times(entries: list[Any] | dict[str, Any]) -> tuple[int, int]:
    """Return how often a transcript tells each of both texts, which is the same in JSON and in lines of JSON."""
    told = read_transcript(json.dumps(entries), GROUPS).given
    if isinstance(entries, list):
        assert told == read_transcript("\n".join(map(json.dumps, entries)), GROUPS).given
    return sum(one.text.count(A) for one in told), sum(one.text.count(B) for one in told)


@check_each(
    "entries",
    [
        [{"text": A}, {"text": B}],
        [_request(), _request(A), _request(A, B)],
        {"requests": [_request(A, B), _request(A)]},
        [_request(A, "pending"), _request(A, B)],
        [_request(A, B), _request(A, B, "The model goes on."), _request("another thread")],
        {"thread_1": [_request(A), _request(A, "next")], "thread_2": [_request(B)]},
        [_blocks(A), _blocks(A, B)],
        [{"prompt": f"You are an agent.\n{A}"}, {"prompt": f"You are an agent.\n{A}\nGo on.\n{B}"}],
        [{"text": text, "messages": [{"role": "tool", "content": text}]} for text in (A, B)],
        # Each request leaves out the beginning of the thread, but for the instructions.
        [_request(*["1", "2", A, "4", B, "6", "7", "8"][at : at + 4]) for at in range(5)],
        [{"messages": ["1", "2", A]}, {"messages": ["2", A, B]}, {"messages": [A, B, "5"]}],
    ],
)
def test_a_request_that_repeats_its_thread_and_a_text_in_two_members_tell_it_once(
    entries: list[Any] | dict[str, Any],
) -> None:
    assert _times(entries) == (1, 1)


@check_each(
    "entries",
    [
        [{"text": A}, {"text": A}, {"text": B}],
        [{"group_id": "thread_1", "text": A}, {"group_id": "thread_1", "text": A, "note": "again"}, {"text": B}],
        [_request(A), _request(A, A), _request(A, A, B)],
        [_request(A), _request(A), {"text": B}],
        [_blocks(A, A), _blocks(A, A, B)],
        {"thread_1": [{"text": A}], "thread_2": [{"text": A}, {"text": B}]},
        [{"prompt": f"{A}{A}"}, {"prompt": f"{A}{A}{B}"}],
        [{"messages": ["1", "2", A]}, {"messages": ["2", A, A]}, {"messages": [A, A, B]}],
        [{"role": "user", "content": ["Result:", A, at]} for at in (1, 2)] + [{"role": "user", "content": B}],
        [{"group_id": f"thread_{at}", "messages": ["1", "2", A, "4"][: at + 2]} for at in (1, 2)] + [{"text": B}],
    ],
)
def test_what_is_told_twice_counts_twice(entries: list[Any] | dict[str, Any]) -> None:
    assert _times(entries) == (2, 1)


@check_each(
    ("transcript", "threads"),
    [
        ({"thread_1": [{"text": A}], "thread_2": [{"text": B}]}, ("thread_1", "thread_2")),
        (
            [{"group_id": "thread_2", "text": A}, {"id": "thread_1", "messages": [{"content": B}]}],
            ("thread_2", "thread_1"),
        ),
        ([{"parent_id": "thread_1", "group_id": "thread_2", "text": A}, {"text": B}], ("thread_2", None)),
        ([{"parent_id": "thread_1", "messages": [{"text": A}]}, {"text": B}], (None, None)),
        ([{"text": A, "from": "thread_1", "to": "thread_2"}, {"text": B}], (None, None)),
    ],
)
def test_a_text_is_of_the_thread_whose_id_its_entry_states(transcript: Any, threads: tuple[str | None, ...]) -> None:
    given = read_transcript(json.dumps(transcript), GROUPS).given
    assert {(one.text, one.thread) for one in given} == {*zip((A, B), threads, strict=True)}


def test_any_json_is_read() -> None:
    (given,) = read_transcript(f'[null, 1, {{"": [[], {{}}]}}, true, {json.dumps(A)}]', GROUPS).given
    assert given.text == A
    for deep in (300, 900, 100_000):
        given = read_transcript("[" * deep + json.dumps(A) + "]" * deep, GROUPS).given
        assert A in "".join(one.text for one in given).replace("\\n", "\n")
