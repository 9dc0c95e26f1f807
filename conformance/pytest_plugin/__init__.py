"""The pytest plugin: an inventory becomes one test per tool and rule, results become tests, receipts snapshots.

Every pytest run on a machine that has the package installed imports this module, whether or not it is used. So it
holds hooks only, and everything else is imported when a hook has work to do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from conformance.pytest_plugin.ini_keys import ini_lines

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from syrupy.assertion import SnapshotAssertion

    from conformance.inventory import Inventory
    from conformance.pytest_plugin.callbacks import CallbackFixture
    from conformance.pytest_plugin.receipts import Receipt
    from conformance.schema.generation.random_inputs import Strategy
    from conformance.systems.surface import Surface

_SETTINGS = {
    "profile": ("NAME", "profile to apply (default: the configured one, then the one that fits)"),
    "fail-on": (
        "LEVEL",
        "lowest level that fails a test: error, warning or info (default: the configured one, then error)",
    ),
    "source": (
        "SOURCE",
        'running system to probe, one test per tool and probe, such as mcp-stdio:"npx -y some-server"',
    ),
    "artifacts": ("FOLDER", "folder with the artifacts of recorded results, which must contain what the previews cut"),
}


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options and ini keys; all begin with ``conformance``."""
    group = parser.getgroup("conformance", "tool conformance")
    text = "collect this file or folder of tool lists; without PATH the configured one, else the reference contract"
    # an option without a path is False, so that it differs from one with an empty path
    group.addoption("--conformance", nargs="?", const=False, metavar="PATH", help=text)
    text = "inventories to collect, files or folders of tool lists, one per line, relative to the ini file"
    parser.addini("conformance_inventory", text, type="linelist")
    for name, (value, text) in _SETTINGS.items():
        key = f"conformance_{name.replace('-', '_')}"
        group.addoption(f"--conformance-{name}", dest=key, metavar=value, help=text)
        parser.addini(key, text, default="")
    text = "recorded results to check, and the values of the fixture `receipt`: a file of JSON lines, or a glob"
    group.addoption(
        "--conformance-records", dest="conformance_records", action="append", metavar="PATH", help=f"{text}; repeatable"
    )
    parser.addini("conformance_records", f"{text}, one per line, relative to the ini file", type="linelist")
    text = "complete outputs of the tools of the running system: a file of JSON lines"
    group.addoption(
        "--conformance-outputs", dest="conformance_outputs", action="append", metavar="FILE", help=f"{text}; repeatable"
    )
    parser.addini("conformance_outputs", f"{text}, one per line, relative to the ini file", type="linelist")
    text = "report how much of the contract of each tool the questions and the recorded results have shown"
    group.addoption("--conformance-coverage", dest="conformance_coverage", action="store_true", help=text)
    parser.addini("conformance_coverage", text, type="bool", default=False)
    text = "compare with the version at this git reference; without REF where HEAD left the default branch"
    group.addoption(
        "--conformance-against", dest="conformance_against", nargs="?", const="merge-base", metavar="REF", help=text
    )
    parser.addini("conformance_against", f"{text}: `merge-base`", default="")
    text = "recorded calls that the test of drift counts for each break: a trace, folder, glob or URL"
    group.addoption(
        "--conformance-calls", dest="conformance_calls", action="append", metavar="TRACE", help=f"{text}; repeatable"
    )
    parser.addini("conformance_calls", f"{text}, one per line, relative to the ini file", type="linelist")


def pytest_configure(config: pytest.Config) -> None:
    """Register the marker, and what collects the inventory, results and system that are named."""
    config.addinivalue_line("markers", "conformance: a check of one tool by one rule, or one question to a running one")
    given = {name: value for name, value in vars(config.option).items() if name.startswith("conformance")}
    empty = [name for name, value in given.items() if ("" in value if isinstance(value, list) else value == "")]
    if empty:
        from conformance.pytest_plugin.empty_options import refuse_empty

        refuse_empty(empty[0])
    if any(str(one).startswith("--conformance") and "=" not in str(one) for one in config.invocation_params.args):
        from conformance.pytest_plugin.moved_root import require_ini_file

        require_ini_file(config)
    is_compared = config.getoption("conformance_against") is not None or config.getini("conformance_against")
    if config.getoption("conformance") is not None or ini_lines(config, "conformance_inventory") or is_compared:
        from conformance.pytest_plugin.activation import register

        register(config)
    if config.getoption("conformance_records") is not None or ini_lines(config, "conformance_records"):
        from conformance.pytest_plugin.activation import register_results

        register_results(config)
    if config.getoption("conformance_source") is not None or config.getini("conformance_source"):
        from conformance.pytest_plugin.probes import register as register_probes

        register_probes(config)
    elif config.getoption("conformance_outputs") is not None or ini_lines(config, "conformance_outputs"):
        raise pytest.UsageError("`conformance_outputs` names complete outputs, but no `conformance_source` takes them")
    if config.getoption("conformance_coverage") or config.getini("conformance_coverage"):
        from conformance.pytest_plugin.contract_section import register as register_contract

        register_contract(config)


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Leave out the receipts that are kept as files.

    Pytest runs the Python prompts in any ``test*.txt``, and a receipt holds what the system under test likes.
    """
    if collection_path.suffix == ".txt":
        from conformance.pytest_plugin.receipt_files import is_receipt_file

        return is_receipt_file(collection_path) or None
    if collection_path.parent.name == "__snapshots__":
        from conformance.pytest_plugin.receipt_files import is_receipt_folder

        return is_receipt_folder(collection_path) or None
    return None


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Give a test with the argument ``receipt`` one parameter set per receipt of the system under test."""
    if "receipt" in metafunc.fixturenames:
        from conformance.pytest_plugin.receipts import parametrize

        parametrize(metafunc)


@pytest.fixture(scope="session")
def conformance_inventory(pytestconfig: pytest.Config) -> Inventory:
    """The inventory under test: the first one that is named or configured, else that of the reference contract."""
    from conformance.pytest_plugin.runtime import inventory_under_test

    return inventory_under_test(pytestconfig)


@pytest.fixture(scope="session")
def conformance_runtime(pytestconfig: pytest.Config) -> Surface:
    """What was observed of the system under test: its inventory, and its results with their receipts."""
    from conformance.pytest_plugin.runtime import surface_under_test

    return surface_under_test(pytestconfig)


@pytest.fixture(scope="session")
def conformance_inputs(conformance_inventory: Inventory) -> Callable[[str], Strategy]:
    """What returns a hypothesis strategy for valid inputs of a tool of the inventory under test, by its name."""
    from functools import partial

    from conformance.commands.inputs import inputs_of

    return partial(inputs_of, inventory=conformance_inventory)


@pytest.fixture
def receipt(request: pytest.FixtureRequest) -> Receipt:
    """One receipt of the system under test: the text that the model sees, with ``name`` and ``envelope``."""
    return request.param


@pytest.fixture
def receipt_snapshot(request: pytest.FixtureRequest) -> SnapshotAssertion:
    """A syrupy snapshot that holds one receipt in one readable text file, and refuses one that rules object to."""
    from conformance.pytest_plugin.snapshots import receipt_assertion

    return receipt_assertion(request)


@pytest.fixture
def callback_endpoint() -> Iterator[CallbackFixture]:
    """A callback URL on loopback for one test: ``url``, ``expect``, ``wait_for``, ``accepted``, ``findings``."""
    from conformance.pytest_plugin.callbacks import run_endpoint

    with run_endpoint() as endpoint:
        yield endpoint
