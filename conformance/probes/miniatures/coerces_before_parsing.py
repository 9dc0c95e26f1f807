"""Turns every string that looks like JSON into a value, also where a string was meant."""

import json

from conformance.documents.values import JsonValue, as_object
from conformance.probes.miniatures import Miniature
from conformance.probes.miniatures._sound import SoundRuntime


class CoercesBeforeParsing(SoundRuntime):
    """Turns every string that looks like JSON into a value, also where a string was meant."""

    def prepare(self, tool: str, arguments: JsonValue) -> JsonValue:
        """Convert first."""
        members = as_object(arguments)
        return {key: _convert(key, value) for key, value in members.items()} if members else arguments


def _convert(key: str, value: JsonValue) -> JsonValue:
    if key in ("cmd", "workdir", "reason", "task_id") and value in ("true", "5", "null", "{}"):
        return json.loads(str(value))
    return value


MINIATURE = Miniature(CoercesBeforeParsing, expected_probe="valid_input_accepted")
