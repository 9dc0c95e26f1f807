"""A test with the argument ``receipt`` runs once per receipt of the system under test."""

import json

import pytest

from tests.pytest_plugin.conftest import RULES_OFF, Project, node_ids, outcomes

RECORDS = [
    {"name": "command/done", "envelope": {"tool_name": "ListTasks"}, "receipt": "Done.\r\n"},
    {"name": "command/failed::[x]", "envelope": {}, "receipt": ""},
]


@pytest.fixture
def recorded(project: Project) -> Project:
    """A project whose receipts come from a file; what the rules say of them is not what these tests are about."""
    project.write("out/receipts.jsonl", "".join(json.dumps(record) + "\n" for record in RECORDS))
    project.write("pytest.ini", "[pytest]\nconformance_records = out/receipts.jsonl\n")
    project.write("conformance.toml", RULES_OFF)
    return project


def test_each_receipt_is_one_test_named_after_its_sample(recorded: Project) -> None:
    recorded.write("test_r.py", "def test_r(receipt): pass\n")
    first, second = node_ids(recorded.run("--collect-only", "-q"))
    assert first == "test_r.py::test_r[command-done]"
    assert second.startswith("test_r.py::test_r[command-failed-x~")


def test_a_receipt_is_the_text_with_name_and_envelope(recorded: Project) -> None:
    recorded.write(
        "test_r.py",
        "def test_r(receipt):\n"
        "    assert isinstance(receipt, str)\n"
        "    if receipt.name == 'command/done':\n"
        "        assert receipt == 'Done.\\r\\n'\n"
        "        assert receipt.envelope == {'tool_name': 'ListTasks'}\n",
    )
    assert outcomes(recorded.run()) == {"passed": 2}


def test_without_a_receipt_the_test_is_skipped_and_says_why(recorded: Project) -> None:
    recorded.write(
        "out/receipts.jsonl", json.dumps({"name": "command/done", "envelope": RECORDS[0]["envelope"]}) + "\n"
    )
    recorded.write("test_r.py", "def test_r(receipt): pass\n")
    result = recorded.run("-rs")
    assert outcomes(result) == {"skipped": 1}
    result.stdout.fnmatch_lines(["*no record of the system under test has a receipt"])


def test_an_option_names_another_file(recorded: Project) -> None:
    recorded.write("other.jsonl", json.dumps({**RECORDS[0], "name": "other"}))
    recorded.write("test_r.py", "def test_r(receipt): pass\n")
    ids = node_ids(recorded.run("--collect-only", "-q", "--conformance-records", "other.jsonl"))
    assert ids == ["test_r.py::test_r[other]"]


def test_the_receipts_of_the_reference_contract_are_not_those_of_another_system(project: Project) -> None:
    project.write("pytest.ini", "[pytest]\nconformance_source = python:conformance.probes.miniatures:sound\n")
    project.write("test_r.py", "def test_r(receipt): pass\n")
    result = project.run("test_r.py")
    assert outcomes(result) == {"errors": 1}
    result.stdout.fnmatch_lines(["*fixture `receipt` has no receipts of `python:conformance.probes.miniatures:sound`*"])
    project.write("pytest.ini", "[pytest]\nconformance_source = reference\n")
    assert outcomes(project.run("test_r.py"))["passed"] > 50


@pytest.mark.parametrize(
    "own",
    [
        "@pytest.fixture\ndef receipt(): return 'own'\n\ndef test_r(receipt): assert receipt == 'own'\n",
        "@pytest.mark.parametrize('receipt', ['own'])\ndef test_r(receipt): assert receipt == 'own'\n",
        "@pytest.mark.parametrize('a, receipt', [(1, 'own')])\ndef test_r(a, receipt): assert receipt == 'own'\n",
        "@pytest.mark.parametrize(['a', 'receipt'], [(1, 'own')])\ndef test_r(a, receipt): assert receipt == 'own'\n",
        "@pytest.mark.parametrize(argnames='receipt', argvalues=['own'])\ndef test_r(receipt): assert receipt\n",
        "class TestR:\n    receipt = pytest.fixture(lambda self: 1)\n    def test_r(self, receipt): assert receipt\n",
    ],
)
def test_a_receipt_of_the_repo_itself_is_left_alone(recorded: Project, own: str) -> None:
    recorded.write("test_r.py", f"import pytest\n\n{own}")
    assert outcomes(recorded.run()) == {"passed": 1}


@pytest.mark.parametrize("content", ["", '{"tools": []}'])
def test_a_file_without_results_is_one_clear_error(recorded: Project, content: str) -> None:
    recorded.write("out/receipts.jsonl", content)
    recorded.write("test_r.py", "def test_r(receipt): pass\n")
    result = recorded.run("test_r.py")
    assert outcomes(result) == {"errors": 1}
    result.stdout.fnmatch_lines(["out/receipts.jsonl*", "  help: *"])
    result.stdout.no_fnmatch_line("*Traceback*")
    result.stdout.no_fnmatch_line("*.py:[0-9]*")


def test_without_records_the_receipts_are_those_of_the_reference_contract(project: Project) -> None:
    from conformance.systems.adapters.reference import reference_surface

    project.write("pytest.ini", "[pytest]\n")
    project.write("test_r.py", "def test_r(receipt): assert receipt\n")
    names = [record.name.replace("/", "-") for record in reference_surface().records if record.receipt is not None]
    assert node_ids(project.run("--collect-only", "-q")) == [f"test_r.py::test_r[{name}]" for name in names]


def test_the_inventory_under_test_is_a_fixture(project: Project) -> None:
    project.inventory("ListTasks", "ExecCommand")
    project.write(
        "test_r.py",
        "def test_r(conformance_inventory):\n"
        "    assert [tool.name for tool in conformance_inventory.tools] == ['ListTasks', 'ExecCommand']\n",
    )
    assert outcomes(project.run("test_r.py")) == {"passed": 1}


def test_the_system_under_test_is_a_fixture(recorded: Project) -> None:
    recorded.inventory("ListTasks")
    recorded.write(
        "test_r.py",
        "def test_r(conformance_runtime):\n"
        "    assert [tool.name for tool in conformance_runtime.inventory.tools] == ['ListTasks']\n"
        "    assert [record.name for record in conformance_runtime.records][0] == 'command/done'\n",
    )
    assert outcomes(recorded.run("-o", "conformance_inventory=inv.json", "test_r.py")) == {"passed": 1}


def test_an_unreadable_inventory_fails_the_fixture_by_its_text(project: Project) -> None:
    project.write("inv.json", "{")
    project.write("test_r.py", "def test_r(conformance_inventory): pass\n")
    result = project.run("test_r.py")
    assert outcomes(result) == {"errors": 1}
    result.stdout.fnmatch_lines(["not JSON: *", "  --> inv.json:1:2", "  help: *"])
    result.stdout.no_fnmatch_line("*Traceback*")
