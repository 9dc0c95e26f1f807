"""Puts the published files into the wheel; an editable install reads them where they are."""

from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PUBLISHED = ("schemas", "model-tool-schema-inventory.json")


class CustomBuildHook(BuildHookInterface[Any]):
    """Adds ``schemas/`` and the inventory as ``conformance/_embedded/``."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called by hatchling before a build; ``version`` is ``standard`` or ``editable``."""
        if version == "standard":
            build_data["force_include"].update({name: f"conformance/_embedded/{name}" for name in PUBLISHED})
