"""Every key of a configuration has its line and column, however TOML lets it be written."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

from conformance.settings.toml_positions import key_offsets, locate_key
from tests.scenarios.scenario import working_in

SPELLINGS = (
    r'''# a comment with "quotes and [brackets]
title = "a \" quote # no comment"   # a comment
path = 'C:\no\escape'
"quoted key" = 1
"esc\u0061ped" = true
'literal "key"' = 1979-05-27 07:32:00
dotted . "inner part" . last = 0x1F
empty = ""
text = """
not_a_key = 1
[not_a_table]
ends with quotes"""""
raw = """"begins with one\\"""
literal = '''
    "'''\nnot = 1\n[[no]]''''\n"
    r'''
list = [ 1, [ 2, "]" ], # ] no end
  { a = "}", b.c = [ {} ] },
]
inline = { x = 1, "y.z" = 'a, b', deep = { w = """}""" } }
none = []
nothing = {}

[ table . "sub table" ]
key = 1

[[array]]
name = "first"
[array.inner]
key = 1
[[array.nested]]
[[array.nested]]
key = 2

[[ array ]]  # the second
name = "second"
[[array.nested]]
key = 3
'''
)


def _paths(value: Any, base: str = "") -> Iterator[str]:
    """Yield the dotted path of everything in a parsed document."""
    if isinstance(value, dict):
        inner = list(cast("dict[str, Any]", value).items())
    else:
        inner = [(str(at), one) for at, one in enumerate(cast("list[Any]", value))] if isinstance(value, list) else []
    for name, one in inner:
        yield f"{base}{name}"
        yield from _paths(one, f"{base}{name}.")


def test_the_scan_finds_exactly_what_the_parser_finds() -> None:
    for text in (SPELLINGS, SPELLINGS.replace("\n", "\r\n"), "", "\n# nothing\n", "a=1", "[a]", "[[a]]"):
        assert sorted(key_offsets(text)) == sorted(set(_paths(tomllib.loads(text)))), text[:40]


def test_a_position_is_where_the_key_begins() -> None:
    begins = {
        "title": "title =",
        "quoted key": '"quoted key" =',
        "escaped": '"esc\\u0061ped"',
        'literal "key"': "'literal \"key\"'",
        "dotted": "dotted . ",
        "dotted.inner part": '"inner part" .',
        "dotted.inner part.last": "last = 0x1F",
        "list.1": '[ 2, "]" ]',
        "list.2": '{ a = "}"',
        "list.2.b.c": "c = [",
        "inline.y.z": '"y.z" =',
        "inline.deep.w": 'w = """}"""',
        "table.sub table": "[ table .",
        "array.0": '[[array]]\nname = "first"',
        "array.0.inner.key": "key = 1\n[[array",
        "array.0.nested.1": "[[array.nested]]\nkey = 2",
        "array.1": "[[ array ]]  #",
        "array.1.nested.0.key": "key = 3",
    }
    for line_end in ("\n", "\r\n"):
        text = SPELLINGS.replace("\n", line_end)
        offsets = key_offsets(text)
        for path, begin in begins.items():
            assert text[offsets[path] :].startswith(begin.replace("\n", line_end)), path


def test_a_key_is_located_by_line_and_column_below_the_working_folder(tmp_path: Path) -> None:
    ours = b'inventory = "a"\r\n\r\n[[ignore]]\r\nrule = "x"\r\n  tool = "y"\r\n'
    (tmp_path / "conformance.toml").write_bytes(ours)
    (tmp_path / "pyproject.toml").write_text(
        '[project]\nname = "x"\n[tool.conformance]\nprobe = { seed = 1 }\n', "utf-8"
    )
    with working_in(tmp_path):
        own, project = tmp_path / "conformance.toml", tmp_path / "pyproject.toml"
        assert str(locate_key(own, "ignore.0")) == "conformance.toml:3:1"
        assert str(locate_key(own, "ignore.0.tool")) == "conformance.toml:5:3"
        assert str(locate_key(own, "ignore.0.reason")) == "conformance.toml:3:1", "a missing key is placed at its table"
        assert str(locate_key(own, "levels")) == "conformance.toml:1:1"
        assert str(locate_key(project, "probe.seed")) == "pyproject.toml:4:11"
        assert str(locate_key(project, "levels")) == "pyproject.toml:3:1"
        assert str(locate_key(tmp_path / "gone.toml", "levels")) == "gone.toml:1:1"
