"""Names in node ids are unique, plain and short, whatever the tools are called."""

import re

from conformance.pytest_plugin.node_names import safe_names
from tests.cases import check_each

HOSTILE = [
    "a::b[c]-d",
    "a/b c",
    "nul\0",
    "line\nbreak",
    "\x1b[31mred\x1b[0m",
    "x" * 100_000,
    "x" * 100_001,
    "\ud800",
    "工具",
    "\u0415xec",
    "",
    " ",
    "..",
    "'\"`$(rm)",
    "<script>&amp;",
    "a\\b",
    "[",
]


def test_a_plain_name_stays_as_it_is() -> None:
    plain = ["ExecCommand", "list_tasks", "server.tool", "a-b", "X"]
    assert safe_names(plain) == plain


@check_each("name", HOSTILE, ids=range(len(HOSTILE)))
def test_any_other_name_becomes_plain_and_short(name: str) -> None:
    (safe,) = safe_names([name])
    assert re.fullmatch(r"[A-Za-z0-9_.~-]{1,80}", safe)


def test_all_names_are_told_apart() -> None:
    names = [*HOSTILE, "a::b[c] d", "A", "a", "a-b", "a/b", "a b"]
    assert len(set(safe_names(names))) == len(names)


def test_the_readable_part_of_a_name_survives() -> None:
    assert safe_names(["fetch page (v2)"])[0].startswith("fetch-page-v2~")


def test_twins_are_numbered_in_order() -> None:
    assert safe_names(["A", "B", "A", "A"]) == ["A", "B", "A~2", "A~3"]


def test_a_reserved_name_is_left_to_others() -> None:
    first, second = safe_names(["inventory", "inventory"], reserved=["inventory"])
    assert first.startswith("inventory~")
    assert second == f"{first}~2"


def test_a_name_does_not_depend_on_its_neighbours() -> None:
    assert safe_names(["b::c", "A", "d e"])[2] == safe_names(["d e"])[0]


def test_a_secret_in_a_name_is_in_no_node_id() -> None:
    secret = "ghp_" + "a1B2c3D4e5" * 3 + "F6g7h8"
    first, second = safe_names([f"get_{secret}", f"get_{secret}x"])
    assert first != second
    assert secret not in first + second
    assert first.startswith("get_")
