"""A published schema accepts what its reader accepts, and says by name what JSON Schema cannot express.

Values are made near the edge of a schema: a good one, in which one or two members are dropped or replaced.
"""

import copy
import json
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st

from conformance.commands.check import check
from conformance.commands.registry import applied_rules
from conformance.commands.schemas import published_schemas
from conformance.contract.envelope import from_json
from conformance.documents.pointers import resolve
from conformance.documents.reader import Document
from conformance.documents.values import JsonValue
from conformance.errors import ConformanceError
from conformance.findings import Level
from conformance.inventory import load_inventory
from conformance.rules.catalogue import all_rules
from conformance.rules.examples import FAILURE, INVENTORY, SUCCESS, TOOL
from conformance.schema.validation import is_valid
from conformance.settings.profiles import load_profile
from conformance.systems.surface import Surface
from tests.cases import check_each

INVENTORY_SCHEMA = published_schemas()["inventory.schema.json"]
ENVELOPE_SCHEMA = published_schemas()["envelope.schema.json"]
HOLON = load_profile("holon")
DECLARATIONS = [
    rule.id for rule in all_rules().values() if rule.category == "declarations" and rule.scope.needs == {"inventory"}
]
GOOD_INVENTORY: JsonValue = {**INVENTORY, "tools": [{**TOOL, "related_surfaces": ["HTTP task API"]}]}
GOOD_SUCCESS: JsonValue = {
    **SUCCESS,
    "result": {
        "stdout_artifact": 0,
        "artifacts": [{"path": "logs/stdout.txt"}],
        "tasks": [{"output_artifact": 0, "artifacts": [{"path": "logs/task.txt"}]}],
    },
}
VALUES = (None, True, -1, 0, 1.5, 7, "", " ", [], {}, ["x", 7], {"path": "x"}, [{"path": "x", "title": "X"}])
REFERENCES = (
    *VALUES,
    "https://example.com/x",
    "file:x",
    "../x",
    "a/../x",
    "a..b",
    "a\tb",
    [{"path": "x"}],
    [{"path": "../x"}],
    [{"artifacts": 1}],
)


def pointers_in(value: JsonValue, pointer: str = "") -> list[str]:
    """The pointers of everything inside a value."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [one for key, member in items for one in (f"{pointer}/{key}", *pointers_in(member, f"{pointer}/{key}"))]


def edits(value: JsonValue, values: tuple[Any, ...], added: tuple[str, ...]) -> st.SearchStrategy[list[Any]]:
    """One or two edits: a pointer and the new value there, ``...`` to drop the member."""
    within = [*pointers_in(value), *added]
    return st.lists(st.tuples(st.sampled_from(within), st.sampled_from((..., *values))), min_size=1, max_size=2)


def edited(value: JsonValue, changes: list[Any]) -> JsonValue:
    """The value after its edits; an edit below what an earlier one replaced changes nothing."""
    result: Any = copy.deepcopy(value)
    for pointer, given_value in changes:
        new = copy.deepcopy(given_value)
        parent, key = pointer.rsplit("/", 1)
        try:
            holder: Any = resolve(result, parent)
        except KeyError:
            continue
        if isinstance(holder, list) and key.isdigit() and int(key) < len(holder):
            if new is ...:
                del holder[int(key)]
            else:
                holder[int(key)] = new
        elif isinstance(holder, dict):
            holder.update({key: new}) if new is not ... else holder.pop(key, None)
    return result


def declared_faults(value: JsonValue) -> set[str]:
    """What the reader or a rule on declarations objects to: ids of rules, ``unreadable`` for the reader."""
    try:
        inventory = load_inventory(Document("tools.json", json.dumps(value), value))
    except ConformanceError:
        return {"unreadable"}
    report = check(Surface("tools.json", inventory), HOLON, applied_rules(HOLON, DECLARATIONS))
    return {finding.rule for finding in report.findings if finding.level is Level.ERROR}


@given(edits(GOOD_INVENTORY, VALUES, ("/tools/0/result_envelope/success_result_schema",)))
@example([("/source_of_truth", ...)])
@example([("/stability_policy", ...)])
@example([("/tools/0/related_surfaces", ...)])
@example([("/tools/0/related_surfaces", "HTTP")])
@example([("/tools/0/related_surfaces", ["HTTP", "HTTP"])])
@example([("/tools/0/freeform_grammar", ...)])
@example([("/tools/0/result_envelope/model_rendering", "hologram")])
@settings(max_examples=300, deadline=None, derandomize=True)
def test_the_schema_of_inventories_agrees_with_reader_and_rules(changes: list[Any]) -> None:
    value = edited(GOOD_INVENTORY, changes)
    accepted, faults = is_valid(value, INVENTORY_SCHEMA), declared_faults(value)
    assert accepted == (not faults) or (accepted and faults <= set(NAMED_FOR_INVENTORIES)), (value, faults)


NAMED_FOR_INVENTORIES: dict[str, list[Any]] = {
    "inventory_not_empty": [("/tools", [])],
    "inventory_complete": [("/source_of_truth", ...)],
    "inventory_keys_known": [("/tool", 1)],
    "description_present": [("/tools/0/description", "")],
    "capability_declared": [("/tools/0/family", "no_such_family")],
    "stability_declared": [("/tools/0/stability", "Stable")],
    "envelope_declared": [("/tools/0/result_envelope/success_result_schema", {"type": "objekt"})],
}


@check_each("rule", NAMED_FOR_INVENTORIES)
def test_what_only_a_rule_knows_is_named_by_the_schema_of_inventories(rule: str) -> None:
    value = edited(GOOD_INVENTORY, NAMED_FOR_INVENTORIES[rule])
    assert is_valid(value, INVENTORY_SCHEMA)
    assert declared_faults(value) == {rule}
    assert f"`{rule}`" in str(INVENTORY_SCHEMA["description"])


def refusal(value: JsonValue) -> str:
    """What the reader of envelopes says of a value that it refuses, else nothing."""
    try:
        from_json(value)
    except ConformanceError as error:
        return error.message
    return ""


def deep(levels: int) -> JsonValue:
    """An array inside an array, and so on."""
    value: JsonValue = []
    for _ in range(levels):
        value = [value]
    return value


NAMED_FOR_ENVELOPES: dict[str, tuple[list[Any], str, str]] = {
    "out of range": ([("/result/stdout_artifact", 7)], "is not the index of an artifact", "out of range"),
    "fraction": ([("/result/stdout_artifact", 0.0)], "is not the index of an artifact", "with a fraction"),
    "two lists": ([("/artifacts", [])], "differs from '/result/artifacts'", "differ from those inside `result`"),
    "invisible": ([("/result/artifacts/0/path", "a\u200bb")], "control characters", "an invisible character"),
    "depth": ([("/result/deep", deep(130))], "125", "125 levels"),
}


@check_each("name", NAMED_FOR_ENVELOPES)
def test_what_only_the_reader_knows_is_named_by_the_schema_of_envelopes(name: str) -> None:
    changes, reason, words = NAMED_FOR_ENVELOPES[name]
    value = edited(GOOD_SUCCESS, changes)
    assert is_valid(value, ENVELOPE_SCHEMA)
    assert reason in refusal(value)
    assert words in str(ENVELOPE_SCHEMA["description"])


@given(
    st.one_of(
        edits(GOOD_SUCCESS, REFERENCES, ("/artifacts", "/result/x_artifact", "/result/more", "/x")).map(
            lambda changes: edited(GOOD_SUCCESS, changes)
        ),
        edits(FAILURE, VALUES, ("/artifacts", "/error/x", "/x")).map(lambda changes: edited(FAILURE, changes)),
    )
)
@example(edited(GOOD_SUCCESS, [("/result/artifacts/0/title", "Output")]))
@example(edited(GOOD_SUCCESS, [("/result/artifacts/0/path", "https://example.com/x")]))
@settings(max_examples=500, deadline=None, derandomize=True)
def test_the_schema_of_envelopes_agrees_with_their_reader(value: JsonValue) -> None:
    accepted, reason = is_valid(value, ENVELOPE_SCHEMA), refusal(value)
    named = any(words in reason for _, words, _ in NAMED_FOR_ENVELOPES.values())
    assert accepted == (not reason) or (accepted and named), (value, reason)
