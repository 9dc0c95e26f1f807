"""What stands around an inventory is read as the configuration names it, and only for that inventory."""

import datetime
import json
import re
from pathlib import Path

import pytest

from conformance.commands.check import check_subject
from conformance.commands.context import surroundings_of
from conformance.commands.registry import profile_of
from conformance.commands.subject import subject_of
from conformance.errors import ConformanceError
from conformance.rules import examples
from conformance.settings.repository import load_config
from tests.scenarios.scenario import run_command, working_in

TODAY = datetime.date(2026, 5, 1)


def _repo(folder: Path, config: str, tools: object = None, **files: str) -> Path:
    inventory = examples.from_inventory(tools or [{"name": "ListTasks"}]).inventory.raw
    (folder / "tools.json").write_text(json.dumps(inventory), "utf-8")
    (folder / "conformance.toml").write_text(f'inventory = "tools.json"\n{config}', "utf-8")
    for name, text in files.items():
        (folder / name.replace("__", "/")).parent.mkdir(parents=True, exist_ok=True)
        (folder / name.replace("__", "/")).with_suffix(".md").write_text(text, "utf-8")
    return folder


def _found(folder: Path, rule: str) -> list[tuple[str, str | None]]:
    config = load_config(folder)
    report = check_subject(subject_of(None, config), config, TODAY, [rule])
    return [(str(one.location), one.tool) for one in report.findings]


def test_guidance_is_found_by_pattern_and_findings_name_its_line(tmp_path: Path) -> None:
    folder = _repo(tmp_path, 'guidance = ["prompts/**/*.md"]\n', prompts__a__x="# Work\n\nUse TaskList here.\n")
    assert _found(folder, "description_names_known_tools") == [("prompts/a/x.md:3:1", None)]


@pytest.mark.parametrize("pattern", [".", "./", "nowhere/*.md"])
def test_a_pattern_that_matches_no_file_is_refused_in_plain_words(tmp_path: Path, pattern: str) -> None:
    config = load_config(_repo(tmp_path, f'guidance = ["{pattern}"]\n'))
    with pytest.raises(
        ConformanceError, match=re.escape(f"conformance.toml:2:13: no file matches `{pattern}` in `guidance`")
    ):
        surroundings_of(config)


def test_docs_may_be_one_page_and_are_compared_both_ways(tmp_path: Path) -> None:
    page = "# Tools\n\n| Tool | Purpose |\n|---|---|\n| `TaskStatus` | one |\n"
    folder = _repo(tmp_path, 'docs = "docs.md"\n', docs=page)
    places = _found(folder, "listing_complete")
    assert ("docs.md:5:1", None) in places
    assert "ListTasks" in {tool for _, tool in places}


def test_an_earlier_inventory_tells_what_was_removed_without_notice(tmp_path: Path) -> None:
    earlier = examples.from_inventory([{"name": "ListTasks"}, {"name": "Sleep"}]).inventory.raw
    (tmp_path / "old.json").write_text(json.dumps(earlier), "utf-8")
    folder = _repo(tmp_path, 'earlier = "old.json"\n')
    assert len(_found(folder, "lifecycle")) == 1


def test_a_catalog_says_what_each_turn_offers(tmp_path: Path) -> None:
    (tmp_path / "catalog.json").write_text('{"operator": ["ListTasks"], "timer": []}', "utf-8")
    folder = _repo(tmp_path, 'catalog = "catalog.json"\n')
    assert [tool for _, tool in _found(folder, "listing_complete")] == ["ListTasks"]


def test_the_token_budget_of_the_repo_goes_before_the_profiles(tmp_path: Path) -> None:
    config = load_config(_repo(tmp_path, 'profile = "mcp"\ntoken_budget = 10\n'))
    budget = profile_of(config).budget
    assert (budget.request_tokens, budget.tool_tokens) == (10, 2000)
    assert len(_found(tmp_path, "surface_budget")) == 1


def test_another_inventory_that_is_named_has_no_guidance_of_this_repo(tmp_path: Path) -> None:
    folder = _repo(tmp_path, 'guidance = ["x.md"]\n', x="Use TaskList here.\n")
    other = tmp_path / "other.json"
    other.write_text(json.dumps(examples.from_inventory([{"name": "ListTasks"}]).inventory.raw), "utf-8")
    config = load_config(folder)
    assert subject_of(other, config).surface.surroundings.guidance == ()
    assert len(subject_of(folder / "tools.json", config).surface.surroundings.guidance) == 1


@pytest.mark.parametrize(
    ("config", "says"),
    [
        ('guidance = ["nowhere/*.md"]\n', "no file matches `nowhere/\\*.md`"),
        ('guidance = ["/etc/*.md"]\n', "conformance.toml:2:13: .* is not a valid pattern"),
        ('guidance = ["../*.md"]\n', "no file matches"),
        ('docs = "gone.md"\n', "conformance.toml:2:1: no file matches `gone.md`"),
        ('earlier = "gone.json"\n', "^conformance.toml:2:1: cannot read `gone.json`"),
        ('catalog = "gone.json"\n', "^conformance.toml:2:1: cannot read `gone.json`"),
        ('catalog = "bad.json"\n', "^bad.json:1:2: `operator` must be an array of tool names"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_key(tmp_path: Path, config: str, says: str) -> None:
    (tmp_path / "bad.json").write_text('{"operator": "ListTasks"}', "utf-8")
    folder = _repo(tmp_path, config)
    with working_in(folder), pytest.raises(ConformanceError, match=says):
        surroundings_of(load_config(Path.cwd()))


def test_a_configured_value_that_is_unusable_is_located_in_the_configuration(tmp_path: Path) -> None:
    (tmp_path / "tools.json").write_text('{"tools": []}', "utf-8")
    for command, text in (
        ("check", 'inventory = "gone.json"'),
        ("check", 'profile = "holn"'),
        ("check", 'profile = "gone.toml"'),
        ("check tools.json", 'tokenizer = "nope"'),
        ("cost tools.json", 'tokenizer = "nope"'),
        ("probe", 'probe.source = "gone.json"'),
        ("refresh", 'probe.source = "gone.json"'),
        ("check tools.json", 'guidance = ["/dev/*"]'),
        ("check tools.json", 'docs = "a/**b.md"'),
    ):
        (tmp_path / "conformance.toml").write_text(f"# ours\n{text}\n", "utf-8")
        with working_in(tmp_path):
            status, output = run_command(f"conformance {command}")
        assert status == 2, text
        assert "  --> conformance.toml:2:" in output, text
        assert str(tmp_path) not in output, text
    with working_in(tmp_path):
        assert "conformance.toml" not in run_command("conformance probe --source other.json")[1]
