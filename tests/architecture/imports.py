"""The arrows between the rooms as data, and the reader that finds imports against them.

``python -m tests.architecture.imports`` prints the map for ``docs/architecture.md``.
"""

import ast
import functools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

PACKAGE = "conformance"
ROOT = Path(__file__).parents[2] / PACKAGE

GROUND = (
    *("errors", "names", "installed", "pattern_store", "pattern_literals", "lazy_patterns", "display", "plugins"),
    *("discovery", "documents"),
)
"""What stands under every room: errors, names, packages, patterns, text for readers, plugins, and documents."""

MAY_IMPORT: dict[str, tuple[str, ...]] = {
    "errors": (),
    "names": (),
    "installed": (),
    "pattern_store": (),
    "pattern_literals": ("pattern_store",),
    "lazy_patterns": ("pattern_store", "pattern_literals"),
    "display": ("names",),
    "plugins": ("errors", "installed", "display"),
    "discovery": ("plugins",),
    "documents": ("errors", "names", "display"),
    "findings": GROUND,
    "schema": GROUND,
    "contract": GROUND,
    "callback": GROUND,
    "settings": (*GROUND, "findings"),
    "inventory": (*GROUND, "schema", "settings"),
    "drift": (*GROUND, "findings", "schema", "settings", "inventory"),
    "systems": (*GROUND, "schema", "settings", "contract", "callback", "inventory"),
    "rules": (*GROUND, "findings", "schema", "settings", "contract", "callback", "inventory", "systems"),
    "probes": (*GROUND, "findings", "schema", "settings", "inventory", "systems"),
    "commands": (
        *(*GROUND, "findings", "schema", "settings", "contract", "callback", "inventory"),
        *("drift", "systems", "rules", "probes"),
    ),
}
MAY_IMPORT |= {shell: tuple(MAY_IMPORT) for shell in ("api", "cli", "pytest_plugin")}
"""The shells may use everything, and nothing imports them."""
MAY_IMPORT |= {"__main__": ("cli",)}
"""A room (a package or module below the root) and the rooms it may import; lower ones come first."""

ONLY_DOOR: dict[str, tuple[tuple[str, ...], str]] = {
    "jsonschema": (("schema",), "one door to the reference validator keeps it offline and in the right dialect"),
    "jsonschema_rs": (("schema",), "canonical forms are read in one place, so that their limits are known"),
    "referencing": (("schema",), "references are resolved in one place, and never over the network"),
    "hypothesis": (("schema.generation",), "generation has one door, so that every seed and budget is ours"),
    "deepdiff": (("commands.refresh",), "deepdiff draws differences that are known; it never decides"),
    "syrupy": (("pytest_plugin",), "snapshots belong to the plugin; nothing else may need them"),
    "pytest": (("pytest_plugin",), "the library works without a test runner"),
    "click": (("cli",), "use cases know nothing of the command line"),
    "rich": (("cli",), "use cases print nothing"),
    "pydantic": (
        (
            "contract",
            "settings",
            "commands.schemas",
            "commands.listing_models",
            "commands.report_models",
            "commands.toml_schemas",
            "callback",
            "systems",
        ),
        "models live where shapes have their home; everything else handles JSON values",
    ),
    "tomlkit": (("commands.add_ignore",), "one command changes a file of the user, and keeps its words and comments"),
    "tiktoken": (("inventory.lowering",), "tokens are counted in one place, and only where a tokenizer is asked for"),
    "markdown_it": (("documents.markdown",), "Markdown is parsed in one place"),
    "h11": (("callback.server",), "the endpoint is the only server; the extra `callback` brings it"),
    "httpx": (("documents.exchange",), "one client bounds every exchange over HTTP in time and size"),
    "fsspec": (("systems.traces",), "URLs are opened in one place, and only those that a user names"),
    "distributed": (("commands.audit_engines",), "one engine knows the cluster; what runs there does not"),
    "zstandard": (("systems.traces",), "logs are decompressed in one place"),
    "requests": ((), "nothing here opens a connection on its own"),
    "urllib.request": ((), "nothing here opens a connection on its own"),
    "pickle": ((), "data that was recorded elsewhere must not be able to run"),
}
"""A library, the only rooms or modules that may import it, and why."""


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


@functools.cache
def modules() -> dict[str, Path]:
    """Every module of the package by dotted name."""
    found: dict[str, Path] = {}
    for path in sorted(ROOT.rglob("*.py")):
        parts = [PACKAGE, *path.relative_to(ROOT).with_suffix("").parts]
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


@functools.cache
def tree_of(module: str) -> ast.Module:
    """The syntax of a module of the package, which the tests of this folder share: it takes seconds to parse all."""
    return ast.parse(modules()[module].read_text("utf-8"))


@functools.cache
def nodes_of(module: str) -> tuple[ast.AST, ...]:
    """All nodes of the syntax of a module of the package, as ``ast.walk`` has them."""
    return tuple(ast.walk(tree_of(module)))


def imports_of(module: str, nodes: Iterable[ast.AST]) -> Iterator[Import]:
    """Every import of a module, wherever in the file it stands."""
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (Import(module, node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield from (Import(module, node.lineno, f"{node.module}.{alias.name}") for alias in node.names)


def _within(module: str, doors: tuple[str, ...]) -> bool:
    inside = module.removeprefix(f"{PACKAGE}.")
    return any(inside == door or inside.startswith(f"{door}.") for door in doors)


def objections(found: Import) -> Iterator[str]:
    """What the arrows and the doors say against one import."""
    parts = found.name.split(".")
    if found.module == PACKAGE:  # it names all that is public, and imports nothing until one of the names is used
        return
    if parts[0] == PACKAGE:
        target = unit_of(found.name)
        if target in MAY_IMPORT and target not in (found.unit, *MAY_IMPORT.get(found.unit, ())):
            yield f"{found.module}:{found.line} imports {target}: '{found.unit}' may import only the rooms in its row"
        return
    for library, (doors, reason) in ONLY_DOOR.items():
        if (found.name == library or found.name.startswith(f"{library}.")) and not _within(found.module, doors):
            yield f"{found.module}:{found.line} imports {library}: {reason}"


def drawn_map() -> str:
    """The rooms as a Markdown table for ``docs/architecture.md``: what each says of itself, and what it may import."""
    rows = [f"| `{room}` | {_purpose(room)} | {_arrows(room, below)} |" for room, below in MAY_IMPORT.items()]
    return "\n".join(["| room | what it holds | may import |", "|---|---|---|", *rows])


def _purpose(room: str) -> str:
    return (ast.get_docstring(tree_of(f"{PACKAGE}.{room}")) or "").partition("\n\n")[0].replace("\n", " ")


def _arrows(room: str, below: tuple[str, ...]) -> str:
    if room in ("api", "cli", "pytest_plugin"):
        return "everything above"
    if not set(GROUND) <= set(below):
        return ", ".join(below)
    return ", ".join(["the ground", *(one for one in below if one not in GROUND)])


if __name__ == "__main__":
    print(drawn_map())  # noqa: T201
