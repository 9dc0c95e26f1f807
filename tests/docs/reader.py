"""A reader who types every block of a page into a fresh folder, and compares what is printed with what is shown."""

import configparser
import contextlib
import json
import logging
import os
import re
import shlex
import socket
import subprocess
import sys
import tomllib
from pathlib import Path

from conformance.settings.profiles import load_profile
from conformance.settings.repository import load_config
from tests.docs.pages import EXTRA, ROOT, Block
from tests.scenarios.scenario import matches, run_command
from tests.systems.adapters.programs import MCP

_PROGRAMS = ("cat", "cp", "git", "mkdir", "npx")
_COMMAND = re.compile(r"^(?:\$ )?(?:conformance|pytest|pip|python|git|npx)(?: |$)", re.MULTILINE)
_PORT = re.compile(r"(?<=127\.0\.0\.1:)\d{4,5}\b|(?<=--port )\d{4,5}\b")

# Three tools like those of the filesystem server, which works below the folder that it is given.
_FILESYSTEM = """
from pathlib import Path

PATH, READ = {"path": {"type": "string"}}, {"readOnlyHint": True}
EDITS = {"edits": {"type": "array", "items": {"type": "object"}}, "dryRun": {"type": "boolean", "default": False}}

def tool(name, fields, required, **more):
    schema = {"type": "object", "properties": {**PATH, **fields}, "required": ["path", *required]}
    return {"name": name, "description": f"Does what {name} says.", "inputSchema": schema, **more}

TOOLS[:] = [
    tool("read_text_file", {"head": {"type": "integer"}}, [], annotations=READ),
    tool("edit_file", EDITS, ["edits"]),
    tool("directory_tree", {}, [], annotations=READ),
]

def answer(asked):
    if asked["method"] != "tools/call":
        return usual(asked)
    name, given = asked["params"]["name"], asked["params"].get("arguments", {})
    file, head = Path(sys.argv[-1], str(given.get("path", ""))), given.get("head", 1)
    fault = ""
    if name not in {one["name"] for one in TOOLS}:
        fault = f"Unknown tool: {name}"
    elif type(given.get("path")) is not str or type(head) is not int:
        fault = "Invalid arguments: path is a string, head an integer"
    elif not file.is_file():
        fault = f"ENOENT: no such file or directory, open '{file}'"
    text = fault or ("\\n".join(file.read_text().splitlines()[:head]) if "head" in given else file.read_text())
    result(asked, {"content": [{"type": "text", "text": text}], "isError": bool(fault)})

serve(answer)
"""


def write_programs(folder: Path) -> None:
    """Write the programs that a page starts by name: the command, and a stand-in for ``npx``, which needs a network."""
    folder.mkdir()
    (folder / "server.py").write_text(MCP + _FILESYSTEM, "utf-8")
    for name, arguments in {"conformance": ["-m", "conformance"], "npx": [str(folder / "server.py")]}.items():
        command = shlex.join([sys.executable, *arguments])
        (folder / name).write_text(f'#!/bin/sh\nexec {command} "$@"\n', "utf-8")
        (folder / name).chmod(0o755)


def replace_ports(text: str) -> str:
    """Return a page in which each port of this machine is a free one."""
    with contextlib.ExitStack() as stack:
        free: dict[str, str] = {}
        for port in _PORT.findall(text):
            if port not in free:
                server = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
                free[port] = str(server.getsockname()[1])
    return _PORT.sub(lambda found: free[found[0]], text)


class Reader:
    """Plays blocks in the working folder; leaving it ends the programs that are still running."""

    def __init__(self, ini_keys: set[str], scratch: Path) -> None:
        self._ini_keys = ini_keys
        self._scratch = scratch
        self._names: dict[str, object] = {"__name__": "page"}
        self._running = contextlib.ExitStack()

    def __enter__(self) -> "Reader":
        root = logging.getLogger()  # a server of the MCP SDK configures it, and a page may build one
        self._running.callback(root.setLevel, root.level)
        self._running.callback(setattr, root, "handlers", root.handlers)
        root.handlers = [*root.handlers]
        return self

    def __exit__(self, *_: object) -> None:
        self._running.close()

    def play(self, block: Block) -> None:
        """Do what a reader does with a block; raises ``AssertionError`` where the page is wrong."""
        if block.file:
            file = Path(block.file)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(block.body, "utf-8")
        play = getattr(self, f"_play_{block.language}", None)
        assert play, f"a block in `{block.language}`: no reader plays it, so nothing checks it"
        play(block)

    def _play_console(self, block: Block) -> None:
        parts = re.split(r"^\$ ", block.body.replace("\\\n", " "), flags=re.MULTILINE)
        assert not parts[0], f"a line without `$ ` in front of it:\n{block.body}"
        for part in parts[1:]:
            command, _, expected = part.partition("\n")
            output = "\n".join(self._run(one) for one in command.split(" && ")).strip("\n")
            assert matches(expected.rstrip("\n"), output), f"$ {command}\n--- shown\n{expected}\n--- got\n{output}"

    def _play_bash(self, block: Block) -> None:
        assert "pip " not in block.body, "a block that would install something"
        done = subprocess.run(["bash", "-e", "-c", block.body], check=False, capture_output=True, text=True)
        assert done.returncode == 0, f"{block.body}\n{done.stdout}{done.stderr}"

    def _play_zsh(self, block: Block) -> None:
        (script,) = re.findall(r"_CONFORMANCE_COMPLETE=\w+ conformance", block.body)
        assert "_conformance_completion" in _run_program(["bash", "-c", script])

    _play_fish = _play_zsh

    def _play_python(self, block: Block) -> None:
        exec(compile(block.body, block.file or "page", "exec"), self._names)

    def _play_json(self, block: Block) -> None:
        json.loads(block.body)

    def _play_jsonl(self, block: Block) -> None:
        for line in block.body.splitlines():
            json.loads(line)

    def _play_toml(self, block: Block) -> None:
        tables = tomllib.loads(block.body)
        if "project" in tables:  # the entry points of a package; `examples/` has one that is installed in a test
            return
        if block.file and "fatal" not in block.body and "extends" not in tables:
            load_config(Path.cwd(), Path(block.file))
            return
        self._scratch.mkdir(exist_ok=True)
        is_profile = {"extends", "results", "planes"} & {*tables}
        name = "profile.toml" if is_profile else "pyproject.toml" if "tool" in tables else "conformance.toml"
        file = self._scratch / name
        file.write_text(
            ("" if "name" in tables or not is_profile else 'extends = "holon"\nname = "page"\n') + block.body
        )
        if is_profile:
            load_profile(str(file))
        elif "fatal" not in block.body:  # the page shows what is said of that one
            load_config(self._scratch, file)

    def _play_ini(self, block: Block) -> None:
        parser = configparser.ConfigParser(interpolation=None)
        parser.read_string(block.body)
        unknown = set(parser["pytest"]) - self._ini_keys
        assert not unknown, f"pytest has no ini key {sorted(unknown)}"

    def _play_yaml(self, block: Block) -> None:
        """Its lines run in ``test_ci.py``."""

    def _play_diff(self, block: Block) -> None:
        done = subprocess.run(["git", "apply", "-"], input=block.body, check=False, capture_output=True, text=True)
        assert done.returncode == 0, f"{block.body}\n{done.stderr}"

    def _play_text(self, block: Block) -> None:
        found = _COMMAND.search(block.body)
        assert found is None, f"a command in a block that nothing runs: {found[0]}"

    def _run(self, command: str) -> str:
        """Run one command line and return what it prints; one that ends in ``&`` returns its first line."""
        if command.endswith(" &"):
            return self._start(shlex.split(command.removesuffix(" &")))
        name, *arguments = shlex.split(command)
        if name == "conformance":
            return run_command(command)[1]
        if name == "cd":
            os.chdir(arguments[0])
            return ""
        if name == "pip":  # needs a network; the first step of `.ci/run` installs the package as README says
            return self._look_up_extras(arguments)
        if name == "pytest":
            return _run_program([sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *arguments])
        if name == "python":
            return _run_program([sys.executable, *arguments])
        assert name in _PROGRAMS, f"no reader runs `{name}`"
        return _run_program([name, *arguments])

    def _start(self, command: list[str]) -> str:
        argv = [sys.executable, *command[1:]] if command[0] == "python" else command
        process = self._running.enter_context(subprocess.Popen(argv, stdout=subprocess.PIPE, text=True))
        self._running.callback(process.kill)
        assert process.stdout is not None
        return process.stdout.readline().rstrip("\n")

    @staticmethod
    def _look_up_extras(arguments: list[str]) -> str:
        extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
        named = {one for found in EXTRA.findall(" ".join(arguments)) for one in found.split(",")}
        assert arguments[0] == "install", arguments
        assert named <= set(extras), f"no such extra: {named}"
        return ""


def _run_program(command: list[str]) -> str:
    done = subprocess.run(command, check=False, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    return (done.stdout + done.stderr).rstrip("\n")
