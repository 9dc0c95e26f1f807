"""Puts the summaries of the parts of a log together, in the order of the log."""

from collections import Counter
from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from conformance.commands.audit_criteria import Audit
from conformance.commands.audit_partition import PartSummary
from conformance.commands.audited_lines import LineJudge, line_of
from conformance.commands.census import Census
from conformance.commands.contract_rows import contract_rows
from conformance.commands.finding_tally import FindingTally, TalliedFindings
from conformance.commands.known_results import KnownResults, RepeatJudge
from conformance.commands.report import ContractCoverage
from conformance.documents.location import Location
from conformance.errors import ConformanceError, ErrorKind
from conformance.findings import Finding
from conformance.settings.ignores import Ignores
from conformance.systems.traces import TraceSource, open_trace


class AuditTotals:
    """What the audit of the parts so far came to."""

    def __init__(self, by: Audit, ignores: Ignores | None, most: int) -> None:
        self.by = by
        self.ignores = ignores
        self.most = most
        self.counts: Counter[str] = Counter()
        self.named: set[str] = set()
        self.examined: set[tuple[str, str | None]] = set()
        self.census = Census()
        self.known = KnownResults()
        self.tally = FindingTally(ignores, most)
        self.whole = LineJudge(by)
        """Has the counts over all lines."""
        self._repeats = RepeatJudge(by.rules, by.profile)

    def add(self, source: TraceSource, part: PartSummary) -> None:
        """Add the next part of the log, which is this source."""
        if self.ignores is not None:
            self.ignores.add_marks(part.ignored)
        self._add_findings(source, part)
        self.counts.update(part.counts)
        self.counts["uncompared"] += part.marks.omitted
        self.named |= part.named
        self.examined |= part.examined
        self.census.merge(part.census)
        self.whole.history.add_counts(part.history)
        if self.whole.contract is not None:
            self.whole.contract.add_seen(part.contract)

    def _add_findings(self, source: TraceSource, part: PartSummary) -> None:
        """Add what was found in the part, with what differs from other lines where it is in the order of the lines."""
        differing = {id(one): one for one in self._differing(source.name, part)}
        found = sorted([*part.tallied.kept, *differing.values()], key=line_of)
        for one in found:
            if id(one) not in differing:
                self.tally.add_tallied(TalliedFindings([one]))
            elif self.tally.has_room(judged := self.tally.suppress(one)):
                self.tally.add_tallied(TalliedFindings([_locate(judged, source)]))
            else:
                self.tally.add_tallied(TalliedFindings([judged]))
        self.tally.add_tallied(TalliedFindings(dropped=part.tallied.dropped))

    def _differing(self, name: str, part: PartSummary) -> Iterator[Finding]:
        for mark in part.marks:
            other = self.known.other_position(mark, name)
            if other is not None:
                yield from self._repeats.findings(mark, name, other)

    def finish(self) -> None:
        """Add what all lines together show."""
        self.tally.add(self.whole.judge_history())
        self.examined |= self.whole.examined

    def coverage(self) -> list[ContractCoverage]:
        """Return how much of the contract of each tool was seen; nothing if it was not asked for."""
        return [] if self.whole.contract is None else contract_rows(self.whole.contract)

    def notes(self) -> list[str]:
        """Return what was not judged, one line each."""
        return [f"{number:,} {_plural(text, number)}" for key, text in _NOTES.items() if (number := self.counts[key])]


_NOTES: Mapping[str, str] = {
    "unanswered": "call has no result",
    "given_up": "call is not judged: more than 10,000 calls, or 64 MB, waited for their results at once",
    "results_without_call": "result has no call",
    "skipped": "line has no call of a tool that could be read, as pieces of a stream and other formats cannot",
    "left_out": "record is left out by the options",
    "timeless": "of them has no time",
    "unversioned": "record is not checked against an inventory: without a time, or at a time with no readable version",
    "undetermined": "call is not checked against the schemas of the inventory: "
    "the result may report a failure, and the format has no flag for it",
    "unruled": "record is judged by no rule on envelopes and receipts: pass `--profile holon` for these",
    "untyped": "result is not checked against a result schema: neither an object nor an array",
    "lost_input": "input is not judged: missing, hidden or cut off in the log",
    "lost_result": "result is not judged: missing in the log",
    "inputless": "call is not compared with the next version: no input is recorded",
    "uncompared": "receipt is not compared with earlier ones",
}
"""What is counted and not judged, and how it is stated."""


def unjudged_error(name: str, counts: Counter[str], *, is_declared: bool) -> ConformanceError | None:
    """Return the error for a log of which no call was judged: it lacks their content, or any may have failed."""
    alone, strays = counts["calls_alone"], counts["results_without_call"]
    results = counts["records"] - alone - strays
    if alone > 0 and results <= 0:
        return _no_result_error(name, alone)
    # Which tool a result is of, and so which schema it must match, only its call says.
    if is_declared and strays > 0 and results <= 0:
        return _no_call_error(name, strays)
    if 0 < counts["schemaless"] >= results:
        message = f"no result was judged: the profile has no rules on envelopes and receipts, and {name} has only these"
        return ConformanceError(ErrorKind.UNTESTED, message, "pass `--profile holon`, which has these rules")
    undetermined, blank = counts["undetermined"] if is_declared else 0, counts["blank"]
    if not 0 < undetermined + blank >= results:
        return None
    if undetermined:
        message = f"no call was judged: each result in {name} may report a failure, and the format has no flag for it"
        return ConformanceError(ErrorKind.UNREADABLE, message, "pass a log in which a call succeeded")
    message = f"no call was judged: {name} has neither inputs nor results of calls that can be read"
    hint = (
        "let the instrumentation record the content of calls as JSON; most leave it out unless asked for it, and"
        " Traceloop names only the inputs that are passed by keyword"
    )
    return ConformanceError(ErrorKind.UNREADABLE, message, hint)


def uncompared_error(name: str, counts: Counter[str]) -> ConformanceError | None:
    """Return the error for a log of which no call could be compared with the next version."""
    if counts["compared"] or not counts["inputless"]:
        return None
    message = f"no call was compared with the next version: {name} has no inputs of calls"
    return ConformanceError(ErrorKind.UNREADABLE, message, "record the `input` of each call beside its result")


def _no_result_error(name: str, number: int) -> ConformanceError:
    what = f"none of the {number:,} calls in {name} has" if number > 1 else f"the only call in {name} does not have"
    message = f"no call was judged: {what} a result in the same file"
    hint = "put calls and results into one file; `--against` and `--coverage` need only the calls"
    return ConformanceError(ErrorKind.UNREADABLE, message, hint)


def _no_call_error(name: str, number: int) -> ConformanceError:
    what = f"none of the {number:,} results in {name} has" if number > 1 else f"the only result in {name} does not have"
    message = f"no result was compared with the inventory: {what} its call in the same file"
    return ConformanceError(ErrorKind.UNREADABLE, message, "put calls and results into one file, as complete messages")


def nothing_read_error(name: str, number: int | None = None) -> ConformanceError:
    """Return the error for a log, of so many lines, from which no result and no call could be read."""
    what = f"no line of {name} is" if number is None else f"the only line of {name} is not"
    what = f"none of the {number:,} lines of {name} is" if number is not None and number > 1 else what
    message = f"nothing was audited: {what} a readable result or call"
    return ConformanceError(ErrorKind.UNREADABLE, message, "pass a log of recorded results or of calls of tools")


def _plural(text: str, number: int) -> str:
    """Return a phrase such as ``call has no result`` for a number."""
    if number == 1:
        return text
    for one, many in ((" has ", "s have "), (" is ", "s are ")):
        if one in text:
            return text.replace("of them has", "of them have") if text.startswith("of") else text.replace(one, many, 1)
    return text


def _locate(finding: Finding, source: TraceSource) -> Finding:
    """Return a finding of which only the line is known with its column, if the source can be read again."""
    number = line_of(finding)
    if not source.is_repeatable:
        return finding
    try:
        for one in open_trace(source, lambda line: line == number).lines():
            if one.line is not None and one.line.number == number and one.line.document is not None:
                place = one.line.document.locate([finding.pointer])[finding.pointer]
                return replace(finding, location=Location(source.name, number, place.column))
    except ConformanceError:  # the file was changed since
        return finding
    return finding
