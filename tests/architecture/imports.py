"""The arrows of the design as data, and the reader that finds imports against them."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

PACKAGE = "conformance"
ROOT = Path(__file__).parents[2] / PACKAGE

LEVEL_0 = (
    "errors",
    "json_values",
    "pointers",
    "words",
    "unsafe_text",
    "findings",
    "documents",
    "json_text",
    "json_lines",
    "git_history",
    "json_schema",
    "members",
    "profiles",
    "config",
    "writing",
    "embedded",
)

MAY_IMPORT: dict[str, tuple[str, ...]] = {
    # level 0: the ground; each names the ground it stands on
    "errors": (),
    "json_values": (),
    "pointers": ("json_values",),
    "words": (),
    "unsafe_text": (),
    "members": (),
    "embedded": ("errors",),
    "writing": ("errors", "words"),
    "findings": ("errors", "json_values"),
    "documents": ("errors", "findings", "json_text", "json_values", "pointers", "words"),
    "json_text": ("json_values", "pointers", "words"),
    "git_history": ("errors", "words"),
    "json_lines": ("documents", "errors", "words"),
    "json_schema": ("errors", "json_values", "pointers", "words"),
    "profiles": ("errors", "findings", "words"),
    "config": ("errors", "findings", "profiles", "words"),
    # level 1: strangers to each other
    "inventory": LEVEL_0,
    "contract": LEVEL_0,
    "callback": LEVEL_0,
    "guidance": LEVEL_0,
    # level 2
    "drift": (*LEVEL_0, "inventory"),
    "prose": (*LEVEL_0, "inventory"),
    "lowering": (*LEVEL_0, "inventory"),
    "costing": (*LEVEL_0, "inventory", "lowering"),
    "surface": (*LEVEL_0, "inventory", "contract", "callback", "guidance"),
    "examples": (*LEVEL_0, "inventory", "callback", "guidance", "surface"),
    "scopes": (*LEVEL_0, "inventory", "callback", "surface", "examples"),
    "behaviour_scopes": (*LEVEL_0, "inventory", "callback", "surface", "examples", "scopes"),
    "strategies": (*LEVEL_0, "inventory", "contract"),
    "reporters": (*LEVEL_0,),
    "drift_reporters": (*LEVEL_0, "drift"),
    # level 3
    "rules": (
        *LEVEL_0,
        "inventory",
        "contract",
        "callback",
        "drift",
        "prose",
        "guidance",
        "lowering",
        "costing",
        "surface",
        "scopes",
        "behaviour_scopes",
    ),
    "adapters": (*LEVEL_0, "inventory", "contract", "surface"),
    "miniatures": (*LEVEL_0, "inventory", "surface", "adapters"),
    "interview": (*LEVEL_0, "inventory", "surface", "strategies", "adapters"),
    "probes": (*LEVEL_0, "inventory", "surface", "strategies", "adapters", "interview"),
    # level 4: one use case each
    "ignores": (*LEVEL_0,),
    "tool_lists": (*LEVEL_0, "inventory", "adapters"),
    "surroundings": (*LEVEL_0, "inventory", "guidance", "surface"),
    "pricing": (*LEVEL_0, "inventory", "lowering", "costing"),
    "subjects": (*LEVEL_0, "inventory", "surface", "adapters", "tool_lists", "surroundings"),
    "checking": (*LEVEL_0, "inventory", "surface", "scopes", "rules", "probes", "ignores", "subjects"),
    "auditing": (
        *LEVEL_0,
        "inventory",
        "callback",
        "surface",
        "scopes",
        "behaviour_scopes",
        "rules",
        "checking",
        "json_lines",
    ),
    "calling_back": (*LEVEL_0, "inventory", "callback", "surface", "scopes", "checking", "json_lines"),
    "serving": (*LEVEL_0, "callback"),
    "explaining": (*LEVEL_0, "scopes", "rules", "miniatures", "probes", "checking"),
    "initialising": (*LEVEL_0,),
    "refreshing": (*LEVEL_0, "inventory", "contract", "surface", "adapters"),
    "publishing": (*LEVEL_0, "inventory", "contract", "callback", "adapters", "reporters", "drift"),
    "drifting": (*LEVEL_0, "git_history", "inventory", "drift", "ignores"),
    "probing": (*LEVEL_0, "inventory", "surface", "adapters", "interview", "probes", "ignores"),
    "rehearsing": (*LEVEL_0, "inventory", "adapters", "interview", "probing"),
    "observing": (*LEVEL_0, "inventory", "surface", "scopes", "behaviour_scopes", "adapters", "checking", "probing"),
    "probe_plans": (*LEVEL_0, "adapters", "interview", "probes", "probing", "checking", "observing"),
    "replaying": (*LEVEL_0, "inventory", "adapters", "interview", "probes", "probing"),
}
MAY_IMPORT |= {shell: tuple(MAY_IMPORT) for shell in ("cli", "pytest_plugin")}
"""Level 5 may use everything, and nothing imports level 5."""
MAY_IMPORT |= {"__main__": ("cli",)}
"""A unit (module or package below the root) and the units it may import; each may import those above it at most."""

ONLY_DOOR: dict[str, tuple[tuple[str, ...], str]] = {
    "jsonschema": (("json_schema",), "one door to the reference validator keeps it offline and in the right dialect"),
    "jsonschema_rs": (
        ("json_schema", "drift"),
        "canonical forms are read in one place, so that their limits are known",
    ),
    "referencing": (("json_schema",), "references are resolved in one place, and never over the network"),
    "hypothesis": (("strategies",), "generation has one door, so that every seed and budget is ours"),
    "deepdiff": (("refreshing", "drift"), "deepdiff draws differences that are known; it never decides"),
    "syrupy": (("pytest_plugin",), "snapshots belong to the plugin; nothing else may need them"),
    "pytest": (("pytest_plugin",), "the library works without a test runner"),
    "click": (("cli",), "use cases know nothing of the command line"),
    "rich": (("cli",), "use cases print nothing"),
    "pydantic": (
        ("contract", "config", "profiles", "publishing", "callback", "adapters"),
        "models live where shapes have their home; everything else handles JSON values",
    ),
    "tiktoken": (("costing",), "tokens are counted in one place, and only where a tokenizer is asked for"),
    "markdown_it": (("guidance",), "Markdown is parsed in one place"),
    "starlette": (("callback",), "the endpoint is the only server; the extra `callback` brings it"),
    "uvicorn": (("callback",), "the endpoint is the only server; the extra `callback` brings it"),
    "h11": (("callback",), "the endpoint is the only server; the extra `callback` brings it"),
    "httpx": (("callback", "adapters"), "what is sent over HTTP is sent by trials and adapters, and nowhere else"),
    "requests": ((), "nothing here opens a connection on its own"),
    "urllib.request": ((), "nothing here opens a connection on its own"),
    "pickle": ((), "data that was recorded elsewhere must not be able to run"),
}
"""A library, the only units that may import it, and why."""


@dataclass(frozen=True)
class Import:
    """One import statement: the module it stands in, and the dotted name that it imports."""

    module: str
    line: int
    name: str

    @property
    def unit(self) -> str:
        """The unit that the importing module belongs to."""
        return unit_of(self.module)


def unit_of(module: str) -> str:
    """The module or package directly below the root package."""
    return [*module.split("."), ""][1]


def modules() -> dict[str, Path]:
    """Every module of the package by dotted name."""
    found: dict[str, Path] = {}
    for path in sorted(ROOT.rglob("*.py")):
        parts = [PACKAGE, *path.relative_to(ROOT).with_suffix("").parts]
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imports_of(module: str, source: str) -> Iterator[Import]:
    """Every import of a module, wherever in the file it stands."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (Import(module, node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield from (Import(module, node.lineno, f"{node.module}.{alias.name}") for alias in node.names)


def objections(found: Import) -> Iterator[str]:
    """What the arrows and the doors say against one import."""
    parts = found.name.split(".")
    if parts[0] == PACKAGE:
        target = unit_of(found.name)
        if target in MAY_IMPORT and target not in (found.unit, *MAY_IMPORT.get(found.unit, ())):
            yield f"{found.module}:{found.line} imports {target}: '{found.unit}' may import only what stands below it"
        return
    for library, (doors, reason) in ONLY_DOOR.items():
        if (found.name == library or found.name.startswith(f"{library}.")) and found.unit not in doors:
            yield f"{found.module}:{found.line} imports {library}: {reason}"
