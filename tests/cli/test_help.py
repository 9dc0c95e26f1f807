"""The help of every command: a purpose that fits its line, and a value, a sentence and a default for every option."""

import re
import shlex
from collections.abc import Callable, Iterator
from pathlib import Path

import click
import pytest

from conformance.cli import group

_SENTENCE = re.compile(r"[A-Z][^\[]*[.](?: \[default: [^\]]+\])?")


def _commands(command: click.Command, path: tuple[str, ...] = ()) -> Iterator[tuple[str, click.Command, click.Context]]:
    context = click.Context(command, info_name=" ".join(path) or "conformance")
    yield " ".join(path), command, context
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            found = command.get_command(context, name)
            assert found is not None
            yield from _commands(found, (*path, name))


def test_the_purpose_of_every_command_fits_the_list_of_commands() -> None:
    for name, command, _ in _commands(group):
        # click leaves this much of 80 columns beside the longest name of a command
        assert "..." not in command.get_short_help_str(78 - 6 - len("callback")), name


def test_every_option_has_a_named_value_and_one_sentence() -> None:
    for name, command, _ in _commands(group):
        for option in command.params:
            if not isinstance(option, click.Option) or option.name == "version":
                continue
            shown = f"{name} {option.opts[0]}"
            assert option.is_flag or option.metavar or isinstance(option.type, click.Choice), shown
            assert _SENTENCE.fullmatch(option.help or ""), f"{shown}: {option.help}"


def test_a_default_is_stated_in_the_words_of_the_help() -> None:
    for name, command, context in _commands(group):
        for option in command.params:
            default = option.get_default(context)
            if isinstance(option, click.Option) and not option.is_flag and isinstance(default, str | int | float):
                stated = re.search(r"\[default: (.+)\]", option.help or "")
                assert stated is not None, f"{name} {option.opts[0]}"
                assert stated[1] in (str(default), f"{default:g}" if isinstance(default, float) else "", "a free one")


def test_every_help_has_an_example_on_one_line_that_the_command_accepts(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("failures", "artifacts"):  # what `probe --save` writes, and a runtime beside its log
        (tmp_path / name).mkdir()
    monkeypatch.chdir(tmp_path)
    commands, called = list(_commands(group)), list[str]()

    def recorder(name: str) -> Callable[..., None]:
        return lambda **_: called.append(name)

    for name, command, _ in commands:
        monkeypatch.setattr(command, "callback", recorder(name))
    for name, command, context in commands:
        (example,) = re.findall(r"^  Example: conformance (.+)$", command.get_help(context), re.MULTILINE)
        called.clear()
        # What is shown must be all of it: a command that is wrapped cannot be copied.
        assert f"Example: conformance {example}\n" in f"{command.help}\n", name
        group.main(shlex.split(example), prog_name="conformance", standalone_mode=False)
        assert called[-1] == name or (isinstance(command, click.Group) and called[-1].startswith(name)), name
