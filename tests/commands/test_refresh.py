"""The inventory file is written whole or not at all, and a difference is said in words."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from conformance.commands.refresh import (
    differences,
    is_foreign,
    pending_changes,
    reference_size,
    refresh,
    unevaluated_schemas,
)
from conformance.commands.subject import subject_of
from conformance.documents import reader
from conformance.documents.values import stable_text
from conformance.errors import ConformanceError, ErrorKind
from conformance.inventory.load import load_any_inventory
from conformance.settings.repository import Config
from conformance.systems.adapters.reference import reference_inventory

FOREIGN = {"version": 2, "source_of_truth": {"tool_definitions": "src/tools.rs"}, "stability_policy": {}, "tools": []}


@pytest.fixture(scope="module")
def declared() -> Any:
    return json.loads(json.dumps(reference_inventory()))


@pytest.fixture
def edited(declared: Any) -> Any:
    return copy.deepcopy(declared)


def tool(inventory: Any, name: str) -> Any:
    return next(member for member in inventory["tools"] if member["name"] == name)


def drawn(old: Any, new: Any) -> list[str]:
    return [str(difference) for difference in differences(old, new)]


def test_the_file_holds_sorted_keys_two_spaces_and_a_final_newline(tmp_path: Path, declared: Any) -> None:
    path = tmp_path / "inv.json"
    assert refresh(path).is_changed
    text = path.read_text("utf-8")
    assert text == json.dumps(declared, sort_keys=True, indent=2, ensure_ascii=False) + "\n"
    assert list(tmp_path.iterdir()) == [path]
    assert pending_changes(path).differences == []


def test_a_file_that_is_up_to_date_is_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "inv.json"
    refresh(path)
    before = path.stat()
    assert not refresh(path).is_changed
    assert (path.stat().st_ino, path.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (
            lambda found: tool(found, "ExecCommand")["input_schema"].update(additionalProperties=True),
            "~ ExecCommand/input_schema/additionalProperties: true -> false",
        ),
        (
            lambda found: tool(found, "ExecCommand")["input_schema"]["required"].append("shell"),
            '- ExecCommand/input_schema/required/1: "shell"',
        ),
        (
            lambda found: tool(found, "Enqueue")["input_schema"]["properties"].pop("priority"),
            "+ Enqueue/input_schema/properties/priority: {",
        ),
        (lambda found: found["tools"].remove(tool(found, "WebSearch")), "+ tool WebSearch: missing in the file"),
        (lambda found: found["tools"].append({"name": "Sleep\x1b"}), "- tool Sleep\\x1b: the source has no such tool"),
        (lambda found: found.update(version=1), "~ /version: 1 -> 2"),
        (lambda found: tool(found, "TaskStop").update(x=1), "- TaskStop/x: 1"),
    ],
)
def test_a_difference_names_its_place_and_both_sides(edited: Any, declared: Any, change: Any, says: str) -> None:
    change(edited)
    found = drawn(edited, declared)
    assert len(found) == 1
    assert found[0].startswith(says)


def test_a_changed_description_is_shown_from_where_it_parts_ways(edited: Any, declared: Any) -> None:
    tool(edited, "SpawnAgent")["description"] = tool(edited, "SpawnAgent")["description"].replace("no task", "a task")
    (line,) = drawn(edited, declared)
    assert line.startswith('~ SpawnAgent/description: "\\u2026')
    assert "a task." in line
    assert "no task." in line
    assert len(line) < 350


def test_tools_in_another_order_are_one_difference(edited: Any, declared: Any) -> None:
    edited["tools"].reverse()
    (line,) = drawn(edited, declared)
    assert line.startswith("~ order of the tools: ")
    edited["tools"].sort(key=lambda one: one["name"])
    assert drawn(edited, declared) == []


def test_equal_numbers_are_no_difference_and_booleans_are_no_numbers(edited: Any, declared: Any) -> None:
    limit = tool(edited, "TaskList")["input_schema"]["properties"]["limit"]
    limit["minimum"] = 1.0
    assert drawn(edited, declared) == []
    limit["minimum"] = True
    assert drawn(edited, declared) == ["~ TaskList/input_schema/properties/limit/minimum: true -> 1"]


def test_a_number_that_did_not_change_is_written_as_it_was(tmp_path: Path, edited: Any) -> None:
    path = tmp_path / "inv.json"
    tool(edited, "TaskList")["input_schema"]["properties"]["limit"]["minimum"] = 0.1
    tool(edited, "TaskList")["x_share"] = 1e-7
    edited["tools"] = [tool(edited, "TaskList"), *(one for one in edited["tools"] if one["name"] != "TaskList")]
    path.write_text(json.dumps(edited).replace("0.1,", "0.10,").replace("1e-07", "1e-7"))
    wanted = copy.deepcopy(edited)
    wanted["tools"].sort(key=lambda one: one["name"])
    assert refresh(path, wanted=wanted).is_changed
    assert [found in path.read_text() for found in ('"minimum": 0.10,', '"x_share": 1e-7\n')] == [True, True]
    assert not refresh(path, wanted=wanted).is_changed


def test_a_list_that_differs_only_by_a_boolean_for_a_number_is_shown(edited: Any, declared: Any) -> None:
    edited["tools"][0]["related_surfaces"] = [1, "x"]
    declared = copy.deepcopy(declared)
    declared["tools"][0]["related_surfaces"] = [True, "x"]
    assert len(drawn(edited, declared)) == 1


def test_another_layout_of_the_same_value_says_nothing_else(tmp_path: Path, declared: Any) -> None:
    path = tmp_path / "inv.json"
    path.write_text(json.dumps(declared))
    assert pending_changes(path).differences == []
    assert refresh(path).is_changed


def test_a_missing_file_cannot_be_compared(tmp_path: Path) -> None:
    with pytest.raises(ConformanceError, match="No such file"):
        pending_changes(tmp_path / "inv.json")


def test_a_newer_format_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "inv.json"
    path.write_text('{"version": 3, "tools": []}')
    with pytest.raises(ConformanceError, match="newer than this tool knows") as refused:
        refresh(path)
    assert refused.value.kind is ErrorKind.UNSUPPORTED
    assert path.read_text() == '{"version": 3, "tools": []}'


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("package.json", '{"name": "app"}'),
        ("notes.md", "# Notes"),
        ("settings.json", "// a comment\n{}"),
        ("list.json", "[]"),
    ],
)
def test_what_is_no_inventory_is_left_alone(tmp_path: Path, name: str, content: str) -> None:
    path = tmp_path / name
    path.write_text(content)
    with pytest.raises(ConformanceError):
        refresh(path)
    assert path.read_text() == content


def test_a_file_of_something_else_is_named_with_the_ways_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path = Path("p" * 120 + ".json")  # a name is shown whole up to 200 characters
    path.write_text('{"name": "app"}')
    with pytest.raises(ConformanceError) as refused:
        refresh(path)
    anew = f"or move the file away and write it anew with `conformance refresh {path.name} --source SOURCE`"
    assert refused.value.message == f"`{path}` is not an inventory and was not changed"
    assert refused.value.recovery_hint == f"pass the path of the inventory; {anew}"
    assert refused.value.kind is ErrorKind.UNREADABLE


@pytest.mark.parametrize("content", ["[]", "{", json.dumps(FOREIGN)])
def test_the_way_out_names_the_file_with_its_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: str
) -> None:
    monkeypatch.chdir(tmp_path)
    relative = Path("my lists", "inv.json")
    relative.parent.mkdir()
    relative.write_text(content)
    for path in (relative, relative.absolute()):
        with pytest.raises(ConformanceError) as refused:
            refresh(path, replace_foreign=False)
        assert "`conformance refresh 'my lists/inv.json' --source SOURCE`" in refused.value.recovery_hint


def test_an_empty_file_is_written(tmp_path: Path) -> None:
    path = tmp_path / "inv.json"
    for content in ("", "  \n"):
        path.write_text(content)
        assert refresh(path).is_changed
        assert pending_changes(path).differences == []


def test_a_broken_inventory_is_left_as_it_is_since_people_declared_something_in_it(tmp_path: Path) -> None:
    path = tmp_path / "inv.json"
    for content in ('<<<<<<< ours\n{"source_of_truth": {}}\n', '{"source_of_truth": {'):
        path.write_text(content)
        with pytest.raises(ConformanceError):
            refresh(path)
        assert path.read_text() == content
        assert list(tmp_path.iterdir()) == [path]


def test_the_inventory_of_another_system_is_replaced_only_when_it_is_named(tmp_path: Path) -> None:
    path = tmp_path / "inv.json"
    path.write_text(json.dumps(FOREIGN))
    with pytest.raises(ConformanceError, match="inventory of another system") as refused:
        refresh(path, replace_foreign=False)
    assert refused.value.kind is ErrorKind.USAGE
    assert refused.value.message.endswith("inv.json` is the inventory of another system, by its `source_of_truth`")
    assert refused.value.recovery_hint == (
        f"to compare or replace it anyway, run `conformance refresh {path} --source SOURCE`; "
        "source `reference` is the reference contract"
    )
    with pytest.raises(ConformanceError, match="inventory of another system"):
        pending_changes(path, accept_foreign=False)
    assert json.loads(path.read_text()) == FOREIGN
    assert pending_changes(path).differences
    assert refresh(path).is_changed
    assert not refresh(path, replace_foreign=False).is_changed


def test_a_folder_is_no_inventory(tmp_path: Path) -> None:
    with pytest.raises(ConformanceError, match="is a folder") as refused:
        refresh(tmp_path)
    assert refused.value.recovery_hint == "pass a JSON file", "nobody is asked to move a folder away"


def test_the_text_of_the_inventory_is_the_same_in_every_process(declared: Any) -> None:
    assert stable_text(reference_inventory()) == stable_text(declared)


@pytest.mark.parametrize("content", ['{"tools', '{"name": "package"}', '{"version": 2, "tools": 5}'])
def test_a_broken_file_is_left_as_it_is_and_the_hint_leads_out(tmp_path: Path, content: str) -> None:
    path = tmp_path / "x.json"
    path.write_text(content, "utf-8")
    with pytest.raises(ConformanceError) as caught:
        refresh(path)
    way_out = f"move the file away and write it anew with `conformance refresh {path} --source SOURCE`"
    assert caught.value.recovery_hint.endswith(way_out)
    assert path.read_text("utf-8") == content
    path.rename(tmp_path / "old.json")
    assert refresh(path).is_changed


def test_an_inventory_that_is_not_there_or_lists_no_tools_is_to_be_written_from_a_source(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    with pytest.raises(ConformanceError, match="does not exist") as missing:
        subject_of(None, Config(inventory=path))
    path.write_text('{"version": 2, "tools": {}}', "utf-8")
    with pytest.raises(ConformanceError, match="must be an array of tools") as shapeless:
        load_any_inventory(reader.read(path))
    for caught in (missing, shapeless):
        assert "`conformance init --source SOURCE`" in caught.value.recovery_hint


def test_of_a_list_only_what_differs_as_json_is_shown() -> None:
    assert drawn({"a": [1, "x"]}, {"a": [1.0, "y"]}) == ['~ /a/1: "x" -> "y"']
    assert drawn({"a": [1, True]}, {"a": [1.0, True, None]}) == ["+ /a/2: null"]
    assert drawn({"a": [1, True]}, {"a": [1.0, True, "x"]}) == ['+ /a/2: "x"']
    assert drawn({"a": [{"b": 1}, 2]}, {"a": [{"b": 1.0}, 3]}) == ["~ /a/1: 2 -> 3"]


def test_lists_that_are_too_long_to_pair_are_one_difference() -> None:
    values: list[Any] = [f"v{index}" for index in range(3_000)]
    [line] = drawn({"a": values}, {"a": values[::2]})
    assert line.startswith('~ /a: ["v0","v1","v2",')


def test_a_value_of_another_type_is_shown_beside_the_former_one() -> None:
    assert drawn({"a": 1}, {"a": "x"}) == ['~ /a: 1 -> "x"']
    assert drawn({"a": "x"}, {"a": None}) == ['~ /a: "x" -> null']
    assert drawn({"a": ["x"]}, {"a": {"b": 1}}) == ['~ /a: ["x"] -> {"b":1}']


def test_a_text_that_can_be_shown_whole_is_not_cut_before_its_first_difference() -> None:
    old, new = "x" * 50 + "old", "x" * 50 + "new"
    assert drawn({"a": old}, {"a": new}) == [f'~ /a: "{old}" -> "{new}"']


def test_a_schema_that_must_not_be_evaluated_is_named_with_its_tool_and_reason(edited: Any) -> None:
    assert list(unevaluated_schemas(edited)) == []
    tool(edited, "TaskList")["input_schema"]["properties"]["limit"] = {"$ref": "other.json"}
    [(name, reason)] = unevaluated_schemas(edited)
    assert name == "TaskList"
    assert reason.startswith("`/input_schema/properties/limit/$ref` refers to `other.json`, which is not in this")
    name = "n" * 120  # a pointer is shown whole up to 200 characters
    tool(edited, "SpawnAgent")["input_schema"]["properties"][name] = {"$ref": "other.json"}
    assert next(unevaluated_schemas(edited))[1].startswith(f"`/input_schema/properties/{name}/$ref` refers to")
    del tool(edited, "SpawnAgent")["input_schema"]["properties"][name]
    tool(edited, "TaskList")["result_envelope"]["success_result_schema"] = {"$ref": "result.json"}
    assert [said.split()[0] for _, said in unevaluated_schemas(edited)] == [
        "`/input_schema/properties/limit/$ref`",
        "`/result_envelope/success_result_schema/$ref`",
    ]


def test_a_file_is_foreign_unless_it_states_the_origin_of_the_reference_contract(tmp_path: Path, declared: Any) -> None:
    path = tmp_path / "inv.json"
    path.write_text(json.dumps(declared))
    assert not is_foreign(path)
    path.write_text(json.dumps(FOREIGN))
    assert is_foreign(path)


def test_an_inventory_with_a_tool_of_the_named_system_is_its_own_whatever_origin_people_wrote(
    tmp_path: Path, declared: Any
) -> None:
    path = tmp_path / "inv.json"
    path.write_text(json.dumps({**FOREIGN, "tools": declared["tools"][:1]}))
    assert not pending_changes(path, wanted=declared, accept_foreign=False).vanished
    # nobody named a system, so that a common tool says little
    with pytest.raises(ConformanceError, match="inventory of another system"):
        pending_changes(path, accept_foreign=False)


def test_the_reference_contract_has_as_many_tools_as_its_inventory_lists(declared: Any) -> None:
    assert reference_size() == len(declared["tools"])


def test_a_tool_that_only_the_file_has_is_a_difference_and_has_vanished(
    tmp_path: Path, edited: Any, declared: Any
) -> None:
    edited["tools"].append({**tool(edited, "TaskList"), "name": "TaskPurge"})
    (tmp_path / "inv.json").write_text(json.dumps(edited))
    found = pending_changes(tmp_path / "inv.json", wanted=declared)
    assert [str(one) for one in found.differences] == ["- tool TaskPurge: the source has no such tool"]
    assert len(found.vanished) == 1
    assert "TaskPurge" in found.vanished[0]
    kept = refresh(tmp_path / "inv.json", wanted=declared)
    assert (len(kept.vanished), "TaskPurge" in (tmp_path / "inv.json").read_text()) == (1, True)
