"""Prints the lower bounds of the runtime dependencies, and of the extra ``callback``, as pins."""

import re
import tomllib
from pathlib import Path

project = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text())["project"]
for requirement in [*project["dependencies"], *project["optional-dependencies"]["callback"]]:
    name, bound = re.fullmatch(r"([\w-]+)>=([\w.]+)", requirement).groups()
    print(f"{name}=={bound}")  # noqa: T201
