"""Each library that is installed with the package has its reason on the page on the architecture, and no other one."""

import re
import tomllib

from tests.docs.pages import ROOT

_ROW = re.compile(r"^\| `([\w-]+)` \| [^|]{15,} \|$", re.MULTILINE)
# Is the begin of "pytest>=8.2".
_NAME = re.compile(r"[\w-]+")


def test_every_runtime_dependency_has_a_reason() -> None:
    stated = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    page = (ROOT / "docs/architecture.md").read_text("utf-8")
    section = page.partition("## What it depends on")[2].partition("\n## ")[0]
    assert _ROW.findall(section) == [name[0] for name in map(_NAME.match, stated) if name]
