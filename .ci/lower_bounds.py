"""Prints the lowest versions of the dependencies, the extra ``callback`` and what the tests import, as pins."""

import re
import tomllib
from pathlib import Path

project = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text())["project"]
extras = project["optional-dependencies"]
imported = [
    requirement for requirement in extras["dev"] if requirement.startswith(("pytest-xdist", "junitparser", "pyyaml"))
]
for requirement in [*project["dependencies"], *extras["callback"], *imported]:
    name, bound = re.fullmatch(r"([\w-]+)>=([\w.]+)", requirement).groups()
    print(f"{name}=={bound}")  # noqa: T201
