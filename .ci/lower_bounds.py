"""Prints the lowest supported versions of the dependencies, the extra ``callback`` and pytest-xdist as pins."""

import re
import tomllib
from pathlib import Path

project = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text())["project"]
extras = project["optional-dependencies"]
workers = [requirement for requirement in extras["dev"] if requirement.startswith("pytest-xdist")]
for requirement in [*project["dependencies"], *extras["callback"], *workers]:
    name, bound = re.fullmatch(r"([\w-]+)>=([\w.]+)", requirement).groups()
    print(f"{name}=={bound}")  # noqa: T201
