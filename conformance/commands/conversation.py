"""Questions to a running system one at a time, in any order, as a test runner puts them."""

import contextlib

from msgspec.structs import replace

from conformance.commands.finding_tally import FindingTally
from conformance.commands.live_calls import judge_calls
from conformance.commands.probe import Plan, answer_findings, interview_of, runtime_probes, tool_probes
from conformance.commands.probe_notices import conduct_findings, conduct_of
from conformance.commands.report import FindingSet
from conformance.errors import ConformanceError, ErrorKind
from conformance.findings import Finding
from conformance.probes.interview import InconclusiveError, OutOfTimeError, Probe, RuntimeInterview
from conformance.probes.interview.limits import InapplicableError, UnreadableReplyError
from conformance.probes.interview.named_tools import chosen_tools, validate_settings
from conformance.probes.interview.requests import Requests
from conformance.settings.notices import INCONCLUSIVE
from conformance.systems.conduct import Conduct
from conformance.systems.runtime import RunEndedError, Runtime
from conformance.systems.sources import inventory_of


class Conversation:
    """A runtime that is asked one question at a time, in any order; each tool keeps its interview.

    Raises ``ConformanceError`` if the runtime cannot describe itself, or the plan does not match it.
    """

    def __init__(self, runtime: Runtime, plan: Plan) -> None:
        self.inventory = inventory_of(runtime)
        self._plan = plan
        self._runtime = runtime
        self._conduct = Conduct()
        self._applied = {applied.check.id: applied for applied in plan.probes}
        validate_settings(plan.permissions.tools, self.inventory)
        self.tools = [interview_of(tool, self.inventory, runtime, plan) for tool in chosen_tools(self.inventory)]
        self._whole = RuntimeInterview(
            Requests(runtime, plan.limits), self.inventory, plan.profile, self.tools, authority=plan.authority
        )
        self._reported: set[tuple[str, str | None]] = set()

    @property
    def tool_probes(self) -> list[Probe]:
        """The questions to each tool; those that may change later answers come last."""
        return [applied.check for applied in tool_probes(self._plan)]

    @property
    def runtime_probes(self) -> list[Probe]:
        """The questions to the runtime as a whole."""
        return [applied.check for applied in runtime_probes(self._plan)]

    def ask(self, tool: int | None, probe_id: str) -> list[Finding]:
        """Put one question, to the tool at that index or to the runtime; raises ``InconclusiveError`` for no answer.

        Raises ``InapplicableError`` for a question that does not apply to the tool, and ``ConformanceError`` for an
        answer that nobody can read.
        """
        tally, found = FindingTally(self._plan.ignores), list[Finding]()
        before = None if tool is None else self.tools[tool].consulted
        try:
            found.extend(answer_findings(self._applied[probe_id], self._whole if tool is None else self.tools[tool]))
        except UnreadableReplyError as error:
            raise ConformanceError(ErrorKind.UNREACHABLE, str(error), error.advice) from None
        except (InconclusiveError, OutOfTimeError, RunEndedError) as error:
            if not found:
                advice = error.advice if isinstance(error, InconclusiveError) else "raise --max-time"
                raise InconclusiveError(str(error) or "the time for the run is over", advice) from None
        if tool is not None and not found and self.tools[tool].consulted == before:
            raise InapplicableError
        self._reported.update((one.rule, one.tool) for one in found)
        tally.add(found)
        return tally.findings

    def ask_results(self, tool: int | None) -> list[Finding]:
        """Judge what calls of the tool returned so far, and ask what the system does with its results.

        Without a tool, judge the replies to calls of tools that do not exist. Raises ``InconclusiveError`` when there
        was nothing to judge.
        """
        if tool is None:
            return self._judge_unknown_tools()
        interview, reason = self.tools[tool], InconclusiveError("no result could be judged", "allow calls of the tool")
        try:
            interview.make_calls()
        except (InconclusiveError, OutOfTimeError) as error:
            reason = error if isinstance(error, InconclusiveError) else reason
        narrowed = replace(self.inventory, tools=[interview.tool])
        asked = self._plan.judge_results(interview.runtime, narrowed) if self._plan.judge_results else FindingSet(())
        if asked.broke_off is not None:
            raise asked.broke_off
        open_points = [one for one in asked.findings if one.rule == INCONCLUSIVE.id]
        if not interview.requests.live_calls and not asked.answered and len(open_points) == len(asked.findings):
            advice = [f"{one.message}: {one.hint}" for one in open_points]
            raise InconclusiveError("; ".join([str(reason), *advice]), reason.advice)
        tally = FindingTally(self._plan.ignores)
        tally.add(judge_calls(interview.requests.live_calls, self.inventory, self._plan.profile, self._reported))
        tally.add(asked.findings)
        return tally.findings

    def ask_conduct(self, notice: str) -> list[Finding]:
        """Return what a notice says of what the runtime did beside its answers until now."""
        self._conduct = self._conduct.plus(conduct_of([self._runtime]))
        found = conduct_findings(self._plan.profile, self._conduct)
        tally = FindingTally(self._plan.ignores)
        tally.add([one for one in found if one.rule == notice])
        return tally.findings

    def _judge_unknown_tools(self) -> list[Finding]:
        """Judge the replies to calls that name no tool of the system, which its own probes make."""
        if not self._whole.requests.live_calls:
            for probe in self.runtime_probes:
                with contextlib.suppress(InconclusiveError, OutOfTimeError, RunEndedError):
                    list(answer_findings(self._applied[probe.id], self._whole))
        if not self._whole.requests.live_calls:
            raise InconclusiveError("no tool that does not exist was called", "the system only parses")
        tally = FindingTally(self._plan.ignores)
        tally.add(judge_calls(self._whole.requests.live_calls, self.inventory, self._plan.profile, self._reported))
        return tally.findings
