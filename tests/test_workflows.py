"""The workflows of this repository have few permissions, run code at fixed commits, and publish what they built."""

import re
import subprocess
import sys
import tomllib
import zipfile
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, cast

import pytest
import yaml

ROOT = Path(__file__).parents[1]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
# a commit, not a tag, which its owner can move; the tag stands beside it for people
_FIXED = re.compile(r"uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$")


def test_actions_are_fixed_at_a_commit() -> None:
    lines = [line.strip(" -") for file in WORKFLOWS for line in file.read_text("utf-8").splitlines() if "uses:" in line]
    assert len(lines) >= 4
    assert [line for line in lines if not _FIXED.match(line)] == []


def test_only_the_job_that_publishes_may_do_more_than_read() -> None:
    assert len(WORKFLOWS) >= 2
    for file in WORKFLOWS:
        assert _workflow(file)["permissions"] == {"contents": "read"}, file.name
        for name, job in _workflow(file)["jobs"].items():
            expected = {"id-token": "write"} if name == "publish" else None
            assert job.get("permissions") == expected, f"{file.name}: {name}"


def test_no_workflow_reads_a_stored_secret_or_keeps_its_token_in_the_checkout() -> None:
    for file in WORKFLOWS:
        text = file.read_text("utf-8")
        assert "secrets." not in text, file.name
        assert text.count("actions/checkout@") == text.count("persist-credentials: false"), file.name


def test_each_version_of_python_that_is_promised_is_tested() -> None:
    promised = [line.rpartition(" ")[2] for line in PROJECT["project"]["classifiers"] if "Python :: 3." in line]
    assert PROJECT["tool"]["tox"]["env_list"] == promised
    jobs = _workflow(ROOT / ".github" / "workflows" / "ci.yml")["jobs"]
    first = jobs["checks"]["steps"][1]["with"]["python-version"]
    assert [first, *jobs["versions"]["strategy"]["matrix"]["python"]] == promised


def test_every_mutated_module_is_in_a_nightly_job_and_exists() -> None:
    jobs = _workflow(ROOT / ".github" / "workflows" / "nightly.yml")["jobs"]
    nightly = " ".join(jobs["mutants"]["strategy"]["matrix"]["mutants"]).split()
    modules = [path.relative_to(ROOT) for one in PROJECT["tool"]["mutmut"]["only_mutate"] for path in ROOT.glob(one)]
    names = [".".join(path.with_suffix("").parts) + "." for path in modules]
    assert [one for one in names if not any(fnmatchcase(one, pattern) for pattern in nightly)] == []
    assert [one for one in nightly if not any(fnmatchcase(name, one) for name in names)] == []


def test_wheel_and_sdist_built_twice_are_the_same_bytes(tmp_path: Path) -> None:
    pytest.importorskip("hatchling", reason="hatchling is not installed: nothing can be built")
    builds: list[dict[str, bytes]] = []
    for name in ("first", "second"):
        command = [sys.executable, "-m", "hatchling", "build", "-d", str(tmp_path / name)]
        done = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        builds.append({file.name: file.read_bytes() for file in (tmp_path / name).iterdir()})
    assert len(builds[0]) == 2
    assert builds[0] == builds[1]
    (wheel,) = (tmp_path / "first").glob("*.whl")
    # without it a type checker takes the package for one without types
    assert "conformance/py.typed" in zipfile.ZipFile(wheel).namelist()


def _workflow(file: Path) -> dict[str, Any]:
    return cast("dict[str, Any]", yaml.safe_load(file.read_text("utf-8")))
