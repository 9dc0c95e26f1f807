"""The search is deterministic, bounded, and ends with the smallest value that still shows what was wanted."""

import subprocess
import sys
from pathlib import Path

from hypothesis import configuration
from hypothesis import strategies as st

from conformance.documents.values import JsonValue
from conformance.schema.generation.patterns import shortest_match
from conformance.schema.generation.search import find_smallest, generate_values, suspend_storage


def _is_big(value: JsonValue) -> bool:
    return isinstance(value, int) and value >= 1000


def test_the_found_value_is_shrunk_to_the_smallest() -> None:
    assert find_smallest(st.integers(), _is_big, seed=1, max_examples=200) == [1000]


def test_nothing_found_is_an_empty_list() -> None:
    assert find_smallest(st.integers(0, 5), _is_big, seed=1, max_examples=50) == []
    assert find_smallest(st.nothing(), _is_big, seed=1, max_examples=50) == []


def test_a_found_null_is_told_from_nothing() -> None:
    assert find_smallest(st.none(), lambda value: value is None, seed=1, max_examples=5) == [None]


def test_no_more_values_are_asked_for_when_the_time_is_over() -> None:
    asked: list[JsonValue] = []

    def ask(value: JsonValue) -> bool:
        asked.append(value)
        return False

    find_smallest(st.integers(), ask, seed=1, max_examples=100, max_seconds=0)
    assert asked == []


def test_no_more_values_are_made_either_when_the_time_is_over() -> None:
    made: list[int] = []

    def refuse(value: int) -> bool:
        made.append(value)
        return False

    def clock() -> float:
        return 20.0 if len(made) >= 7 else 0.0

    nothing = st.integers().filter(refuse)
    assert find_smallest(nothing, _is_big, seed=1, max_examples=100, clock=clock) == []
    assert 7 <= len(made) < 20


def test_some_values_are_distinct_and_the_same_for_the_same_seed() -> None:
    first = generate_values(st.integers(), seed=3, count=20)
    assert first == generate_values(st.integers(), seed=3, count=20)
    assert len(set(map(str, first))) == len(first) <= 20


def test_a_pattern_is_matched_by_a_short_string() -> None:
    assert shortest_match(("^[A-Z]{3}-[0-9]+$",), 0, None) == ["AAA-0"]
    assert shortest_match(("(",), 0, None) == ()


_GENERATE = """
from conformance.schema.generation.patterns import shortest_match
from conformance.schema.generation.random_inputs import inputs
from conformance.schema.generation.search import generate_values

patterned = {"type": "object", "properties": {"id": {"type": "string", "pattern": "^[a-z]+-[0-9]$"}}}
assert shortest_match(("^[a-z]{2}$",), 0, None)
for schema in (patterned, {"type": "string"}):
    assert generate_values(inputs(schema), seed=1, count=5)
"""


def test_generating_writes_nothing_into_the_working_folder(tmp_path: Path) -> None:
    # hypothesis fixes its folder when it is imported, so only a fresh process shows where it would write
    subprocess.run([sys.executable, "-c", _GENERATE], cwd=tmp_path, env={"PYTHONPATH": str(Path.cwd())}, check=True)
    assert list(tmp_path.iterdir()) == []


def _storage() -> object:
    found = configuration.storage_directory(intent_to_write=False)
    # a path, or in newer versions an object that holds one
    return getattr(found, "path", found)


def test_the_storage_of_hypothesis_is_the_former_one_after_a_search() -> None:
    before = _storage()
    find_smallest(st.integers(), _is_big, seed=1, max_examples=20)
    assert _storage() == before


def test_the_storage_of_hypothesis_stays_off_until_the_last_of_several_searches_ends() -> None:
    before = _storage()
    with suspend_storage():
        off = _storage()
        with suspend_storage():
            pass
        assert _storage() == off
        assert off != before
    assert _storage() == before


def test_no_generated_text_asks_which_characters_a_codec_can_write() -> None:
    program = (
        "import hypothesis.internal.charmap as charmap\n"
        "def fail(name): raise SystemExit(f'asked for {name}')\n"
        "charmap.intervals_from_codec = fail\n"
        "from conformance.schema.generation.random_inputs import inputs\n"
        "from conformance.schema.generation.patterns import shortest_match\n"
        "from conformance.schema.generation.search import find_smallest\n"
        "lists = {'type': 'array', 'items': {'type': 'string', 'pattern': '^x+$'}, 'minItems': 1}\n"
        "for schema in ({}, {'type': 'string', 'minLength': 1}, {'type': 'object'}, lists):\n"
        "    assert find_smallest(inputs(schema), lambda value: value is not None, seed=1, max_examples=20)\n"
        "assert shortest_match(('^[^a]{2}$',), 0, None)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr, done.returncode) == ("", "", 0)
