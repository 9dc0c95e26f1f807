"""An example is filled in to a whole Surface that no rule objects to."""

from conformance.commands.check import check
from conformance.commands.registry import applied_rules
from conformance.rules.examples import from_envelope, from_receipt, from_tool
from conformance.settings.profiles import load_profile
from conformance.systems.surface import Surface


def _findings(surface: Surface) -> list[str]:
    profile = load_profile("holon")
    return [finding.message for finding in check(surface, profile, applied_rules(profile)).findings]


def test_what_an_example_leaves_out_is_beyond_reproach() -> None:
    assert _findings(from_tool({})) == []
    assert _findings(from_envelope({})) == []
    assert _findings(from_envelope({"status": "error"})) == []


def test_an_envelope_is_filled_in_by_its_status() -> None:
    (record,) = from_envelope({"status": "error", "error": {"kind": "lost"}}).records
    assert isinstance(record.envelope, dict)
    assert record.envelope["result"] is None
    assert record.envelope["error"]["kind"] == "lost"
    assert record.envelope["error"]["retryable"] is False


def test_what_is_no_object_stays_as_it_is() -> None:
    assert from_envelope(None).records[0].envelope is None
    assert from_envelope({"envelope": []}).records[0].envelope == []


def test_the_tool_of_an_envelope_is_promised_unless_the_example_promises_another() -> None:
    assert [tool.name for tool in from_envelope({"tool_name": "WebFetch"}).inventory.tools] == ["WebFetch"]
    other = from_receipt({"tool": {"name": "ListTasks"}, "envelope": {"tool_name": "WebFetch"}, "receipt": "done"})
    assert [tool.name for tool in other.inventory.tools] == ["ListTasks"]
    assert other.records[0].receipt == "done"
