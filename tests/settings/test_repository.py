"""The configuration is read strictly: what it does not know it refuses, with the key that was meant."""

import datetime
from pathlib import Path

import pytest

from conformance.errors import ConformanceError
from conformance.findings import Level
from conformance.settings.repository import load_config


def _written(folder: Path, text: str, name: str = "conformance.toml") -> Path:
    (folder / name).write_text(text)
    return folder


def test_without_a_file_the_defaults_apply(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    config = load_config(tmp_path)
    assert (config.inventory, config.profile, config.fail_on) == (None, "holon", Level.ERROR)


def test_the_table_of_pyproject_is_found_from_a_folder_below(tmp_path: Path) -> None:
    _written(tmp_path, '[tool.conformance]\ninventory = "tools.json"\nfail_on = "warning"\n', "pyproject.toml")
    below = tmp_path / "a" / "b"
    below.mkdir(parents=True)
    config = load_config(below)
    assert config.inventory == tmp_path / "tools.json"
    assert config.fail_on is Level.WARNING


def test_conformance_toml_goes_before_pyproject(tmp_path: Path) -> None:
    _written(tmp_path, '[tool.conformance]\nprofile = "mcp"\n', "pyproject.toml")
    _written(tmp_path, 'profile = "holon"\n')
    assert load_config(tmp_path).profile == "holon"


def test_a_pyproject_without_our_table_is_passed_over(tmp_path: Path) -> None:
    _written(tmp_path, '[project]\nname = "x"\n', "pyproject.toml")
    (tmp_path / ".git").mkdir()
    assert load_config(tmp_path).file is None


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ('inventry = "a.json"\n', "unknown key 'inventry'", "did you mean 'inventory'?"),
        (
            '[[ignore]]\nrule = "a"\nreson = "b"\nreason = "c"\n',
            "unknown key 'ignore.0.reson'",
            "did you mean 'reason'?",
        ),
        ('fail_on = "fatal"\n', "'fail_on'", "docs/configuration.md"),
        ('[[ignore]]\nrule = "a"\n', "'ignore.0.reason'", "docs/configuration.md"),
        ("inventory = \n", "is not valid TOML", "fix the syntax error"),
        ('[[accept]]\nreason = "x"\n', "this entry would accept any break", "docs/configuration.md"),
        ('[[accept]]\ntool = "ReadFile"\nreason = "x"\n', "this entry would accept any break", "docs/configuration.md"),
        ('[[accept]]\nfingerprint = "0"\nreason = "  "\n', "'accept.0.reason'", "docs/configuration.md"),
    ],
)
def test_a_wrong_configuration_names_the_key_and_the_cure(tmp_path: Path, text: str, message: str, hint: str) -> None:
    with pytest.raises(ConformanceError) as refused:
        load_config(_written(tmp_path, text))
    assert message in refused.value.message
    assert hint in refused.value.recovery_hint


def test_a_named_file_that_is_missing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConformanceError, match="cannot read"):
        load_config(tmp_path, tmp_path / "nowhere.toml")


def test_an_ignore_holds_its_reason_and_its_end(tmp_path: Path) -> None:
    text = '[[ignore]]\nrule = "id_suffix"\ntool = "List*"\nreason = "renamed in 2.0"\nexpires = 2030-01-31\n'
    (ignore,) = load_config(_written(tmp_path, text)).ignore
    assert (ignore.rule, ignore.tool, ignore.pointer) == ("id_suffix", "List*", "*")
    assert ignore.expires == datetime.date(2030, 1, 31)


def test_a_budget_is_a_number_and_no_flag(tmp_path: Path) -> None:
    _written(tmp_path, "token_budget = true\n")
    with pytest.raises(ConformanceError, match="'token_budget'"):
        load_config(tmp_path)


@pytest.mark.parametrize("key", ["guidance", "docs"])
def test_one_file_may_be_named_without_a_list(tmp_path: Path, key: str) -> None:
    _written(tmp_path, f'{key} = "D.md"\n')
    assert getattr(load_config(tmp_path), key) == ("D.md",)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            '[levels]\ntool_name_case = "of"',
            "'levels.tool_name_case' must be 'error', 'warning' or 'info' or must be 'off'",
        ),
        ("inventory = 3", "'inventory' must be a path (a string)"),
        ('ignore = "x"', "'ignore' must be an array"),
        ('[[ignore]]\nrule = "tool_name_case"', "'ignore.0.reason' is missing"),
        ("levels = 3", "'levels' must be a table"),
    ],
)
def test_a_value_that_does_not_fit_is_told_in_the_words_of_the_file(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(ConformanceError) as refused:
        load_config(_written(tmp_path, text))
    assert says in refused.value.message
