"""The configuration is read strictly: what it does not know it refuses, with the key that was meant."""

import datetime
import os
import re
from contextlib import suppress
from pathlib import Path

import pytest

from conformance.errors import ConformanceError
from conformance.findings import Level
from conformance.plugins import forget_plugins
from conformance.settings.probing import ProbedTool, Probing
from conformance.settings.repository import RUN_FIELDS, Config, load_config, named_files
from conformance.settings.table_models import model_of
from tests.scenarios.scenario import working_in


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


def test_two_configurations_of_one_folder_are_an_error_since_one_would_be_passed_over(tmp_path: Path) -> None:
    _written(tmp_path, '[tool.conformance]\nprofile = "mcp"\n', "pyproject.toml")
    _written(tmp_path, 'profile = "holon"\n')
    with pytest.raises(ConformanceError, match=r"`conformance.toml` and `\[tool.conformance\]` of `pyproject.toml`"):
        load_config(tmp_path)
    for other in ('[tool.other]\nprofile = "mcp"\n', "[tool.conf"):
        _written(tmp_path, other, "pyproject.toml")
        assert load_config(tmp_path).profile == "holon"


def test_a_pyproject_without_our_table_is_passed_over(tmp_path: Path) -> None:
    _written(tmp_path, '[project]\nname = "x"\n', "pyproject.toml")
    (tmp_path / ".git").mkdir()
    assert load_config(tmp_path).file is None


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ('inventry = "a.json"\n', "conformance.toml:1:1: unknown key `inventry`", "did you mean `inventory`?"),
        ('\nfile = "a.toml"\n', "conformance.toml:2:1: unknown key `file`", "did you mean `profile`?"),
        (
            '[tool.conformance]\nprofile = "mcp"\n',
            "conformance.toml:1:1: unknown key `tool`",
            "without `tool.conformance`",
        ),
        (
            '[[ignore]]\nrule = "a"\nreson = "b"\nreason = "c"\n',
            "conformance.toml:3:1: unknown key `reson` in the `[[ignore]]` entry",
            "did you mean `reason`?",
        ),
        ('fail_on = "fatal"\n', "`fail_on` must be one of `error`", 'write `fail_on = "error"`'),
        (
            '[[ignore]]\nrule = "a"\n',
            "conformance.toml:1:1: the `[[ignore]]` entry lacks `reason`",
            'write `reason = "..."`',
        ),
        (
            "inventory = \n",
            "conformance.toml:1:13: not valid TOML in `inventory`: invalid value",
            "fix the syntax error",
        ),
        (
            "[probe]\nallow = [\n  1,\nrate = 3\n",
            "conformance.toml:4:1: not valid TOML in `probe.allow`: the array opened at 2:9 is not closed",
            "close it with `]`",
        ),
        (
            "[probe]\nsource = {a = 1\n",
            "conformance.toml:2:16: not valid TOML in `probe.source.a`: the inline table opened at 2:10 is not closed",
            "close it with `}`",
        ),
        (
            'profile = "mcp\n[probe]\n',
            "conformance.toml:1:15: not valid TOML in `profile`: the string opened at 1:11 is not closed",
            'close it with `"`',
        ),
        ("[probe]\nx = 'a\"\n", "in `probe.x`: the string opened at 2:5 is not closed", "close it with `'`"),
        ('x = "a\\"\ny = 1\n', "in `x`: the string opened at 1:5 is not closed", 'close it with `"`'),
        ('[probe]\nx = """a""\n', "in `probe.x`: the string opened at 2:5 is not closed", 'close it with `"""`'),
        (
            "[levels]\nunit_suffix = 'off'\n[probe]\n[levels]\n",
            "conformance.toml:4:8: not valid TOML in `levels`: it is set twice",
            "keep one of the two",
        ),
        ("[[ignore]]\nrule = 'a'\nrule = 'b'\n", "3:11: not valid TOML in `ignore.rule`: it is set twice", "keep one"),
        ("profile = mcp # mine\n", "in `profile`: the value `mcp` is not quoted", 'write `"mcp"`'),
        ("inventory = C:\\a\n", "in `inventory`: the value `C:\\a` is not quoted", "write `'C:\\a'`"),
        ("closed_world = True\n", "in `closed_world`: the value `True` is not quoted", "write `true`"),
        (
            'profile = "C:\\Users"\n',
            "in `profile`: the string has a single backslash",
            "put the string in single quotes",
        ),
        (
            '[probe]\nsource = "mcp-stdio:"python server.py""\n',
            "conformance.toml:2:22: not valid TOML in `probe.source`: something follows the value on its line",
            'a quote in a string as `\\"`',
        ),
        (
            "a = 1\r\nb = [\r\n",
            "conformance.toml:2:6: not valid TOML in `b`: the array opened at 2:5",
            "close it with `]`",
        ),
        (
            f"[probe]\nrate = {'9' * 5000}\nseed = 1\n",
            "conformance.toml:2:8: not valid TOML in `probe.rate`: the number has more than 4,300 digits",
            "write a shorter number",
        ),
        ("= 3\n", "conformance.toml:1:1: not valid TOML: invalid statement", "fix the syntax error"),
        ('[[accept]]\nreason = "x"\n', "the `[[accept]]` entry lacks `fingerprint`", 'write `fingerprint = "..."`'),
        (
            '[[accept]]\ntool = "ReadFile"\nreason = "x"\n',
            "the `[[accept]]` entry lacks `rule` and `pointer`",
            'write `rule = "field_removed"` and `pointer = "*/properties/limit"`',
        ),
        (
            '[[accept]]\nrule = "*"\ntool = "ReadFile"\npointer = "*"\nreason = "x"\n',
            "the `[[accept]]` entry accepts every kind of change",
            'such as `rule = "field_removed"`',
        ),
        (
            '[[accept]]\nrule = "field_removed"\ntool = "*"\npointer = "*"\nreason = "x"\n',
            "the `[[accept]]` entry accepts `field_removed` in every tool",
            'such as `tool = "ReadFile"`',
        ),
        (
            '[[accept]]\nfingerprint = "0"\nreason = "  "\n',
            "conformance.toml:3:1: `reason` of the `[[accept]]` entry must not be empty",
            'write `reason = "..."`',
        ),
        ("token_budget = 0\n", "`token_budget` must be at least 1", "write `token_budget = 1`"),
        ("guidance = [1]\n", "an element of `guidance` must be a string", 'write `guidance = ["prompts/*.md"]`'),
        (
            "ignore = 3\n",
            "`ignore` must be an array",
            'write `ignore = [{ rule = "tool_name_case", reason = "..." }]`',
        ),
        ("ignore = [3]\n", "the `[[ignore]]` entry must be a table", 'write `ignore = [{ rule = "tool_name_case"'),
        ("probe = 3\n", "`probe` must be a table", "write `probe = { seed = 1 }`"),
        ("profile = 3\n", "`profile` must be a string", 'write `profile = "holon"`'),
        ("levels = 3\n", "`levels` must be a table", 'write `levels = { tool_name_case = "warning" }`'),
    ],
)
def test_a_wrong_configuration_names_the_key_and_the_cure(tmp_path: Path, text: str, message: str, hint: str) -> None:
    with pytest.raises(ConformanceError) as refused:
        load_config(_written(tmp_path, text))
    assert message in str(refused.value)
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
    with pytest.raises(ConformanceError, match="`token_budget`"):
        load_config(tmp_path)


@pytest.mark.parametrize("pattern", [".", "./", "*/", "..", "", "/x", "a/**b"])
def test_a_pattern_that_stands_for_no_file_names_none(tmp_path: Path, pattern: str) -> None:
    (tmp_path / "docs").mkdir()
    _written(tmp_path, f'guidance = ["{pattern}"]\n')
    assert [path.name for path in named_files(load_config(tmp_path))] == ["conformance.toml"]


@pytest.mark.parametrize("key", ["guidance", "docs"])
def test_one_file_may_be_named_without_a_list(tmp_path: Path, key: str) -> None:
    _written(tmp_path, f'{key} = "D.md"\n')
    assert getattr(load_config(tmp_path), key) == ("D.md",)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            '[levels]\ntool_name_case = "of"',
            "2:1: `levels.tool_name_case` must be one of `error`, `warning`, `info`, `off`",
        ),
        ('fail_on = "fatal"', "1:1: `fail_on` must be one of `error`, `warning`, `info`"),
        ("inventory = 3", "1:1: `inventory` must be a path (a string)"),
        ("profile = 3", "1:1: `profile` must be a string"),
        ('ignore = "x"', "1:1: `ignore` must be an array"),
        ('[[ignore]]\nrule = "tool_name_case"', "1:1: the `[[ignore]]` entry lacks `reason`"),
        ('[[ignore]]\nrule = ""\nreason = "x"', "2:1: `rule` of the `[[ignore]]` entry must not be empty"),
        (
            '[[ignore]]\nrule = "a"\nreason = "x"\nexpires = "May"',
            "4:1: `expires` of the `[[ignore]]` entry must be a date",
        ),
        ("levels = 3", "1:1: `levels` must be a table"),
        ("closed_world = 2", "1:1: `closed_world` must be `true` or `false`"),
        ("token_budget = 1.5", "1:1: `token_budget` must be an integer"),
        ('[probe]\ntimeout = "soon"', "2:1: `probe.timeout` must be a number"),
        ("[probe]\ntimeout = 0", "2:1: `probe.timeout` must be greater than 0"),
        ("[probe]\ntimeout = 1e9", "2:1: `probe.timeout` must be at most 1000000"),
        ("[probe]\nseed = 'x'", "2:1: `probe.seed` must be an integer"),
        ("[probe]\nmax_examples = 0", "2:1: `probe.max_examples` must be at least 1"),
        ("[probe]\ntools.A.call = 'no'", "2:9: `probe.tools.A.call` must be `true` or `false`"),
        ("[probe.tools.A]\ncoercion = 'no'", "2:1: `probe.tools.A.coercion` must be one of `none`, `lenient`"),
    ],
)
def test_a_value_that_does_not_fit_is_told_in_the_words_of_the_file(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(ConformanceError) as refused:
        load_config(_written(tmp_path, text))
    assert f"conformance.toml:{says}" in str(refused.value)


def test_no_text_of_the_library_reaches_the_user(tmp_path: Path) -> None:
    for model, base in ((Config, ""), (Probing, "probe."), (ProbedTool, "probe.tools.A.")):
        for name in model.__struct_fields__:
            for value in ("[[1]]", "{ a = { b = 1 } }", "-1.5", "nan", '""', "true", "1979-05-27", "07:32:00"):
                if name in RUN_FIELDS:
                    continue
                _written(tmp_path, f"{base}{name} = {value}\n")
                with suppress(ConformanceError):
                    load_config(tmp_path)
                    continue
                with pytest.raises(ConformanceError) as refused:
                    load_config(tmp_path)
                said = str(refused.value)
                assert re.search(
                    r": (`[\w.]+`( of the `\[\[\w+\]\]` entry)? (must|is|has)|an element of|the `\[\[\w+|unknown key)",
                    said,
                ), f"{name} = {value}: {said}"
                assert "not allowed here" not in said, f"{name} = {value}: {said}"


def test_a_fault_in_pyproject_has_its_line_and_a_path_below_the_working_folder(tmp_path: Path) -> None:
    _written(tmp_path, '[project]\nname = "x"\n\n[tool.conformance]\nprofil = "mcp"\n', "pyproject.toml")
    with working_in(tmp_path), pytest.raises(ConformanceError) as refused:
        load_config(tmp_path)
    assert str(refused.value) == "pyproject.toml:5:1: unknown key `profil`"


def test_a_file_that_no_parser_reads_is_refused_in_plain_words(tmp_path: Path) -> None:
    for content, says in (
        (b"\xff", "conformance.toml:1:1: not valid TOML: byte 0xff is not UTF-8"),
        ("a = 1\nb = 'é".encode("latin-1"), "conformance.toml:2:6: not valid TOML: byte 0xe9 is not UTF-8"),
        (b'a = "', "conformance.toml:1:6: not valid TOML in `a`: the string opened at 1:5 is not closed"),
        (b"a = 1\nb = [\n\n", "conformance.toml:2:6: not valid TOML in `b`: the array opened at 2:5 is not closed"),
        (b"a = " + b"[" * 5000, "conformance.toml: not valid TOML: it is nested too deeply"),
    ):
        (tmp_path / "conformance.toml").write_bytes(content)
        with working_in(tmp_path), pytest.raises(ConformanceError) as refused:
            load_config(tmp_path)
        assert str(refused.value) == says


def test_every_example_of_a_key_is_a_value_that_it_may_have(tmp_path: Path) -> None:
    # a plugin is imported from beside the file, and has to add something
    (tmp_path / "my_rules.py").write_text("RULE = None\n", "utf-8")
    for model, base in ((Config, ""), (Probing, "probe."), (ProbedTool, "probe.tools.A.")):
        for name, member in model_of(model).model_fields.items():
            for example in member.examples or ():
                load_config(_written(tmp_path, f"{base}{name} = {example}\n"))
    forget_plugins()


def test_a_folder_where_the_file_should_be_is_refused_and_not_passed_over(tmp_path: Path) -> None:
    (tmp_path / "conformance.toml").mkdir()
    with working_in(tmp_path), pytest.raises(ConformanceError) as refused:
        load_config(tmp_path)
    assert str(refused.value) == "`conformance.toml` is a folder, not a configuration file"


@pytest.mark.parametrize("name", ["conformance.toml", "pyproject.toml"])
def test_a_configuration_that_is_a_link_to_nothing_is_refused_and_not_passed_over(tmp_path: Path, name: str) -> None:
    (tmp_path / "inner").mkdir()
    (tmp_path / name).symlink_to("missing/shared.toml")
    with working_in(tmp_path), pytest.raises(ConformanceError) as refused:
        load_config(tmp_path / "inner")
    assert refused.value.message == f"cannot read `{name}`: No such file or directory"


def test_a_configuration_that_would_block_or_exhaust_the_reader_is_refused(tmp_path: Path) -> None:
    key = ".".join("a" * 20_000)
    for name, text, message in (
        ("long_key", f"# first\n{key} = 1\n", "a key of more than 100 parts"),
        ("long_header", f"[ {key} ]\n", "a key of more than 100 parts"),
        ("long_inline", f"levels = {{ {key} = 1 }}\n", "a key of more than 100 parts"),
        ("large", "#" * 2_000_000, "is larger than 1 MB"),
        ("deep", "a = " + "[" * 100_000, "is nested too deeply"),
        ("digits", "a = " + "9" * 5_000, "digits"),
    ):
        file = tmp_path / f"{name}.toml"
        file.write_text(text, "utf-8")
        with pytest.raises(ConformanceError) as refused:
            load_config(tmp_path, file)
        assert message in refused.value.message, name
    os.mkfifo(tmp_path / "fifo.toml")
    for blocking in (tmp_path / "fifo.toml", Path("/dev/zero")):
        with pytest.raises(ConformanceError, match="is not a regular file"):
            load_config(tmp_path, blocking)


def test_a_long_text_with_dots_is_no_key(tmp_path: Path) -> None:
    dotted = ".".join("a" * 200)
    file = _written(tmp_path, f'[[ignore]]\nrule = "id_suffix"\nreason = "{dotted}"\n')
    assert load_config(file).ignore[0].reason == dotted


@pytest.mark.parametrize("key", ["inventory", "baseline", "earlier", "catalog"])
def test_an_empty_path_is_not_the_folder_of_the_file(tmp_path: Path, key: str) -> None:
    with pytest.raises(ConformanceError) as caught:
        load_config(_written(tmp_path, f'{key} = ""'))
    assert caught.value.message == f"`{key}` is empty"


def test_a_byte_order_mark_before_the_configuration_is_read_over(tmp_path: Path) -> None:
    (tmp_path / "conformance.toml").write_bytes(b'\xef\xbb\xbffail_on = "warning"\n')
    assert load_config(tmp_path).fail_on == Level.WARNING
    (tmp_path / "conformance.toml").write_bytes(b'\xef\xbb\xbffail_on == "warning"\n')
    with pytest.raises(ConformanceError, match=r"conformance\.toml:1:10"):
        load_config(tmp_path)
