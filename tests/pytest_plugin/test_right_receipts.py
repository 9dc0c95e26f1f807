"""A receipt that was found right is not judged again, until anything that judges it differs."""

import json
from collections.abc import Callable, Iterator

import pytest

from conformance.plugins import forget_plugins
from conformance.pytest_plugin import receipt_judge, right_receipts
from tests.pytest_plugin.conftest import Project, failed_ids, outcomes

TEST = "def test_receipts(receipt, receipt_snapshot):\n    assert receipt == receipt_snapshot\n"
RIGHT = {
    "tool_name": "ListTasks",
    "status": "success",
    "summary_text": "No active tasks.",
    "result": {},
    "error": None,
}
BOTH = {**RIGHT, "error": {"kind": "x", "message": "x"}}

OWN_RULE = '''"""Each receipt is short.

A reason.
"""
from conformance import RECORD, Level

RULE = RECORD.rule(lambda record, profile: (), level=Level.ERROR, source="", good=(), bad=())
'''


@pytest.fixture
def no_plugins_afterwards() -> Iterator[None]:
    """Forget the plugins of a test."""
    yield
    forget_plugins()


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The receipts that rules were asked about."""
    monkeypatch.delenv("CI", raising=False)
    asked: list[str] = []
    original = receipt_judge.ReceiptJudge.require_right

    def require_right(self: receipt_judge.ReceiptJudge, data: str | bytes) -> bool:
        asked.append(str(data))
        return original(self, data)

    monkeypatch.setattr(receipt_judge.ReceiptJudge, "require_right", require_right)
    return asked


def _write(project: Project, *envelopes: dict[str, object], receipt: str = "No active tasks.") -> None:
    lines = [
        {"name": f"x/{name}", "envelope": envelope, "receipt": receipt}
        for name, envelope in zip("0123456", envelopes, strict=False)
    ]
    project.write("receipts.jsonl", "\n".join(map(json.dumps, lines)))


@pytest.fixture
def recorded(project: Project, judged: list[str]) -> Project:
    """A project with a snapshot of a receipt that was judged in an earlier run."""
    project.inventory("ListTasks")
    project.write("conformance.toml", 'inventory = "inv.json"\n')
    project.write("pytest.ini", "[pytest]\nconformance_records = receipts.jsonl\n")
    project.write("test_r.py", TEST)
    _write(project, RIGHT)
    assert outcomes(_run(project, "--snapshot-update")) == {"passed": 1}
    assert judged == ["No active tasks."]
    judged.clear()
    return project


def _run(project: Project, *options: str) -> pytest.RunResult:
    return project.run_with_snapshots("-q", "test_r.py", *options)


def test_a_receipt_that_was_right_is_compared_without_a_rule(recorded: Project, judged: list[str]) -> None:
    assert outcomes(_run(recorded)) == {"passed": 1}
    assert judged == []


def test_a_receipt_that_was_right_is_still_compared_with_its_snapshot(recorded: Project, judged: list[str]) -> None:
    (snapshot,) = (recorded.path / "__snapshots__" / "test_r").iterdir()
    snapshot.write_text("No active task.", "utf-8")
    assert outcomes(_run(recorded)) == {"failed": 1}
    assert judged == []


def _add_ignore(project: Project) -> None:
    project.write("conformance.toml", 'inventory = "inv.json"\n[levels]\nreceipt_outcome_first = "off"\n')


def _add_tool(project: Project) -> None:
    project.inventory("ListTasks", "ReadTask")


def _damage_cache(project: Project) -> None:
    (file,) = (project.path / ".pytest_cache").rglob("right_receipts")
    file.write_text(file.read_text()[:-10])


def _fill_cache_with_nonsense(project: Project) -> None:
    (file,) = (project.path / ".pytest_cache").rglob("right_receipts")
    file.write_text(json.dumps({**json.loads(file.read_text()), "digests": {"x": 1}}))


def _change_a_version(project: Project) -> None:
    (file,) = (project.path / ".pytest_cache").rglob("right_receipts")
    file.write_text(json.dumps({**json.loads(file.read_text()), "stamp": "0" * 64}))


def _change_the_envelope(project: Project) -> None:
    _write(project, {**RIGHT, "summary_text": "No active tasks. "})


CHANGES = (_add_ignore, _add_tool, _damage_cache, _fill_cache_with_nonsense, _change_a_version, _change_the_envelope)


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__.strip("_"))
def test_a_receipt_is_judged_again_when_anything_that_judges_it_differs(
    recorded: Project, judged: list[str], change: Callable[[Project], None]
) -> None:
    change(recorded)
    _run(recorded)
    assert len(judged) == 1


def test_a_wrong_envelope_behind_a_receipt_that_was_right_fails(recorded: Project) -> None:
    _write(recorded, BOTH)
    assert failed_ids(_run(recorded)) == {"test_r.py::test_receipts[x-0]"}


def test_a_wrong_receipt_fails_each_time(recorded: Project, judged: list[str]) -> None:
    _write(recorded, BOTH)
    assert [outcomes(_run(recorded, "--snapshot-update")) for _ in range(2)] == [{"failed": 1}] * 2
    assert len(judged) == 2


def test_a_receipt_whose_finding_was_accepted_is_judged_each_time(recorded: Project, judged: list[str]) -> None:
    # what accepts it may end with a day
    ignored = '[[ignore]]\nrule = "envelope_exclusivity"\nreason = "until May"\n'
    recorded.write("conformance.toml", f'inventory = "inv.json"\n{ignored}')
    _write(recorded, BOTH, receipt="Failed: x: x")
    for _ in range(2):
        assert "envelope_exclusivity" not in _run(recorded, "--snapshot-update").stdout.str()
    assert len(judged) == 2


@pytest.mark.parametrize("options", [("-p", "no:cacheprovider"), ("--cache-clear",)], ids=["no cache", "cleared"])
def test_without_a_cache_every_receipt_is_judged(
    recorded: Project, judged: list[str], options: tuple[str, ...]
) -> None:
    assert outcomes(_run(recorded, *options)) == {"passed": 1}
    assert len(judged) == 1


def test_where_ci_is_set_no_earlier_run_is_trusted(
    recorded: Project, judged: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CI", "true")
    assert outcomes(_run(recorded)) == {"passed": 1}
    assert len(judged) == 1


def _use_own_profile(project: Project) -> None:
    project.write("mine.toml", 'extends = "rap_2026_08"\n')
    project.write("conformance.toml", 'inventory = "inv.json"\nprofile = "mine.toml"\n')


def _use_plugin(project: Project) -> None:
    project.write("house.py", OWN_RULE)
    project.write("conformance.toml", 'inventory = "inv.json"\nplugins = ["house"]\n')


@pytest.mark.parametrize("change", [_use_own_profile, _use_plugin], ids=["profile", "plugin"])
@pytest.mark.usefixtures("no_plugins_afterwards")
def test_where_something_unknown_takes_part_every_receipt_is_judged(
    recorded: Project, judged: list[str], change: Callable[[Project], None]
) -> None:
    change(recorded)
    for _ in range(2):
        assert outcomes(_run(recorded)) == {"passed": 1}
    assert len(judged) == 2


def test_no_more_are_kept_than_the_limit_and_those_used_last_stay(
    recorded: Project, judged: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(right_receipts, "MAX_KEPT", 2)
    envelopes = [{**RIGHT, "summary_text": "No active tasks" + "." * number} for number in (1, 2, 3)]
    _write(recorded, *envelopes)
    _run(recorded, "--snapshot-update")
    judged.clear()
    _run(recorded, "-k", "1 or 2")
    assert judged == []
    _run(recorded)
    assert len(judged) == 1


def test_two_workers_keep_what_both_found(recorded: Project, judged: list[str]) -> None:
    _write(recorded, *[{**RIGHT, "summary_text": f"No active tasks.{' ' * number}"} for number in range(6)])
    assert recorded.run_apart("-q", "-n", "2", "--snapshot-update", "test_r.py").ret == 0
    assert outcomes(_run(recorded)) == {"passed": 6}
    assert len(judged) < 6
