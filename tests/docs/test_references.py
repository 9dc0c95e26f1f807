"""What README and docs refer to exists: links and their headings, commands and their options, extras, methods."""

import inspect
import re
import shlex
import tomllib
from collections.abc import Iterator
from pathlib import Path

import click

from conformance.cli import group
from conformance.commands.toml_schemas import configuration_schema
from conformance.documents.pointers import resolve
from conformance.documents.values import as_object
from conformance.systems.runtime import Runtime
from tests.docs.pages import EXTRA, PAGES, ROOT

_LINK = re.compile(r"\]\((?!https?:)([^)#\s]*)(#[^)\s]+)?\)")
_HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
_FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
# A command in a line of a block or between backticks, up to what ends it.
_COMMAND = re.compile(r"(?:^(?:\$ |\s*- (?:run: )?)?|`|&& )(conformance [a-z]+[^`\n#&]*)", re.MULTILINE)

_METHOD = re.compile(r"^\| `(\w+\(self.*?)` \|", re.MULTILINE)


def test_links_lead_to_files_and_headings_that_exist() -> None:
    lost = [
        f"{page.name}: {link.group(0)}"
        for page in PAGES
        for link in _LINK.finditer(page.read_text("utf-8"))
        if not _is_there(page, link.group(1), link.group(2))
    ]
    assert lost == []


def test_pages_of_the_site_link_to_no_page_outside_it() -> None:
    # The build of the site fails on such a link; other files outside lead somewhere on a code host.
    docs = ROOT / "docs"
    lost = [
        f"{page.name}: {path}"
        for page in PAGES
        if page.is_relative_to(docs)
        for path, _ in _LINK.findall(page.read_text("utf-8"))
        if path.endswith(".md") and not (page.parent / path).resolve().is_relative_to(docs)
    ]
    assert lost == []


def _is_there(page: Path, path: str, anchor: str | None) -> bool:
    target = (page.parent / path).resolve() if path else page
    return target.exists() and (anchor is None or anchor[1:] in set(_anchors(target.read_text("utf-8"))))


def _anchors(text: str) -> Iterator[str]:
    """Yield the anchors of headings as code hosts make them: lower case, hyphens for spaces, no punctuation."""
    for heading in _HEADING.findall(_FENCE.sub("", text)):
        yield re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def test_the_first_page_leads_to_the_list_of_every_page() -> None:
    assert "(docs/README.md)" in (ROOT / "README.md").read_text("utf-8")
    listed = (ROOT / "docs" / "README.md").read_text("utf-8")
    pages = [page.name for page in PAGES if page.parent.name == "docs" and page.name != "README.md"]
    assert [name for name in pages if f"({name}" not in listed] == []


def test_the_page_on_probes_lists_every_key() -> None:
    page = (
        (ROOT / "docs" / "probes.md").read_text("utf-8").partition("## What can be configured?")[2].partition("##")[0]
    )
    shown = {
        name.partition(".")[0]
        for row in re.findall(r"^\| (`.*?) \|", page, re.MULTILINE)
        for name in re.findall(r"`([^`]+)`", row)
    }
    assert shown == set(as_object(resolve(configuration_schema(), "/properties/probe/properties")))


def test_shown_commands_and_their_options_exist() -> None:
    wrong = [
        f"{page.name}: {line}: {fault}"
        for page in PAGES
        for line in _COMMAND.findall(page.read_text("utf-8"))
        if (fault := _fault(line))
    ]
    assert wrong == []
    assert _fault("conformance chek") == "no command `chek`"
    assert _fault("conformance check --no-such=1") == "no option `--no-such`"


def _fault(line: str) -> str:
    """Return which word of a command line does not exist, or an empty text."""
    command: click.Command = group
    context = click.Context(group)
    for word in shlex.split(line.replace("...", "").removesuffix("\\"))[1:]:
        name = word.partition("=")[0]
        if isinstance(command, click.Group) and not name.startswith("-"):
            inner = command.get_command(context, name)
            if inner is None:
                return f"no command `{name}`"
            command = inner
        elif re.match(r"--?[a-z]", name) and name not in {one for each in command.params for one in each.opts}:
            return f"no option `{name}`"
    return ""


def test_extras_in_install_lines_exist() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    named = {extra for page in PAGES for found in EXTRA.findall(page.read_text("utf-8")) for extra in found.split(",")}
    assert named <= set(project["optional-dependencies"])
    assert named >= {"mcp", "callback", "tokens"}, "the pattern finds the install lines"


def test_the_table_of_runtime_methods_is_that_of_the_protocol() -> None:
    page = (ROOT / "docs" / "adapters.md").read_text("utf-8")
    shown = {found.partition("(")[0]: _arguments(found) for found in _METHOD.findall(page)}
    methods = {name: value for name, value in vars(Runtime).items() if inspect.isfunction(value) and name[0] != "_"}
    assert shown == {name: list(inspect.signature(value).parameters)[1:] for name, value in methods.items()}


def _arguments(signature: str) -> list[str]:
    """Return the names of the arguments of a method as a page shows it, without ``self``."""
    inside = signature.partition("(")[2].rpartition(")")[0]
    return [one.partition(":")[0].partition("=")[0].strip() for one in inside.split(",")][1:]
