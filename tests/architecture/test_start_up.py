"""Each command imports what it needs and no more: whoever waits for it waits for its imports first."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

_VALIDATOR = {"jsonschema", "referencing", "attrs"}
_HEAVY = {*_VALIDATOR, "pydantic", "jsonschema_rs", "hypothesis", "rich", "deepdiff", "importlib.metadata"}
_RARE = {"importlib.metadata", "importlib.resources", "secrets", "tempfile", "zipfile"}
"""Parts of the standard library that take milliseconds, for what a check of a list does not need."""

# Most modules of ours that a command may import, and libraries that it never does. A limit is the number of today and
# a little more; what exceeds it either imports something that it does not need, or is worth what it costs everybody.
_LIMITS = {
    "--version": (2, _HEAVY | {"click", "msgspec"}),
    "--help": (38, _HEAVY | {"difflib", "traceback"}),
    "check --help": (39, {*_VALIDATOR, "pydantic", "jsonschema_rs"}),
    "check tools.json": (353, {*_VALIDATOR, "pydantic", "hypothesis", "rich", "deepdiff", *_RARE}),
}
_UNCHANGED = (69, _HEAVY | _RARE)
"""What a list needs that is checked again, unchanged: neither a rule nor an inventory."""

_WITHOUT_CI = {name: value for name, value in os.environ.items() if name != "CI"}
_PROGRAM = """
import json, sys
before = set(sys.modules)  # what the interpreter and its site-packages bring
from conformance.__main__ import main
try:
    main()
except SystemExit:
    pass
finally:
    print(json.dumps(sorted(set(sys.modules) - before)), file=sys.stderr)
"""

_TOOLS = [
    {
        "name": "read_page",
        # neither a sample that the schema refuses nor an input that is rightly shown as wrong needs the validator
        "description": 'Read a page. Wrong: {"kind": "note", "line": 3}. `page` is required if `kind` is "task".',
        "inputSchema": {
            "type": "object",
            "properties": {
                "page": {"type": "integer", "minimum": 1, "default": 1, "description": "Which page."},
                "kind": {"type": ["string", "null"], "enum": ["note", "task", None], "description": "Which kind."},
            },
            "additionalProperties": False,
        },
    }
]


@pytest.mark.parametrize("command", _LIMITS)
def test_a_command_imports_no_more_modules_than_its_limit_says(command: str, tmp_path: Path) -> None:
    _require_limits(command, tmp_path, *_LIMITS[command])


def test_an_unchanged_list_is_reported_without_what_judges_it(tmp_path: Path) -> None:
    (tmp_path / "conformance.toml").write_text("", "utf-8")
    _require_limits("check tools.json", tmp_path, *_LIMITS["check tools.json"])
    own = _require_limits("check tools.json", tmp_path, *_UNCHANGED)
    assert [name for name in own if name.startswith(("conformance.rules", "conformance.inventory"))] == []


def _require_limits(command: str, folder: Path, most: int, never: set[str]) -> list[str]:
    """Run a command, and return the modules of ours that it imports: no more than its limit, and none of ``never``."""
    (folder / "tools.json").write_text(json.dumps({"tools": _TOOLS}), "utf-8")
    root = str(Path(__file__).parents[2])
    program = [sys.executable, "-c", f"import sys; sys.path.insert(0, {root!r}){_PROGRAM}", *command.split()]
    done = subprocess.run(program, cwd=folder, env=_WITHOUT_CI, capture_output=True, text=True, check=False)
    imported = json.loads(done.stderr.splitlines()[-1])
    own = [name for name in imported if name.partition(".")[0] == "conformance"]
    assert sorted(never & set(imported)) == []
    assert len(own) <= most, f"{command} imports {len(own)} modules of ours: {own}"
    return own


def test_values_are_structs_since_each_dataclass_compiles_its_methods_at_every_start() -> None:
    package = Path(__file__).parents[2] / "conformance"
    assert [str(path) for path in package.rglob("*.py") if "@dataclass" in path.read_text("utf-8")] == []
