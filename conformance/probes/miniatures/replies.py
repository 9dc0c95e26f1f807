"""Systems whose calls return envelopes and receipts that no recorded result may have."""

from msgspec.structs import replace

from conformance.documents.values import JsonObject, as_object, compact_json
from conformance.probes.miniatures import Miniature
from conformance.probes.miniatures._sound import Changes, SoundRuntime
from conformance.systems.runtime import CallOutcome, ParseOutcome

_PREVIEW_CHARS = 50_000


def _add_error(_tool: str, parsed: ParseOutcome, envelope: JsonObject) -> JsonObject:
    """Add an error to the result of a successful call."""
    error: JsonObject = {"kind": "tool_failed", "message": "it failed", "recovery_hint": "wait", "retryable": False}
    return {**envelope, "error": error} if parsed.accepted else envelope


def _rename_status(_tool: str, parsed: ParseOutcome, envelope: JsonObject) -> JsonObject:
    return {**envelope, "status": "weird"} if parsed.accepted else envelope


def _show_envelope(outcome: CallOutcome) -> CallOutcome:
    return replace(outcome, receipt=compact_json(outcome.envelope))


def _say_only_that_it_failed(outcome: CallOutcome) -> CallOutcome:
    envelope = as_object(outcome.envelope)
    failed = envelope.get("status") == "error"
    return replace(outcome, receipt=f"{envelope.get('tool_name')} failed") if failed else outcome


def _describe_artifact(outcome: CallOutcome) -> CallOutcome:
    """Refer to the output of a successful call by more than its path."""
    envelope = as_object(outcome.envelope)
    if envelope.get("status") != "success":
        return outcome
    result: JsonObject = {
        **as_object(envelope.get("result")),
        "stdout_artifact": 0,
        "artifacts": [{"path": "out/1.txt", "description": "what it printed"}],
    }
    receipt = f"{outcome.receipt}\nstdout artifact: out/1.txt"
    return replace(outcome, envelope={**envelope, "result": result}, receipt=receipt)


def _preview_at_length(result: JsonObject) -> JsonObject:
    return {**result, "listing": "one more line\n" * (_PREVIEW_CHARS // 14), "truncated": False}


MINIATURES = (
    Miniature(
        "describes_its_artifacts",
        "Adds a description to the reference to an artifact.",
        lambda: SoundRuntime(Changes(call=_describe_artifact)),
        returns="artifact_path_only",
    ),
    Miniature(
        "fails_without_details",
        "Shows only that a call failed, and nothing of its error.",
        lambda: SoundRuntime(Changes(call=_say_only_that_it_failed)),
        returns="receipt_error_fields",
    ),
    Miniature(
        "invents_a_status",
        "Returns a status that is neither success nor error.",
        lambda: SoundRuntime(Changes(envelope=_rename_status)),
        returns="status_known",
    ),
    Miniature(
        "previews_without_bound",
        "Returns 50,000 characters as a preview.",
        lambda: SoundRuntime(Changes(result=_preview_at_length)),
        returns="preview_bounded",
    ),
    Miniature(
        "shows_the_envelope",
        "Shows the model the envelope as JSON.",
        lambda: SoundRuntime(Changes(call=_show_envelope)),
        returns="receipt_not_raw_envelope",
    ),
    Miniature(
        "succeeds_and_fails",
        "Returns a result and an error in one envelope.",
        lambda: SoundRuntime(Changes(envelope=_add_error)),
        returns="envelope_exclusivity",
    ),
)
