"""Measures how many findings are right, and how many known defects are found, on a folder of tool lists judged by hand.

Rules that were tuned to a set of lists prove nothing on that set: keep half of a sample unseen, and measure on it.
``--verdicts`` are JSON lines with ``file``, ``rule``, ``tool``, ``pointer`` or ``key`` (words of the message, or
neither) and ``verdict``: true, arguable or false. ``--defects`` are JSON lines with ``file``, ``tool``, ``field``,
``kind`` and ``also`` (other tools with the same defect), written by a reader before any rule ran.

    python benchmarks/precision.py LISTS [--verdicts FILE] [--defects FILE] [--profile mcp] [--list]
"""

import argparse
import datetime
import json
import math
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from conformance.commands.check import check_subject
from conformance.commands.subject import subject_of
from conformance.errors import ConformanceError
from conformance.findings import Finding, Level, group_alike
from conformance.settings.repository import Config

RULES_OF_KINDS: Mapping[str, tuple[str, ...]] = {
    "bounds": ("bounds_in_prose_agree",),
    "array_count": ("bounds_in_prose_agree",),
    "based": ("bounds_in_prose_agree",),
    "value_set": ("closed_value_set_in_prose", "choice_values_known"),
    "constant": ("closed_value_set_in_prose",),
    "enum_mismatch": ("enum_values_documented", "field_forbidden_by_prose: unsupported"),
    "format": ("format_in_prose", "date_format_stated", "syntax_stated"),
    "integer": ("count_is_integer",),
    "default": ("default_in_prose_agrees",),
    "default_absent": ("default_in_prose_agrees",),
    "default_invalid": ("default_valid",),
    "choice": ("variant_boundaries", "discriminator_declared"),
    "required_if": ("variant_boundaries",),
    "required_hole": (
        *("guidance_contradicts_schema", "variant_boundaries", "required_declared", "listed_members_declared"),
    ),
    "members": ("listed_members_declared", "object_members_known", "field_typed"),
    "required_mismatch": (
        *("guidance_contradicts_schema", "required_declared", "default_valid: never used"),
        "field_forbidden_by_prose: rules it out",
    ),
    "contradiction": (
        *("guidance_contradicts_schema", "field_forbidden_by_prose", "enum_values_documented", "type_in_prose_agrees"),
        *("satisfiable", "bounds_in_prose_agree: but by", "description_fits_name"),
    ),
    "wrong_description": ("description_fits_name", "description_distinct"),
    "undocumented": ("parameters_described", "description_present"),
    "unsatisfiable": ("satisfiable", "schema_parts_effective"),
    "unknown_field": ("description_names_known_fields",),
    "unknown_tool": ("description_names_known_tools",),
    "sibling_names": ("sibling_names_agree",),
    "sibling_constraints": ("sibling_units_agree", "sibling_names_agree", "date_format_stated"),
    "annotation_missing": ("mcp_annotations", "read_only_naming"),
    "python_literal": ("python_literals_in_prose",),
    "other": ("field_forbidden_by_prose: rules it out", "tool_name_unique"),
}
"""The rules that report each kind of defect, with words of the message where only some of a rule's findings do.

No finding counts for a kind that is not listed or has no rule.
"""

# A name in a message. Matches "parameter `limit` is"; not "limit".
_CODE = re.compile(r"`([^`]+)`")

_Z = 1.96
"""The quantile of the normal distribution that leaves 2.5 % on each side."""


@dataclass(frozen=True)
class Found:
    """What the rules say of one list: a finding and all its places."""

    file: str
    places: Sequence[Finding]

    @property
    def finding(self) -> Finding:
        """The finding at its first place."""
        return self.places[0]

    @property
    def tools(self) -> set[str]:
        """The tools that the finding is about: those of its places, and those that its evidence points into."""
        return {one.tool for one in self.places if one.tool}

    @property
    def words(self) -> str:
        """Everything in which a tool may be named."""
        return "\n".join(f"{one.pointer} {one.message} {json.dumps(one.evidence)}" for one in self.places)

    @property
    def fields(self) -> set[str]:
        """The names that the finding is about: in its pointers, in code of its messages, and in what lists fields.

        A name in a quote does not count: the quote may be about another field.
        """
        pointers = [one.pointer or "" for one in self.places]
        names: list[str] = []
        for one in self.places:
            for key in ("fields", "places"):
                listed = one.evidence.get(key)
                pointers += [str(each) for each in listed] if isinstance(listed, list) else []
            names += _CODE.findall(f"{one.message} {one.hint or ''}")
        return {part for pointer in pointers for part in pointer.split("/")} | set(names)


def wilson(hits: int, total: int) -> tuple[float, float]:
    """Return the 95 % confidence interval of a share: 0 to 1 where nothing was counted."""
    if not total:
        return 0.0, 1.0
    share, spread = hits / total, _Z * _Z / total
    middle = share + spread / 2
    reach = _Z * math.sqrt(share * (1 - share) / total + spread / (4 * total))
    return (middle - reach) / (1 + spread), (middle + reach) / (1 + spread)


def judge_folder(folder: Path, profile: str) -> list[Found]:
    """Judge every list of a folder; one that cannot be read is named on stderr, as it would look clean."""
    config = Config(profile=profile)
    found: list[Found] = []
    for path in sorted(path for path in folder.iterdir() if path.is_file()):
        try:
            report = check_subject(subject_of(path, config), config, datetime.datetime.now(datetime.UTC).date())
        except ConformanceError as error:
            print(f"{path.name}: {error}", file=sys.stderr)
            continue
        found += [Found(path.name, group) for group in group_alike(report.findings)]
    return found


def verdict_of(found: Found, verdicts: Iterable[Mapping[str, Any]]) -> str:
    """Return the verdict on a finding, ``unjudged`` if nobody gave one; that on any of its places counts."""
    for each in verdicts:
        if (each["file"], each["rule"]) == (found.file, found.finding.rule) and _is_about(each, found):
            return str(each["verdict"])
    return "unjudged"


def _is_about(verdict: Mapping[str, Any], found: Found) -> bool:
    return any(
        verdict.get("tool") == one.tool
        and verdict.get("pointer", one.pointer) == one.pointer
        and verdict.get("key", "") in one.message
        for one in found.places
    )


def is_found(defect: Mapping[str, Any], found: Iterable[Found]) -> bool:
    """Say whether a finding of a fitting rule is about the tool, and names the field, of a defect."""
    rules = RULES_OF_KINDS.get(str(defect["kind"]), ())
    tools = {str(defect["tool"]), *map(str, defect.get("also", ()))}
    field = str(defect["field"]).replace("[]", "").split(".")[-1]
    return any(
        one.file == defect["file"]
        and any(_reports(rule, one.finding) for rule in rules)
        and (not field or field in one.fields)
        and (not tools.isdisjoint(one.tools) or any(f"`{tool}`" in one.words for tool in tools) or _spans(one))
        for one in found
    )


def _reports(rule: str, finding: Finding) -> bool:
    """Say whether a finding is one of those that an entry of the table means: ``rule`` or ``rule: words``."""
    name, _, words = rule.partition(": ")
    return finding.rule == name and words in finding.message


def _spans(found: Found) -> bool:
    """Say whether a finding is about the list as a whole: it gives its places as evidence."""
    return "places" in found.finding.evidence or found.finding.tool is None


def print_precision(found: Sequence[Found], verdicts: Sequence[Mapping[str, Any]]) -> Counter[str]:
    """Print a line per rule that reports a warning or an error, and return the total verdicts."""
    by_rule: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for one in found:
        if one.finding.level is not Level.INFO:
            by_rule[one.finding.rule][verdict_of(one, verdicts)] += 1
    total = Counter[str]()
    for counts in by_rule.values():
        total.update(counts)
    print(f"{'rule':34} {'true':>5} {'arguable':>9} {'false':>6} {'unjudged':>9}  precision")
    for rule, counts in [*sorted(by_rule.items()), ("all", total)]:
        judged = counts["true"] + counts["arguable"] + counts["false"]
        numbers = f"{counts['true']:>5} {counts['arguable']:>9} {counts['false']:>6} {counts['unjudged']:>9}"
        print(f"{rule:34} {numbers}  {_share(counts['true'], judged)}")
    return total


def print_recall(found: Sequence[Found], defects: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Print a line per kind of defect, and return the defects that were missed."""
    by_kind: defaultdict[str, Counter[bool]] = defaultdict(Counter)
    missed: list[Mapping[str, Any]] = []
    for each in defects:
        hit = is_found(each, found)
        by_kind[str(each["kind"])][hit] += 1
        missed += [] if hit else [each]
    print(f"\n{'defect':34} {'found':>5} {'of':>4}  recall")
    total = Counter({True: len(defects) - len(missed), False: len(missed)})
    for kind, counts in [*sorted(by_kind.items()), ("all", total)]:
        print(f"{kind:34} {counts[True]:>5} {counts.total():>4}  {_share(counts[True], counts.total())}")
    return missed


def print_details(
    found: Iterable[Found], verdicts: Sequence[Mapping[str, Any]], missed: Iterable[Mapping[str, Any]]
) -> None:
    """Print each warning and error that is not true, and each defect that was missed."""
    for one in found:
        verdict = "true" if one.finding.level is Level.INFO else verdict_of(one, verdicts)
        if verdict != "true":
            print(f"  {verdict}: {one.file} {one.finding.rule} {one.finding.tool} {one.finding.message}")
    for each in missed:
        print(f"  missed: {each['file']} {each['tool']} {each['field']} ({each['kind']}): {each.get('quote', '')}")


def _share(hits: int, total: int) -> str:
    low, high = wilson(hits, total)
    return f"{hits / total:.0%} ({low:.0%} to {high:.0%})" if total else "-"


def _lines(path: Path | None) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()] if path else []


def main(given: Sequence[str] | None = None) -> int:
    """Print the tables; the exit status is 1 if a warning or an error has no verdict, so that none is overlooked.

    Without verdicts there is only recall to measure.
    """
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("lists", type=Path, help="a folder of tool lists")
    parser.add_argument("--verdicts", type=Path, help="verdicts on findings, as JSON lines")
    parser.add_argument("--defects", type=Path, help="defects that a reader found, as JSON lines")
    parser.add_argument("--profile", default="mcp", help="the profile to judge by")
    parser.add_argument(
        "--list", action="store_true", help="name each finding that is not true, and each missed defect"
    )
    arguments = parser.parse_args(given)
    if not arguments.lists.is_dir():
        parser.error(f"{arguments.lists} is not a folder")
    found, verdicts = judge_folder(arguments.lists, arguments.profile), _lines(arguments.verdicts)
    total = print_precision(found, verdicts)
    missed = print_recall(found, defects) if (defects := _lines(arguments.defects)) else []
    if arguments.list:
        print_details(found, verdicts, missed)
    return int(bool(verdicts) and total["unjudged"] > 0)


if __name__ == "__main__":
    sys.exit(main())
