"""A configuration names rules by id, kind, older id or category; older ids go on working, and no name is ambiguous."""

import datetime
from collections import Counter
from pathlib import Path

import pytest
from msgspec.structs import replace

from conformance.commands.check import check_subject
from conformance.commands.explain import explain_rule
from conformance.commands.registry import applied_rules, profile_of, registered_names, rule_ids_on, rules_for
from conformance.commands.subject import CheckSubject
from conformance.documents.reader import Document
from conformance.errors import ConformanceError
from conformance.findings import Finding, Level, fingerprint
from conformance.probes.catalogue import probe_ids
from conformance.rules.catalogue import all_rules, categories, list_rules
from conformance.rules.examples import from_properties
from conformance.rules.scopes import FIELD, Kind
from conformance.rules.selection import (
    current_name,
    expand_levels,
    key_of,
    list_catalogue,
    renaming_notes,
    selections_of,
    whole_catalogue,
)
from conformance.settings.notices import STALE_IGNORE
from conformance.settings.profiles import load_profile, profile_names
from conformance.settings.repository import Config, Ignore, load_config
from conformance.settings.table_reader import read_table
from conformance.systems.surface import Surface
from tests.rules.judging import found as judge

TODAY = datetime.date(2030, 6, 1)
COUNTS = from_properties({"timeout_seconds": {"type": "integer"}, "line_limit": {"type": "integer"}})
DURATION, LINES = "/properties/timeout_seconds", "/properties/line_limit"


def _config(**values: object) -> Config:
    return read_table(values, Config, None)


def _judge(config: Config, only: tuple[str, ...] = ("unit_suffix",), surface: Surface = COUNTS) -> list[Finding]:
    return list(
        check_subject(
            CheckSubject(surface, Document("given", "{}", surface.inventory.raw), "given"), config, TODAY, only
        ).findings
    )


def _levels(config: Config, only: tuple[str, ...] = ("unit_suffix",)) -> dict[str, str]:
    return {one.pointer.removeprefix("/tools/0/input_schema"): one.level.value for one in _judge(config, only)}


def _ignored(rule: str, only: tuple[str, ...] = ("unit_suffix",)) -> dict[str, bool]:
    found = _judge(_config(ignore=[{"rule": rule, "reason": "agreed"}]), only)
    return {one.pointer.rpartition("input_schema")[2]: one.suppressed is not None for one in found}


def test_no_name_is_ambiguous() -> None:
    names = Counter(name for name, _ in selections_of(all_rules()))
    assert [name for name, times in names.items() if times > 1] == []
    assert set(categories()).isdisjoint(probe_ids())
    aliases = {name for name, selected in selections_of(all_rules()) if selected.is_alias}
    assert aliases.isdisjoint(probe_ids())


def test_every_rule_has_the_category_of_its_folder() -> None:
    assert all_rules()["id_suffix"].category == "naming"
    assert {rule.category for rule in all_rules().values()} == set(categories())
    assert all(about.endswith(".") for about in categories().values())


def test_the_rules_for_a_list_of_tools_are_those_that_find_a_subject_in_one() -> None:
    assert {rule.id for rule in all_rules().values() if "inventory" in rule.scope.needs} == set(list_rules())
    assert set(rule_ids_on(["inventory"], list_catalogue())) == set(rule_ids_on(["inventory"]))


_LEVELS = {
    "envelopes": "off",  # a category, an id and a kind of rules on results
    "no_secrets": "warning",
    "no_secrets.result": "error",
    "naming": "info",
    "line_count_suffix": "off",  # an older id
    "unit_suffix.duration": "error",
    "required_declared": "warning",
}


@pytest.mark.parametrize("profile", profile_names())
@pytest.mark.parametrize("levels", [{}, _LEVELS], ids=["as it is", "with levels"])
def test_a_list_is_judged_at_the_same_levels_where_only_its_rules_are_known(
    profile: str, levels: dict[str, str]
) -> None:
    config, known = _config(profile=profile, levels=levels), list_catalogue()
    expected = [one for one in applied_rules(profile_of(config)) if one.check.id in known.rules]
    assert applied_rules(profile_of(config, None, known), (), known) == expected


@pytest.mark.parametrize("profile", profile_names())
def test_a_built_in_profile_names_only_checks_that_exist(profile: str) -> None:
    named: set[str] = set()
    load_profile(profile, lambda levels, _source: named.update(levels) or dict(levels))
    assert named - set(registered_names()) == set()


def test_all_rules_are_known_where_any_of_them_may_be_named_or_has_a_subject() -> None:
    ignore = [{"rule": "*", "reason": "agreed"}]
    for config, held, only in (
        (_config(ignore=ignore), ["inventory"], ()),
        (_config(baseline="known.txt"), ["inventory"], ()),
        (_config(), ["inventory", "records", "history"], ()),
        (_config(), ["inventory"], ("no_secrets",)),
    ):
        assert rules_for(config, held, only) is whole_catalogue()
    assert rules_for(_config(levels=_LEVELS), ["inventory"], ()) is list_catalogue()


def test_every_kind_is_found_by_a_bad_example_and_no_other_kind_is() -> None:
    for rule in all_rules().values():
        examples = [(bad.value, load_profile(bad.profile or rule.profile)) for bad in rule.bad]
        found = [one for value, profile in examples for one in judge(rule.id, value, profile)]
        names = {name for one in found for name in one.other_names if name.startswith(f"{rule.id}.")}
        assert names == {key_of(rule.id, kind.name) for kind in rule.kinds}, rule.id


def test_the_level_of_an_older_id_is_that_of_the_kind_it_stood_for() -> None:
    assert _levels(_config(levels={"line_count_suffix": "off"})) == {DURATION: "warning"}
    assert _levels(_config(levels={"unit_suffix.line_count": "off"})) == {DURATION: "warning"}
    # a run whose only rule is off would be refused
    assert _levels(_config(levels={"unit_suffix": "off"}), ("unit_suffix", "input_schema_valid")) == {}


def test_a_kind_may_be_written_as_toml_nests_it(tmp_path: Path) -> None:
    file = tmp_path / "conformance.toml"
    file.write_text('[levels]\nunit_suffix.duration = "error"\n', "utf-8")
    assert _levels(load_config(tmp_path)) == {DURATION: "error", LINES: "warning"}


def test_of_two_names_in_one_table_the_narrower_decides_and_an_id_goes_before_an_alias() -> None:
    category, rule, kind = {"naming": "info"}, {"unit_suffix": "error"}, {"unit_suffix.duration": "off"}
    for table in ({**category, **rule, **kind}, {**kind, **rule, **category}):
        assert _levels(_config(levels=table)) == {LINES: "error"}
    both = {"unit_suffix.duration": "error", "duration_suffix": "off"}
    assert _levels(_config(levels=both))[DURATION] == "error"


def test_what_a_later_file_says_of_a_category_counts_against_an_earlier_one(tmp_path: Path) -> None:
    unclear = from_properties({"timeout": {"type": "integer", "description": "In seconds."}})

    def level(config: Config) -> list[Level]:
        return [finding.level for finding in _judge(config, ("unit_suffix", "input_schema_valid"), unclear)]

    assert level(_config(profile="mcp")) == [Level.INFO]
    assert level(_config(profile="mcp", levels={"naming": "warning"})) == [Level.WARNING]
    assert level(_config(profile="mcp", levels={"naming": "off"})) == []
    file = tmp_path / "ours.toml"
    file.write_text('extends = "mcp"\nname = "ours"\nsummary = "x"\ndated = "2026-01-01"\n[levels]\nnaming = "error"\n')
    assert level(_config(profile=str(file))) == [Level.ERROR]


def test_an_unknown_name_in_a_profile_is_refused_with_the_file_and_the_one_that_was_meant(tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    file.write_text('extends = "mcp"\nname = "ours"\nsummary = "x"\ndated = "2026-01-01"\n[levels]\nnamng = "off"\n')
    with pytest.raises(ConformanceError, match=r"ours\.toml:6:1: there is no rule `namng` in `levels`") as caught:
        profile_of(_config(profile=str(file)))
    assert caught.value.recovery_hint == "did you mean `naming`?"


def test_only_some_rules_may_be_chosen_by_any_of_their_names() -> None:
    assert _levels(_config(), ("line_count_suffix",)) == {LINES: "warning"}
    assert _levels(_config(), ("unit_suffix.duration",)) == {DURATION: "warning"}
    assert set(_levels(_config(), ("naming",))) == {DURATION, LINES}


def test_an_ignore_may_name_a_rule_a_kind_an_older_id_or_a_category() -> None:
    assert _ignored("unit_suffix") == {DURATION: True, LINES: True}
    assert _ignored("unit_suffix.line_count") == {DURATION: False, LINES: True}
    assert _ignored("line_count_suffix") == {DURATION: False, LINES: True}
    assert _ignored("naming") == {DURATION: True, LINES: True}
    assert _ignored("receipts") == {DURATION: False, LINES: False}


def test_an_ignore_of_a_category_is_stale_only_where_all_of_it_ran() -> None:
    config = Config(ignore=(Ignore(rule="naming", reason="agreed"),))
    clean = from_properties({"limit": {"type": "integer"}})
    assert _judge(config, ("unit_suffix",), clean) == []
    (stale,) = _judge(config, ("naming",), clean)
    assert stale.rule == STALE_IGNORE.id


def test_a_finding_keeps_the_fingerprint_that_it_had_under_its_older_id() -> None:
    by_kind = {str(one.evidence["kind"]): one.fingerprint for one in _judge(_config())}
    assert by_kind == {
        "duration": fingerprint("duration_suffix", "ListTasks", "/input_schema/properties/timeout_seconds"),
        "line_count": fingerprint("line_count_suffix", "ListTasks", "/input_schema/properties/line_limit"),
    }


def test_an_older_id_of_a_whole_rule_selects_it_with_all_of_its_kinds() -> None:
    kinds = (Kind("a"), Kind("b", aliases=("old_b",)))
    rule = FIELD.rule(
        lambda _field, _profile: iter(()),
        level=Level.INFO, source="", good=(), bad=(), kinds=kinds, aliases=("old",),
    )  # fmt: skip
    named = dict(selections_of({"new": replace(rule, id="new", category="naming")}))
    assert named["old"].keys == named["new"].keys == ("new", "new.a", "new.b")
    assert named["old"].breadth < named["new"].breadth < named["old_b"].breadth < named["new.b"].breadth
    assert named["old_b"].keys == ("new.b",)
    assert named["naming"].keys == ("new", "new.a", "new.b")


def test_the_explanation_of_an_older_id_says_what_it_is_called_now() -> None:
    assert explain_rule("line_count_suffix").startswith("`line_count_suffix` is now called `unit_suffix.line_count`.\n")
    assert explain_rule("unit_suffix").startswith("unit_suffix (warning, naming,")
    assert "\n  unit_suffix: " in explain_rule("naming")
    assert current_name("unit_suffix") is None
    assert list(renaming_notes(["id_suffix", "page_count_suffix"])) == [
        "`page_count_suffix` is now called `unit_suffix.page_count`"
    ]


def test_a_name_that_is_no_rules_stays_as_it_is() -> None:
    assert expand_levels({"unknown_tool_error": "off"}) == {"unknown_tool_error": "off"}
