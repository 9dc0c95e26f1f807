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
    return _write(folder / f"{count}.json", inventory_of(count))


def write_different_tools(folder: Path, count: int) -> str:
    """Write a tool list of MCP of so many tools that differ in their names, texts and properties; return its name.

    Nothing that is known of one tool helps with another one, as in a list that somebody wrote.
    """
    tools = inventory_of(count)["tools"]
    listed = [
        {
            "name": tool["name"],
            "description": f"{tool['description']} Part {at}.",
            "inputSchema": _vary(tool["input_schema"], at),
        }
        for at, tool in enumerate(tools)
    ]
    return _write(folder / f"different-{count}.json", {"tools": listed})


def _vary(value: Any, number: int) -> Any:
    """Return a part of a schema with a number in each description, and in the name of every second property."""
    if isinstance(value, list):
        return [_vary(one, number) for one in value]
    if not isinstance(value, dict):
        return value
    names = {name: f"{name}_{number}" if at % 2 else name for at, name in enumerate(value.get("properties", ()))}
    varied = {key: _vary(one, number) for key, one in value.items()}
    if names:
        varied["properties"] = {names[name]: one for name, one in varied["properties"].items()}
        varied["required"] = [names.get(name, name) for name in value.get("required", ())]
    if isinstance(value.get("description"), str):
        varied["description"] = f"{value['description']} Part {number}."
    return varied


def _write(path: Path, value: Any) -> str:
    path.write_text(json.dumps(value, indent=1), "utf-8")
    return path.name
