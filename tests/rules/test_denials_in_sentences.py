"""Sentences and marks that say the contrary of a count, two numbers, the states of items, or an environment."""

from conformance.documents.values import JsonObject
from tests.cases import check_each
from tests.rules.judging import found


def _messages(result: JsonObject, receipt: str, rule: str = "receipt_outcome_true") -> list[str]:
    example: JsonObject = {"envelope": {"tool_name": "GetThing", "result": result}, "receipt": receipt}
    return [one.message for one in found(rule, example)]


SCALED: JsonObject = {"replicas_wanted": 8, "replicas_ready": 5}
CALLS: JsonObject = {"calls": 8, "previous_month_calls": 9, "price": "8.00", "limit": 5}
CHECKS: JsonObject = {
    "checks": [
        {"name": "lint", "conclusion": "success"},
        {"name": "e2e", "conclusion": None, "status": "in_progress"},
        {"name": "docs", "conclusion": "skipped"},
    ]
}


@check_each(
    ("result", "receipt", "says"),
    [
        ({"attachment_count": 1}, "Sent to Ann without an attachment.", "`attachment_count` is 1"),
        ({"threats": [{"name": "Eicar"}]}, "z.zip carries no threats", "`threats` has 1"),
        ({"warning_count": 4, "errors": 0}, "src: no errors, no warnings", "`warning_count` is 4"),
        (SCALED, "worker: 3 → 8 replicas (all ready)", "`replicas_ready` is 5 of 8"),
        ({"wanted": 4, "ready": 2}, "api: all four are ready", "`ready` is 2 of 4"),
        (CALLS, "The calls went up.", "`calls` is lower than before"),
        (
            {"price": "12.00", "price_before": "10.00"},
            "A costs 12.00, down from 10.00",
            "`price` is higher than before",
        ),
        (CHECKS, "✔ lint … ✔ e2e ⊘ docs", "the item's state is `in_progress`"),
        (CHECKS, "lint ✔\ne2e ✔\ndocs -", "the item's state is `in_progress`"),
        ({"env": "staging"}, "✅ a:9f is live on production: 3 of 3 are healthy", "`env` is staging"),
    ],
)
def test_a_sentence_that_the_result_denies_is_found(result: JsonObject, receipt: str, says: str) -> None:
    assert [one for one in _messages(result, receipt) if says in one]


@check_each(
    ("result", "receipt"),
    [
        ({"attachment_count": 0}, "Sent without an attachment."),
        ({"attachment_count": 1}, "Sent with minutes.pdf, no further attachments."),
        ({"reply_count": 3}, "3 replies, no reply needed"),
        ({"warnings": ["old"], "dry_run": True}, "Dry run, no warnings."),
        ({"warnings": ["old syntax"]}, "No warnings in a.py, one warning in b.py"),
        ({"files": [{"name": "a", "errors": 0}, {"name": "b", "errors": 2}]}, "a has no errors."),
        ({"max_retries": 3}, "Done without retries."),
        (SCALED, "worker: 5 of 8 are ready, not all ready."),
        (SCALED, "worker: when all are ready, call again"),
        (SCALED, "worker: 5 so far; all started"),
        ({"done": 5, "total": 8}, "All done."),
        ({**SCALED, "replicas_ready": 8}, "worker (all ready)"),
        (CALLS, "8 calls. Usage went down."),
        (CALLS, "8 calls. The site is up."),
        (CALLS, "8 calls. The load went up, the calls went down."),
        ({**CALLS, "load": 3, "load_before": 2}, "The load went up."),
        (CALLS, "Usage did not go up."),
        (CHECKS, "✔ lint\n… e2e"),
        (CHECKS, "✔ passed … running\nlint, e2e"),
        (CHECKS, "✔ lint ✔ e2e ✔ docs (✔ = required)"),
        ({"env": "staging"}, "Live on staging, later in production"),
        ({"env": "staging"}, "Restored the dump. Ready for production"),
        ({"env": "staging", "source": "prod-dump-7"}, "Restored what was on prod"),
        ({"env": "staging", "mirror_env": "production"}, "Live on production"),
        ({"env": "staging"}, "Deployed. The same image runs on production since Monday."),
        (CALLS, "Fewer calls than before. CPU went up."),
        ({"todos": [{"text": "buy", "status": "done"}, {"text": "✓ sign", "status": "open"}]}, "✓ buy\n○ ✓ sign"),
        ({"options": [{"name": "a", "status": "failed"}, {"name": "b", "status": "passed"}]}, "Selected ✔ a ✔ b"),
        ({"results": [{"title": "No results found on page"}]}, "1 hit: No results found on page"),
    ],
)
def test_what_may_be_meant_otherwise_is_believed(result: JsonObject, receipt: str) -> None:
    assert _messages(result, receipt) == []


def test_an_item_that_was_not_run_needs_no_error_of_its_own() -> None:
    item: JsonObject = {"cmd": "make d", "status": "skipped", "error_kind": "skipped_after_previous_error"}
    batch: JsonObject = {"items": [{"cmd": "make c", "status": "failed", "error_message": "no rule"}, item]}
    assert _messages(batch, "make c: no rule, which kept `make d` from being run", "receipt_changes_true") == []
    assert _messages(batch, "make c: no rule\nmake d", "receipt_changes_true") != []


def test_a_listing_begins_with_its_folder() -> None:
    result: JsonObject = {"path": "/srv/app", "entries": [{"name": "bin"}]}
    for receipt in ("/srv/app\n├── bin", "/srv/app:\n  bin"):
        assert _messages(result, receipt, "receipt_outcome_first") == []
    assert _messages(result, "/srv/app\nbin", "receipt_outcome_first") != []


FILES: JsonObject = {"changed_files": [{"action": "modify", "path": "a.py"}, {"action": "delete", "path": "b.py"}]}


def test_a_deleted_file_that_is_said_to_be_kept_is_found() -> None:
    for receipt in ("Edited a.py, kept b.py.", "Edited a.py; b.py was kept"):
        assert len(_messages(FILES, receipt, "receipt_changes_true")) == 1


def test_another_file_and_a_copy_are_kept() -> None:
    for receipt in ("Deleted b.py, kept a.py.", "Edited a.py, kept a copy of b.py", "Edited a.py; b.py remains in git"):
        assert _messages(FILES, receipt, "receipt_changes_true") == []
