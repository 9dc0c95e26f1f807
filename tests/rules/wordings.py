"""One field with a description, for tables of the words in which people state what it may hold."""

import datetime
import json

from conformance.commands.check import check_subject
from conformance.commands.subject import subject_of_text
from conformance.documents.values import JsonObject
from conformance.findings import Finding
from conformance.inventory.fields import Field, fields_of
from conformance.settings.repository import Config

INTEGER: JsonObject = {"type": "integer"}
NUMBER: JsonObject = {"type": "number"}
TEXT: JsonObject = {"type": "string"}
FLAG: JsonObject = {"type": "boolean"}
TEXTS: JsonObject = {"type": "array", "items": {"type": "string"}}
_CONFIG = Config(profile="mcp")
_TODAY = datetime.date(2026, 5, 1)


def _list_with(kind: JsonObject, name: str, text: str) -> bytes:
    schema = {"type": "object", "properties": {name: dict(kind) | {"description": text}}}
    return json.dumps([{"name": "do_it", "description": "Do it.", "inputSchema": schema}]).encode()


def field_of(kind: JsonObject, name: str, text: str) -> Field:
    """The only field of a tool, with a type, a name and a description."""
    return next(fields_of(subject_of_text(_list_with(kind, name, text)).surface.inventory.tools[0]))


def findings_of(rule: str, kind: JsonObject, name: str, text: str) -> list[Finding]:
    """What one rule reports of a tool with that field."""
    subject = subject_of_text(_list_with(kind, name, text))
    return list(check_subject(subject, _CONFIG, _TODAY, [rule]).findings)
