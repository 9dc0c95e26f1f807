"""Names that are wrong in every profile, and how a hostile one is shown."""

import pytest
from msgspec.structs import replace

from conformance.documents.values import JsonValue
from conformance.findings import Level
from conformance.settings.profiles import Profile, load_profile
from tests.cases import check_each
from tests.rules.judging import HOLON, found, places

MCP = load_profile("mcp")
SNAKE = replace(HOLON, cases=replace(HOLON.cases, tool="snake"))


@check_each("name", ["", "   ", "Exec\u2066Command\u2069", "Exec\x00Command", "List\ufe0f"])
@check_each("profile", [HOLON, MCP])
def test_a_name_that_cannot_be_read_or_carried_is_wrong_in_any_case(name: str, profile: Profile) -> None:
    assert places("tool_name_case", {"name": name}, profile) == ["/tools/0/name"]


def test_a_length_is_reported_once_by_the_provider_and_only_as_a_warning_where_it_is_recommended() -> None:
    assert places("tool_name_case", {"name": "A" * 300}) == ["/tools/0/name"]
    tool: JsonValue = {"name": "a" * 300}
    for profile, level in ((MCP, Level.WARNING), (load_profile("openai"), Level.ERROR)):
        assert found("tool_name_case", tool, profile) == []
        (finding,) = found("provider_accepts", tool, profile)
        assert finding.level is level


def test_characters_that_the_protocol_only_recommends_are_a_warning() -> None:
    (finding,) = found("provider_accepts", {"name": "notes/find"}, MCP)
    assert finding.level is Level.WARNING


@pytest.mark.parametrize("name", ["list_tasks", "browser.click", "API-get-user", "evil name"])
def test_any_case_is_any_case(name: str) -> None:
    assert found("tool_name_case", {"name": name}, MCP) == []


@pytest.mark.parametrize(
    "name", ["\x1b[2K\x1b[1GExecCommand\x1b[8m", "Evil\rExecCommand", "A" * 100_000, "\u202e" * 5000]
)
def test_a_hostile_name_is_shown_short_and_escaped(name: str) -> None:
    (finding,) = found("tool_name_case", {"name": name})
    assert (finding.message + finding.hint).isprintable()
    assert len(finding.message) < 200


def test_the_letter_that_gives_a_foreign_script_away_is_named() -> None:
    (finding,) = found("tool_name_case", {"name": "Ex\u0435cCommand"})
    assert "CYRILLIC SMALL LETTER IE" in finding.message
    assert finding.hint == "rename it to `ExecCommand`"


@pytest.mark.parametrize("name", ["{0.__class__}%s", "a::b[c]-d", "..\\x", "<script>"])
def test_no_name_is_made_up_from_what_is_none(name: str) -> None:
    (finding,) = found("tool_name_case", {"name": name})
    assert "rename it to" not in finding.hint


def test_a_name_in_capitals_is_not_pascal_case_unless_the_profile_knows_it() -> None:
    assert found("tool_name_case", {"name": "LIST"})
    assert not found("tool_name_case", {"name": "HTTP"})
    assert not found("tool_name_case", {"name": "T0"})


def test_a_profile_may_want_snake_case() -> None:
    assert found("tool_name_case", {"name": "list_tasks"}, SNAKE) == []
    (finding,) = found("tool_name_case", {"name": "ListTasks"}, SNAKE)
    assert finding.hint == "rename it to `list_tasks`"


@pytest.mark.parametrize("name", ["task.list", "mcp__github__create_issue", "Workspace/Enter", "holon:ExecCommand"])
def test_a_namespaced_name_is_the_matter_of_one_rule_only(name: str) -> None:
    assert found("tool_name_case", {"name": name}) == []
    assert places("tool_name_namespace", {"name": name}) == ["/tools/0/name"]


@pytest.mark.parametrize("name", ["work_Item", "listTasks", "a::b[c]-d", "task-list", "Task List"])
def test_a_name_that_is_merely_misspelt_has_no_namespace(name: str) -> None:
    assert found("tool_name_namespace", {"name": name}) == []
    assert places("tool_name_case", {"name": name}) == ["/tools/0/name"]
