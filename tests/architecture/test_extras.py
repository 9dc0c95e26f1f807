"""A test of an extra reports that the extra is absent: no test file needs one to be collected."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]

EXTRA_PACKAGES = (
    "anthropic",
    "distributed",
    "fsspec",
    "google.genai",
    "mcp",
    "mcp_recorder",
    "openai",
    "opentelemetry",
    "tiktoken",
)
"""What the extras bring beyond `callback`, as it is imported: None in `sys.modules` makes each import fail."""

COLLECT_WITHOUT = """
import sys
sys.modules.update(dict.fromkeys(sys.argv[1].split()))
import pytest
sys.exit(pytest.main(["--collect-only", "-qq", "-p", "no:cacheprovider", "-p", "no:syrupy", "-m", "", *sys.argv[2:]]))
"""


def collection(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", COLLECT_WITHOUT, " ".join(EXTRA_PACKAGES), *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_every_test_is_collected_without_the_extras() -> None:
    found = collection()
    assert found.returncode == 0, found.stdout[-2000:]


def test_a_test_file_that_imports_an_extra_is_noticed(tmp_path: Path) -> None:
    wrong = tmp_path / "test_wrong.py"
    wrong.write_text("from mcp import ClientSession\n\ndef test_nothing(): pass\n", "utf-8")
    found = collection(str(wrong))
    assert found.returncode == 2
    assert "test_wrong" in found.stdout
