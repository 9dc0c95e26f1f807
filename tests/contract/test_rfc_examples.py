"""The examples of the RFC on results, read from the page itself: no example is left out and none is misread."""

import json
import re
from pathlib import Path

from conformance.commands.check import check
from conformance.commands.registry import applied_rules
from conformance.contract.complete_output import success_output
from conformance.contract.envelope import Envelope, from_json, to_json
from conformance.contract.families._command_shapes import CommandCompleted, Finished, Promoted, TaskHandle
from conformance.contract.projection import project
from conformance.contract.references import roles_in
from conformance.contract.rendering import render
from conformance.documents.values import JsonObject, as_object
from conformance.rules.scopes import ARTIFACT_LIST, ENVELOPE, LOG_ENTRY, OUTCOME, RECEIPT, RECORD, RESULT_LEVEL
from conformance.settings.profiles import load_profile
from conformance.systems.adapters.reference import reference_surface
from conformance.systems.surface import Record, Surface

INVENTORY = reference_surface().inventory
HOLON = load_profile("holon")
SCOPES = {scope.name for scope in (LOG_ENTRY, RECORD, ENVELOPE, OUTCOME, RESULT_LEVEL, ARTIFACT_LIST, RECEIPT)}
RULES = [applied for applied in applied_rules(HOLON) if applied.check.scope.name in SCOPES]
ABOUT_ARTIFACTS = {"artifact_path_only", "artifact_role_named", "artifact_index_in_range", "receipt_keeps_handles"}
"""What an example whose previews are dots can be judged by."""
HANDLE = TaskHandle(task_id="task_123", kind="command_task")
OUTPUTS = (
    Finished(exit_status=0, stdout="short output preview"),
    Finished(exit_status=0, stdout="src/runtime/turn.rs\nsrc/runtime/lifecycle.rs\n"),
    Promoted(task_handle=HANDLE, initial_output="short output preview"),
    Promoted(task_handle=HANDLE, initial_output="Starting server on :3000\n"),
)


def blocks(corpus: Path, language: str) -> list[str]:
    """The code blocks of the page in one language."""
    page = (corpus.parent / "spec" / "rfc-tool-result-envelope.md").read_text("utf-8")
    return re.findall(rf"^```{language}\n(.*?)\n```$", page, re.MULTILINE | re.DOTALL)


def examples(corpus: Path) -> list[JsonObject]:
    """The JSON examples."""
    return [as_object(json.loads(block)) for block in blocks(corpus, "json")]


def whole(example: JsonObject) -> JsonObject:
    """The envelope of which an example shows the result, alone or with the artifacts beside it."""
    outer = example if "result" in example else {"result": example}
    result = {"disposition": "completed", "exit_status": 0, "stderr_preview": None, **as_object(outer["result"])}
    outcome = {"tool_name": "ExecCommand", "status": "success", "summary_text": "command exited with status 0"}
    return {**outcome, **outer, "result": result}


def objections(envelope: Envelope) -> set[str]:
    """The rules on results that object to one or to its receipt."""
    record = Record("example", to_json(envelope), render(envelope), render(envelope))
    return {finding.rule for finding in check(Surface("examples", INVENTORY, [record]), HOLON, RULES).findings}


def test_every_whole_envelope_is_written_as_it_stands_and_breaks_only_what_a_placeholder_must(corpus: Path) -> None:
    envelopes = [example for example in examples(corpus) if "tool_name" in example]
    assert len(envelopes) == 5
    for example in envelopes:
        envelope = from_json(example)
        assert to_json(envelope) == example
        assert list(to_json(envelope)) == list(example)
        assert objections(envelope) == ({"result_matches_schema"} if example["result"] == {} else set())


def test_every_result_that_refers_to_artifacts_says_which_is_which(corpus: Path) -> None:
    referring = [whole(example) for example in examples(corpus) if "artifacts" in example]
    assert len(referring) == 3
    for example in referring:
        envelope = from_json(example)
        roles = list(roles_in(envelope.result))
        assert roles
        assert all(role.path and f"{role.name} artifact: {role.path}" in render(envelope) for role in roles)
        assert objections(envelope) & ABOUT_ARTIFACTS == set()


def test_every_reference_to_an_artifact_is_a_path_and_nothing_else(corpus: Path) -> None:
    references = [example for example in examples(corpus) if list(example) == ["path"]]
    assert len(references) == 2
    for reference in references:
        envelope = from_json(whole({"output_preview": "ok", "output_artifact": 0, "artifacts": [reference]}))
        assert f"output artifact: {reference['path']}" in render(envelope)
        assert objections(envelope) & ABOUT_ARTIFACTS == set()


def test_what_is_preferred_over_one_blob_are_fields_of_our_result(corpus: Path) -> None:
    (preferred,) = [one for one in examples(corpus) if not {"tool_name", "artifacts", "path"} & set(one)]
    assert set(preferred) < set(CommandCompleted.model_fields)
    assert "output" not in CommandCompleted.model_fields


def test_every_receipt_is_written_word_for_word(corpus: Path) -> None:
    receipts = [block for block in blocks(corpus, "text") if not block.startswith("<")]
    written = {render(project(success_output("ExecCommand", "s", output))) for output in OUTPUTS}
    assert len(receipts) == 4
    assert set(receipts) == written
