"""Every block of README and docs is run as a reader would run it: a page that is wrong fails.

| language | what is done |
|---|---|
| `console` | each `$` line is run in one fresh folder per page; below it is what it prints, `...` stands for any text |
| `bash` | run by bash |
| `python` | executed, knowing the names of the blocks before |
| `json`, `jsonl` | parsed |
| `toml` | read as a configuration or a profile |
| `ini` | its keys are those of the plugin |
| `yaml` | its shell lines run in a git repository, see `test_ci.py` |
| `text` | a picture, or output; no line is a command |
"""

import os
import shutil
import sys
from pathlib import Path

import pytest

from tests.docs.pages import IDS, PAGES, ROOT, Block, read_blocks
from tests.docs.reader import Reader, replace_ports, write_programs
from tests.scenarios.scenario import working_in


def _ini_keys(config: pytest.Config) -> set[str]:
    return set(config._parser._inidict)  # pyright: ignore[reportPrivateUsage]


@pytest.mark.parametrize("page", PAGES, ids=IDS)
def test_the_blocks_of_a_page_do_what_it_shows(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pytestconfig: pytest.Config
) -> None:
    text = replace_ports(page.read_text("utf-8"))
    if "mcp-stdio" in text:
        pytest.importorskip("mcp", reason="the page asks an MCP server: pip install 'tool-conformance[mcp]'")
    if "callback serve" in text:
        pytest.importorskip("h11", reason="the page serves callbacks: pip install 'tool-conformance[callback]'")
    write_programs(tmp_path / "bin")
    folders = (str(tmp_path / "bin"), str(Path(sys.executable).parent), os.environ["PATH"])
    monkeypatch.setenv("PATH", os.pathsep.join(folders))
    (tmp_path / "work").mkdir()
    if "examples/" in text:
        shutil.copytree(ROOT / "examples", tmp_path / "work" / "examples")
    with working_in(tmp_path / "work"), Reader(_ini_keys(pytestconfig), tmp_path / "read") as reader:
        for block in read_blocks(text):
            reader.play(block)


@pytest.mark.parametrize(
    ("block", "fault"),
    [
        (Block("console", "$ conformance rules --profile mcp\nnothing\n", None), "--- shown\nnothing"),
        (Block("console", "conformance check\n", None), "without `[$] `"),
        (Block("console", "$ pip install 'tool-conformance[nothing]'\n", None), "no such extra"),
        (Block("bash", "conformance check --no-such-option\n", None), "no-such-option"),
        (Block("text", "conformance check\n", None), "a command in a block that nothing runs"),
        (Block("ini", "[pytest]\nconformance_inventroy = x\n", None), "conformance_inventroy"),
        (Block("ruby", "puts 1\n", None), "no reader plays it"),
    ],
    ids=lambda value: value.language if isinstance(value, Block) else "",
)
def test_a_wrong_block_is_noticed(
    block: Block, fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pytestconfig: pytest.Config
) -> None:
    write_programs(tmp_path / "bin")
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}")
    reader = Reader(_ini_keys(pytestconfig), tmp_path / "read")
    with working_in(tmp_path), pytest.raises(AssertionError, match=fault):
        reader.play(block)
