"""Answers the same whatever the working folder is, and keeps its reading of the arguments to itself."""

from dataclasses import replace

from conformance.documents.values import JsonValue, as_object
from conformance.probes.miniatures import Miniature
from conformance.probes.miniatures._sound import SoundRuntime
from conformance.systems.runtime import CallOutcome, ParseOutcome


class HasAFieldWithoutEffect(SoundRuntime):
    """Answers the same whatever the working folder is, and keeps its reading of the arguments to itself."""

    def parse(self, tool: str, arguments: JsonValue) -> ParseOutcome:
        """Judge an input without telling how it was read."""
        return replace(super().parse(tool, arguments), arguments=None)

    def call(self, tool: str, arguments: JsonValue) -> CallOutcome:
        """Answer as if the field were not there."""
        parsed = super().parse(tool, arguments)
        heard = {key: value for key, value in as_object(arguments).items() if (tool, key) != ("ExecCommand", "workdir")}
        envelope = self.envelope(tool, replace(parsed, arguments=heard) if parsed.accepted else parsed)
        return CallOutcome(envelope, self.render(envelope, {}), raw=envelope)


MINIATURE = Miniature(HasAFieldWithoutEffect, expected_probe="dormant_field")
