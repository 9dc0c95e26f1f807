"""Laws over all tools, for complete outputs that programs print and for those that they should not."""

import gc
import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from conformance.commands.check import check
from conformance.commands.registry import applied_rules
from conformance.contract import audit_record, complete_output_json
from conformance.contract.artifacts import MemorySink
from conformance.contract.audit_record import AuditRecord
from conformance.contract.budgets import FIELD_CHARS, RECEIPT_CHARS, ProjectionPolicy
from conformance.contract.compaction import CompactionPolicy, compact
from conformance.contract.complete_output import CompleteOutput
from conformance.contract.envelope import Envelope, Failure, Success, to_json
from conformance.contract.families import all_tools, family_of
from conformance.contract.free_texts import free_texts
from conformance.contract.projection import project
from conformance.contract.receipt import OutputBlock, ReceiptLine, View
from conformance.contract.receipt_forms import forms_of_tool
from conformance.contract.references import roles_in
from conformance.contract.rendering import render
from conformance.contract.transports import all_transports
from conformance.display import replace_surrogates, unsafe_marks
from conformance.documents.pointers import split
from conformance.documents.values import JsonValue, as_array, as_object
from conformance.errors import ConformanceError
from conformance.findings import Level
from conformance.rules.scopes import ARTIFACT_LIST, ENVELOPE, LOG_ENTRY, OUTCOME, RECEIPT, RECORD, RESULT_LEVEL
from conformance.settings.profiles import load_profile
from conformance.systems.adapters.reference import reference_surface
from conformance.systems.surface import Record, Surface
from tests.cases import check_each
from tests.contract.complete_outputs import complete_outputs

TOOLS = {tool.name: tool for tool in all_tools()}
NARROW = ProjectionPolicy(preview_chars=400)
SIZES = (0, 50, 300, 1_000, 5_000)
PROFILE = load_profile("holon")
INVENTORY = reference_surface().inventory
SCOPES = {scope.name for scope in (LOG_ENTRY, RECORD, ENVELOPE, OUTCOME, RESULT_LEVEL, ARTIFACT_LIST, RECEIPT)}
ABOUT_TEXTS = {
    "payload_not_duplicated": "two fields of a generated output may well hold the same text",
    "receipt_error_fields": "a message without a word, or half of it hidden characters, has no form to be found by",
}
WITHOUT_ROOM = {("preview_head_and_tail", "compacted"): "a few characters for each of many texts have one end only"}
ABOUT_MARKERS = ("truncation_flag_truthful", "preview_head_and_tail")
"""A program may print what looks like a marker; no reader of the envelope can tell."""
RULES = [
    applied
    for applied in applied_rules(PROFILE)
    if applied.check.scope.name in SCOPES and applied.check.id not in ABOUT_TEXTS
]
DIGESTS = ("follow_up_text", "cmd", "title", "snippet", "summary", "objective")
"""What lists and confirmations show the beginning of: the item itself is read by its id, the input is known."""
STRANGERS = st.dictionaries(
    st.sampled_from(["notes", "annotations", "x_ids", "log_path"]),
    st.one_of(
        st.builds(lambda times: ["n n" * 100] * times, st.sampled_from([1, 60])),
        st.builds(lambda times: [{"note": "n" * 300, "note_id": "n_1"}] * times, st.sampled_from([1, 60])),
        st.sampled_from(["n " * 10, "n " * 3_000]),
        st.dictionaries(st.sampled_from("abc"), st.sampled_from(["n " * 2_000, {"of": ["n"] * 60}]), max_size=3),
    ),
    max_size=2,
)
"""Members that no family knows of: a newer runtime may have them, and they may be large."""
Law = Callable[[CompleteOutput], None]


def is_deterministic(output: CompleteOutput) -> None:
    first, second = MemorySink(), MemorySink()
    envelope = project(output, sink=first)
    assert project(output, sink=second) == envelope
    assert first == second
    assert project(output, sink=first) == envelope, "the second time the artifacts are there already"
    assert render(envelope) == render(project(output, sink=first))


def is_plain_json(output: CompleteOutput) -> None:
    value = to_json(project(output, sink=MemorySink()))
    assert json.loads(json.dumps(value, ensure_ascii=False).encode()) == value


def is_bounded(output: CompleteOutput) -> None:
    for policy in (None, NARROW):
        envelope = project(output, policy, MemorySink())
        family = family_of(output.tool_name)
        assert family
        if isinstance(envelope, Success):
            texts = free_texts(envelope.result)
            shown = sum(len(text.text) for text in texts if text.is_preview)
            assert shown <= (policy or NARROW).narrow(family.budget).preview_chars or policy is None
            assert sum(len(text.text) for text in texts) <= family.budget.preview_chars + FIELD_CHARS
            assert _longest_list(envelope.result) <= family.budget.listed_items
        receipt = render(envelope)
        assert len(receipt) <= RECEIPT_CHARS
        assert list(unsafe_marks(receipt)) == []


def _longest_list(value: JsonValue) -> int:
    members = as_object(value)
    inner = [member for key, member in members.items() if key != "artifacts"]
    return max([len(as_array(value)), *(map(_longest_list, [*inner, *as_array(value)]))])


def keeps_what_it_cuts(output: CompleteOutput) -> None:
    sink = MemorySink()
    result = as_object(to_json(project(output, sink=sink))["result"])
    assert all(role.path in (*sink.texts, *_texts(complete_output_json.to_json(output))) for role in roles_in(result))
    kept = {*sink.texts.values(), *_texts(result)}
    for path, text in sink.texts.items():
        kept |= _texts(json.loads(text)) if "-full_result-" in path else set()
    written = set(map(replace_surrogates, kept))
    complete = as_object(complete_output_json.to_json(output)["result"])
    for text in free_texts(complete):
        whole, name = replace_surrogates(text.text), split(text.pointer)[-1]
        has_its_own_file = complete.get(f"{name}_path") is not None
        assert name in DIGESTS or has_its_own_file or whole in written or any(whole in one for one in written)


def _texts(value: JsonValue) -> set[str]:
    if isinstance(value, str):
        return {value}
    return {text for inner in (*as_object(value).values(), *as_array(value)) for text in _texts(inner)}


def stays_as_it_is_when_projected_again(output: CompleteOutput) -> None:
    for policy in (None, NARROW):
        sink = MemorySink()
        envelope = project(output, policy, sink)
        written = dict(sink.texts)
        again = complete_output_json.from_json(json.loads(json.dumps(to_json(envelope))))
        assert project(again, sink=sink) == envelope
        assert json.dumps(to_json(project(again, sink=sink))) == json.dumps(to_json(envelope)), "the same bytes"
        assert project(again, NARROW, sink) == envelope
        assert sink.texts == written, "nothing is read back and nothing is written anew"


def is_compacted_without_loss_of_identity(output: CompleteOutput) -> None:
    envelope = project(output, sink=MemorySink())
    smaller: dict[str, str] = {}
    for size in SIZES:
        compacted = compact(envelope, CompactionPolicy(size))
        assert compact(compacted, CompactionPolicy(size)) == compacted
        assert compacted.model_copy(update={"result": None, "error": None}) == envelope.model_copy(
            update={"result": None, "error": None}
        )
        assert _identity(compacted) == _identity(envelope)
        texts = {text.pointer: text.text for text in free_texts(to_json(compacted)["result"])}
        assert all(_is_kept(text, texts.get(pointer, "")) for pointer, text in smaller.items()), size
        smaller = texts


def _identity(envelope: Envelope) -> Any:
    if isinstance(envelope, Failure):
        return envelope.error.model_copy(update={"details": None})
    return [(role.name, role.path) for role in roles_in(envelope.result)]


def _is_kept(text: str, larger: str) -> bool:
    """What a smaller budget keeps at the beginning, a larger one keeps too."""
    head = text.partition("\n[output truncated")[0].removesuffix("...").removesuffix("…").rstrip("\n")
    return larger.startswith(head)


def counts_what_it_shows(output: CompleteOutput) -> None:
    envelope = project(output, sink=MemorySink())
    if isinstance(envelope, Success) and "returned" in envelope.result:
        (listed,) = (items for key, items in envelope.result.items() if key in ("tasks", "work_items"))
        assert envelope.result["returned"] == len(as_array(listed))


def writes_no_label_that_output_could_forge(output: CompleteOutput) -> None:
    envelope, family, forms = project(output), family_of(output.tool_name), forms_of_tool(output.tool_name)
    assert family
    assert forms
    if isinstance(envelope, Success):
        parts = list(family.render(output.tool_name, View(envelope.result)))
        for part in parts if any(isinstance(part, OutputBlock) for part in parts) else ():
            line = part.text if isinstance(part, ReceiptLine) else f"{part.label}:"
            assert not part.label or forms.matches(line), line


def is_told_alike_to_every_provider(output: CompleteOutput) -> None:
    envelope = project(output, sink=MemorySink())
    receipt = render(envelope)
    for transport in all_transports().values():
        carried = transport.read(transport.write(envelope, receipt, "call_1"))
        assert carried.text == receipt
        assert carried.is_error in (None, isinstance(envelope, Failure))


def survives_in_an_audit_record(output: CompleteOutput) -> None:
    envelope = project(output, sink=MemorySink())
    record = AuditRecord(canonical_result=envelope, rendered_receipt=render(envelope), latency_ms=1)
    line = record.to_line()
    assert line.count("\n") == 1
    assert audit_record.from_json(json.loads(line)) == record


def pleases_every_rule(output: CompleteOutput) -> None:
    envelope = project(output, sink=MemorySink())
    compacted = compact(envelope, CompactionPolicy(300))
    records = [Record("projected", to_json(envelope), render(envelope), render(envelope))]
    records.append(Record("compacted", to_json(compacted), render(compacted)))
    findings = check(Surface("generated", INVENTORY, records), PROFILE, RULES).findings
    forged = any("[output truncated" in text for text in _texts(complete_output_json.to_json(output)))
    worth = [
        finding
        for finding in findings
        if finding.level is not Level.INFO
        and not (forged and finding.rule in ABOUT_MARKERS)
        and (finding.rule, finding.evidence["record"]) not in WITHOUT_ROOM
    ]
    assert [(finding.rule, finding.pointer, finding.message, finding.evidence) for finding in worth] == []


LAWS: list[Law] = [
    is_deterministic,
    is_plain_json,
    is_bounded,
    keeps_what_it_cuts,
    stays_as_it_is_when_projected_again,
    is_compacted_without_loss_of_identity,
    counts_what_it_shows,
    writes_no_label_that_output_could_forge,
    is_told_alike_to_every_provider,
    survives_in_an_audit_record,
    pleases_every_rule,
]


class Case:
    """One generated output; a failure shows its kinds of text, not megabytes of it."""

    def __init__(self, output: CompleteOutput) -> None:
        self.output = output

    def __repr__(self) -> str:
        texts = _texts(complete_output_json.to_json(self.output))
        return f"{self.output.tool_name}: {sorted((len(text), text[:40]) for text in texts)[-8:]}"


def _with_strangers(output: CompleteOutput, strangers: dict[str, JsonValue]) -> CompleteOutput:
    """The output with members that no family knows of, in its result where that is open, else further inside."""
    value = complete_output_json.to_json(output)
    result = as_object(value["result"])
    inside = [
        {**result, key: {**as_object(member), **strangers}} for key, member in result.items() if as_object(member)
    ]
    for wider in ({**result, **strangers}, *inside):
        with suppress(ConformanceError):
            return complete_output_json.from_json({**value, "result": wider})
    return output


@pytest.fixture(autouse=True)
def without_what_is_left_of_examples() -> Iterator[None]:
    """Free the outputs of a test: they hang in cycles of the engine, which the collector of a long run rarely visits.

    Each test leaves up to a hundred megabytes there.
    """
    yield
    gc.collect()


def _all_hold(tool: str, max_examples: int) -> None:
    """Check every law with every output: the outputs are those of the seed, the same for each law."""

    @settings(
        max_examples=max_examples,
        derandomize=True,
        deadline=None,
        database=None,
        phases=[Phase.generate],  # shrinking a text of 300,000 characters takes longer than looking at it
        suppress_health_check=[*HealthCheck],
    )
    @given(st.builds(_with_strangers, complete_outputs(TOOLS[tool]), STRANGERS).map(Case))
    def judge(case: Case) -> None:
        check_each("law", LAWS, ids=lambda law: law.__name__)(lambda law: law(case.output))()

    judge()


@pytest.mark.parametrize("tool", TOOLS)
def test_all_laws_hold_for_some_outputs(tool: str) -> None:
    _all_hold(tool, 3)


@pytest.mark.long
@pytest.mark.parametrize("tool", TOOLS)
def test_all_laws_hold_for_many_outputs(tool: str) -> None:
    _all_hold(tool, 8)
