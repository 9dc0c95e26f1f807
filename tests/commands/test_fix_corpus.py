"""On real inventories and tool lists each fix does what it is for, and its proof holds for many inputs."""

import datetime
import json
import re
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from conformance.api import check
from conformance.commands.effects import Effect
from conformance.commands.fix import FixedTarget, fix_target
from conformance.commands.targets import Checking
from conformance.documents.pointers import parent, resolve, walk
from conformance.documents.values import JsonValue, as_object, identity, texts_in
from conformance.findings import Finding
from conformance.schema.generation import Inputs
from conformance.schema.generation.edits import put
from conformance.schema.validation import is_valid
from conformance.settings.repository import Config
from tests.scenarios.scenario import working_in

# An inventory with two kinds of fixes, and lists with all the others: references, unions, many tools, refused fixes.
QUICK = ("holon-29", "blender", "chrome", "duckduckgo", "kubernetes-mcp", "desktop-commander", "tavily", "context7")
# Values that schemas tell apart by type, bound, length and membership.
ODD: list[JsonValue] = [
    None,
    True,
    -1,
    0,
    0.5,
    1,
    2.0,
    7,
    10**6,
    "",
    "a",
    "odd",
    "b" * 300,
    [],
    ["a"] * 11,
    {},
    {"x": 1},
]
# The only values that are replaced in these files: a type, and the largest safe integer, a `maximum` of generators.
REPLACED = ('"number"', "9007199254740991")
# Inputs from which others are made by one change each.
SEEDS = 6
FIRST_INPUTS, MOST_INPUTS = 60, 300


def _sources(corpus: Path) -> list[Path]:
    folders = ("inventories", "mcp", "mcp-more")
    return sorted(path for folder in folders for path in (corpus / folder).glob("*.json"))


def _fix(source: Path, folder: Path) -> tuple[Path, FixedTarget]:
    """Fix a copy of a file and write it."""
    copy = folder / source.name
    shutil.copyfile(source, copy)
    with working_in(folder):
        checking = Checking(Config(), datetime.date(2026, 1, 1))
        fixed = fix_target(source.name, checking)
        for change in fixed.changes:
            change.write()
    return copy, fixed


def _inputs(effect: Effect) -> Iterator[JsonValue]:
    """Yield inputs of both schemas, and those that differ from one of them in one member or value."""
    seeds = [one.instance for one in (effect.refused, effect.accepted) if one is not None]
    for schema in (effect.old, effect.new):
        seeds += [one.value for one in Inputs(schema).pool][:SEEDS]
    numbers = {value for _, value in walk(effect.new) if isinstance(value, int | float) and not isinstance(value, bool)}
    texts = {value for _, value in walk(effect.new) if isinstance(value, str) and re.fullmatch(r"[\w.-]{1,20}", value)}
    near = [number + step for number in sorted(numbers) for step in (-1, -0.5, 0, 0.5, 1)]
    values = [*ODD, *near, *sorted(texts)[:20]]
    yield from seeds
    for seed in seeds:
        yield from (put(seed, f"{at}/unknown", 1) for at, value in walk(seed) if isinstance(value, dict))
    for seed in seeds:
        for pointer, _ in walk(seed):
            if pointer and isinstance(resolve(seed, parent(pointer)), dict):
                yield from (put(seed, pointer, other) for other in values)
        for name in as_object(as_object(effect.new).get("properties")):
            yield from (put(seed, f"/{name}", other) for other in values)


def _assert_effect(effect: Effect) -> None:
    old, new = effect.old, effect.new
    if effect.refused is not None:
        assert is_valid(effect.refused.instance, old)
        assert not is_valid(effect.refused.instance, new)
    if effect.accepted is not None:
        assert is_valid(effect.accepted.instance, new)
        assert not is_valid(effect.accepted.instance, old)
    given = list({repr(identity(one)): one for one in _inputs(effect)}.values())
    # all inputs with an unknown member, which come first, and of the others some of each kind
    for one in (*given[:FIRST_INPUTS], *given[FIRST_INPUTS :: len(given) // MOST_INPUTS + 1]):
        was, now = is_valid(one, old), is_valid(one, new)
        assert not was or now or effect.refused is not None, (effect.tool, effect.sentence, one)
        assert not now or was or effect.accepted is not None, (effect.tool, effect.sentence, one)


def _assert_key_order(before: JsonValue, after: JsonValue) -> None:
    """Assert that what is in both documents is in the same order."""
    kept = dict(walk(after))
    for pointer, value in walk(before):
        if isinstance(value, dict) and isinstance(now := kept.get(pointer), dict):
            assert [key for key in now if key in value] == [key for key in value if key in now]


def _is_subsequence(part: str, text: str) -> bool:
    """Say whether a text is another one with nothing but additions."""
    rest = iter(text)
    return all(letter in rest for letter in part)


def _places(findings: Iterable[Finding]) -> Counter[tuple[str, str]]:
    """Count the places of findings by their rules; one finding may state several."""
    pairs = ((one.rule, [one.pointer, *texts_in(one.evidence.get("places"))]) for one in findings)
    return Counter((rule, place) for rule, places in pairs for place in dict.fromkeys(places))


def _assert_fixes(source: Path, folder: Path) -> int:
    before = _places(check(source).findings)
    copy, fixed = _fix(source, folder)
    found = _places(check(copy).findings)
    gone = Counter((one.finding.rule, one.finding.pointer) for one in fixed.fixes)
    # what a fix makes right beside its own finding is gone too
    assert not found - (before - gone), source.name
    assert before & gone == gone
    old, new = source.read_text("utf-8"), copy.read_text("utf-8")
    _assert_key_order(json.loads(old), json.loads(new))
    for value in REPLACED:
        old = old.replace(value, "")
    assert _is_subsequence(old, new), source.name
    for one in fixed.fixes:
        for effect in one.effects:
            _assert_effect(effect)
    return len(fixed.fixes)


def test_fixes_of_some_real_lists_are_made_and_their_proofs_hold(corpus: Path, tmp_path: Path) -> None:
    sources = [path for path in _sources(corpus) if any(name in path.name for name in QUICK)]
    assert sum(_assert_fixes(path, tmp_path) for path in sources) > 30


@pytest.mark.long
def test_fixes_of_all_real_inventories_and_lists_are_made_and_their_proofs_hold(corpus: Path, tmp_path: Path) -> None:
    # a dump without tools, of a server that had none, is no inventory
    sources = [path for path in _sources(corpus) if json.loads(path.read_text("utf-8"))["tools"]]
    assert sum(_assert_fixes(path, tmp_path) for path in sources) > 100
