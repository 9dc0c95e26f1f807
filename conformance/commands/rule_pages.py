"""The reference of rules: a page for each rule, probe and notice, made from its docstring and its examples.

A page is never edited: a test and ``conformance rules --check`` compare it with its source. Its address is stable, as
an id never changes its meaning.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from importlib import metadata
from pathlib import Path
from urllib.parse import urlsplit

from conformance.commands.explain import finding_lines, json_lines, kind_line
from conformance.commands.rules import ListedCheck, listed_checks, sections
from conformance.display import code_text
from conformance.documents import reader
from conformance.documents.files import translate_write_errors, write_atomically
from conformance.documents.values import JsonValue, as_object, as_text
from conformance.errors import ConformanceError, ErrorKind
from conformance.probes.miniatures import all_miniatures
from conformance.rules.catalogue import all_rules
from conformance.rules.scopes import AnyRule, BadExample
from conformance.settings.profiles import DEFAULT_PROFILE, load_profile

INDEX = "README.md"
_TITLE = "# Rules"
_PACKAGE, _LABEL = "tool-conformance", "Documentation"


def page_url(check_id: str) -> str:
    """Return the address of the page of a rule, probe or notice, or an empty text if this installation has none.

    The package states where its documentation is; installed from a git server, it is read there, at the same commit.
    Source: https://packaging.python.org/en/latest/specifications/direct-url/
    """
    try:
        package = metadata.distribution(_PACKAGE)
    except metadata.PackageNotFoundError:
        return ""
    stated = dict(line.split(", ", 1) for line in package.metadata.get_all("Project-URL") or [])
    if site := stated.get(_LABEL):
        return f"{site.rstrip('/')}/rules/{check_id}/"
    repository = _repository(package.read_text("direct_url.json") or "{}")
    return f"{repository}/docs/rules/{check_id}.md" if repository else ""


def _repository(text: str) -> str:
    """Return where a code host shows the commit that ``direct_url.json`` names, without what may be a password."""
    origin = as_object(json.loads(text))
    url = urlsplit(as_text(origin.get("url")) or "")
    commit = as_text(as_object(origin.get("vcs_info", {})).get("commit_id"))
    if url.scheme != "https" or not commit:
        return ""
    host = url.netloc.rpartition("@")[2]
    return f"https://{host}{url.path.rstrip('/').removesuffix('.git')}/blob/{commit}"


def rule_pages() -> Mapping[str, str]:
    """Return every page by its file name, as Markdown."""
    listed = listed_checks(load_profile(DEFAULT_PROFILE))
    pages = {f"{one.check.id}.md": "\n".join(_page(one)) for one in listed}
    return {INDEX: "\n".join(_index(listed)), **pages}


def write_pages(folder: Path, pages: Mapping[str, str]) -> list[str]:
    """Write the pages that differ and return their names; raises ``ConformanceError`` where other pages are there."""
    index = folder / INDEX
    if index.exists() and not reader.read_bytes(index).startswith(_TITLE.encode()):
        message = f"{code_text(str(index), 200)} is not a list of rules, and would be replaced"
        raise ConformanceError(ErrorKind.USAGE, message, "pass a folder that holds nothing else")
    with translate_write_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
    return [name for name, text in pages.items() if write_atomically(folder / name, text.encode())]


def stale_pages(folder: Path, pages: Mapping[str, str]) -> list[str]:
    """Return one sentence for each file of ``folder`` that differs from its page."""
    there = {path.name for path in folder.glob("*.md")}
    missing = [f"{name} is missing" for name in pages if name not in there]
    gone = [f"{name} is of no rule" for name in sorted(there - set(pages))]
    changed = [
        f"{name} differs from its source"
        for name in pages
        if name in there and reader.read_bytes(folder / name) != pages[name].encode()
    ]
    return missing + gone + changed


def _index(listed: Sequence[ListedCheck]) -> Iterator[str]:
    yield from (_TITLE, "")
    yield f"Every rule, probe and notice, with its level in the profile `{DEFAULT_PROFILE}`."
    yield "`conformance rules --profile NAME` lists the levels of another profile, `conformance explain ID` one page."
    yield "These pages are made by `conformance rules --write docs/rules`."
    for category, about in sections().items():
        yield from ("", f"## {category}", "", about, "", "| id | level | requires or asks |", "|---|---|---|")
        for one in listed:
            if one.category == category:
                yield f"| [`{one.check.id}`]({one.check.id}.md) | {one.level or 'off'} | {_cell(one.check.summary)} |"
    yield ""


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _page(one: ListedCheck) -> Iterator[str]:
    check = one.check
    yield f"# {check.id}"
    yield ""
    yield f"{check.level.value.capitalize()}, [{one.category}]({INDEX}#{one.category}), {_subject(one)}."
    yield from ("", check.summary, "", check.why)
    if rule := all_rules().get(check.id):
        yield from _examples(rule)
    for miniature in all_miniatures().values():
        if miniature.bites == check.id:
            command = f"conformance probe --probe {check.id} --source {miniature.source}"
            yield from ("", f"A small system that fails it: {miniature.summary}", "", "```bash", command, "```")
    yield ""


def _subject(one: ListedCheck) -> str:
    if one.category in ("probes", "notices"):
        return f"asks each {one.scope}" if one.category == "probes" else "reported by the harness itself"
    return f"judges each {one.scope.replace('_', ' ')}"


def _examples(rule: AnyRule) -> Iterator[str]:
    if rule.kinds:
        yield from ("", "Kinds of problems, each of which may have a level of its own:", "")
        yield from (f"- `{kind_line(rule, kind).replace(' (', '` (', 1)}" for kind in rule.kinds)
    for good in rule.good[:1]:
        yield from ("", "## Good", "", *_fence(good))
    for bad in rule.bad:
        yield from ("", "## Bad", "", *_fence(bad.value), *_findings(rule, bad))


def _fence(value: JsonValue) -> Iterator[str]:
    yield from ("```json", *json_lines(value), "```")


def _findings(rule: AnyRule, bad: BadExample) -> Iterator[str]:
    yield from ("", "```text", *finding_lines(rule, bad), "```")
