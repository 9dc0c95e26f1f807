"""Lists of so many tools, made of the tools of the published inventory."""

import json
from pathlib import Path
from typing import Any

from waits.timing import ROOT


def inventory_of(count: int) -> dict[str, Any]:
    """Return the published inventory with so many tools, each a copy of one of its own under a name of its own."""
    value = json.loads((ROOT / "model-tool-schema-inventory.json").read_text("utf-8"))
    own = value["tools"]
    copies = [
        {**own[at % len(own)], "name": f"{own[at % len(own)]['name']}{at // len(own) or ''}"} for at in range(count)
    ]
    return {**value, "tools": copies}


def write_inventory(folder: Path, count: int) -> str:
    """Write such an inventory, and return the name of the file."""
    path = folder / f"{count}.json"
    path.write_text(json.dumps(inventory_of(count), indent=1), "utf-8")
    return path.name
