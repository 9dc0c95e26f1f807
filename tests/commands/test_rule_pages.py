"""The pages of rules are those of the code, and reports link them where the installation knows an address."""

import json
from collections.abc import Mapping
from email.message import Message
from pathlib import Path

import pytest

from conformance.commands import rule_pages
from conformance.commands.registry import registered_names
from conformance.commands.rule_pages import INDEX, page_url, stale_pages, write_pages
from conformance.errors import ConformanceError
from tests.scenarios.scenario import run_command, working_in

FOLDER = Path(__file__).parents[2] / "docs" / "rules"


class _Installed:
    """What an installation knows of itself."""

    def __init__(self, origin: dict[str, object], *urls: str) -> None:
        self.metadata = Message()
        self._origin = json.dumps(origin)
        for url in urls:
            self.metadata["Project-URL"] = url

    def read_text(self, _: str) -> str:
        return self._origin


def _install(monkeypatch: pytest.MonkeyPatch, origin: dict[str, object], *urls: str) -> None:
    def distribution(_: str) -> _Installed:
        return _Installed(origin, *urls)

    monkeypatch.setattr(rule_pages.metadata, "distribution", distribution)


FROM_GIT: dict[str, object] = {
    "url": "https://me:secret@git.example/tools/tool-conformance.git",
    "vcs_info": {"vcs": "git", "commit_id": "abc123"},
}


@pytest.fixture(scope="module")
def pages() -> Mapping[str, str]:
    return rule_pages.rule_pages()


def test_the_pages_are_those_of_the_code(pages: Mapping[str, str]) -> None:
    assert stale_pages(FOLDER, pages) == [], "write them with `conformance rules --write docs/rules`"


def test_each_check_has_a_page_and_a_stale_one_is_noticed(tmp_path: Path, pages: Mapping[str, str]) -> None:
    written = write_pages(tmp_path, pages)
    assert {"unit_suffix.md", "null_rejected.md", "stale_ignore.md", INDEX} <= {*written}
    assert {name.removesuffix(".md") for name in written} - {"README"} <= {*registered_names()}
    assert write_pages(tmp_path, pages) == []
    (tmp_path / "unit_suffix.md").write_text("edited")
    (tmp_path / "null_rejected.md").unlink()
    (tmp_path / "gone_rule.md").write_text("# gone_rule")
    assert stale_pages(tmp_path, pages) == [
        "null_rejected.md is missing",
        "gone_rule.md is of no rule",
        "unit_suffix.md differs from its source",
    ]


def test_pages_of_another_kind_are_not_replaced(tmp_path: Path, pages: Mapping[str, str]) -> None:
    (tmp_path / INDEX).write_text("# Our project\n")
    with pytest.raises(ConformanceError, match="is not a list of rules"):
        write_pages(tmp_path, pages)
    assert [path.name for path in tmp_path.iterdir()] == [INDEX]


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(ConformanceError, match="cannot write"):
        write_pages(tmp_path / "file", {"a.md": "# a"})


def test_an_address_is_that_of_the_documentation_or_of_the_commit(monkeypatch: pytest.MonkeyPatch) -> None:
    _install(monkeypatch, {"url": "file:///clone", "dir_info": {}})
    assert page_url("unit_suffix") == ""
    _install(monkeypatch, {**FROM_GIT, "url": "ssh://git@git.example/tools/tool-conformance.git"})
    assert page_url("unit_suffix") == ""
    _install(monkeypatch, FROM_GIT)
    assert page_url("unit_suffix") == "https://git.example/tools/tool-conformance/blob/abc123/docs/rules/unit_suffix.md"
    _install(monkeypatch, FROM_GIT, "Source, https://src.example", "Documentation, https://docs.example/")
    assert page_url("unit_suffix") == "https://docs.example/rules/unit_suffix/"


def test_sarif_and_verbose_output_name_the_page(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def rule() -> dict[str, object]:
        text = run_command("conformance check tools.json --format sarif")[1]
        rules = json.loads(text[text.index("{") :])["runs"][0]["tool"]["driver"]["rules"]
        return next(one for one in rules if one["id"] == "mcp_annotations")

    (tmp_path / "tools.json").write_text('{"tools": [{"name": "a", "description": "A.", "inputSchema": {}}]}')
    _install(monkeypatch, {})
    with working_in(tmp_path):
        assert "helpUri" not in rule()
        assert (
            "more on mcp_annotations: `conformance explain mcp_annotations`"
            in run_command("conformance --verbose check tools.json")[1]
        )
        _install(monkeypatch, FROM_GIT)
        address = "https://git.example/tools/tool-conformance/blob/abc123/docs/rules/mcp_annotations.md"
        assert f"more on mcp_annotations: {address}" in run_command("conformance -v check tools.json")[1]
        assert rule()["helpUri"] == address
