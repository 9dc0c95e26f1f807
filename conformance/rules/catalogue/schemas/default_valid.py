"""Defaults and examples match their own schema and contain no secrets.

A default is what the author believes to be valid, and models copy examples: if one is rejected, either it or the
schema is wrong. Anything that looks like a key or a token is published to every reader of the inventory; the finding
gives its location, never its value.
"""

from collections.abc import Callable, Iterator, Mapping

from msgspec.structs import replace

from conformance.callback.sensitive import secrets_in
from conformance.display import code_text, escape_text, list_codes
from conformance.documents.pointers import child, resolve, split, walk
from conformance.documents.values import JsonObject, JsonValue, as_array, as_object, texts_in
from conformance.errors import ConformanceError
from conformance.findings import Level, Problem
from conformance.inventory import Tool
from conformance.inventory.fields import fields_of
from conformance.rules.examples import tool_with
from conformance.rules.scopes import TOOL, BadExample
from conformance.schema.complexity import Expansion
from conformance.schema.dialects import DEFAULT, dialect_of
from conformance.schema.positions import is_conditional
from conformance.schema.safe_validation import is_sound, part_acceptor
from conformance.schema.subschemas import Subschemas
from conformance.schema.validation import violations_at
from conformance.settings.profiles import Profile

# Validation takes time in proportion to values times schema nodes: larger products are reported as undetermined.
_MAX_VALUES = 5_000
_MAX_WORK = 200_000

_Acceptor = Callable[[JsonValue], bool]


def check(tool: Tool, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each default or example that its schema rejects, or that looks like a secret."""
    for base, subschemas in tool.schemas:
        for problem in _problems(subschemas, profile):
            yield replace(problem, pointer=base + problem.pointer)
    if not (profile.provider and profile.provider.dialect.all_required):
        yield from _unused_defaults(tool)


def _unused_defaults(tool: Tool) -> Iterator[Problem]:
    """Yield one problem for the defaults of required parameters, which no call leaves out."""
    required = texts_in(tool.input_subschemas.keywords_of("").get("required"))
    fields = {field.name: field for field in fields_of(tool) if not field.holder and field.name in required}
    # One possible value is a constant, whose default says the same once more.
    unused = [one for one in fields.values() if as_object(one.schema).get("default") is not None]
    unused = [one for one in unused if one.values is None or len(one.values) > 1]
    if unused:
        names = list_codes(one.name for one in unused)
        yield Problem(
            f"{'default' if len(unused) == 1 else 'defaults'} of {names} "
            f"{'is' if len(unused) == 1 else 'are'} never used, because every call has to give a value",
            f"remove {names} from `required`, or the default",
            child(unused[0].pointer, "default"),
            {"places": [tool.pointer + child(one.pointer, "default") for one in unused]},
            max_level=Level.WARNING,
        )


def _problems(subschemas: Subschemas, profile: Profile) -> Iterator[Problem]:
    """Yield the problems of one schema; their pointers are relative to it."""
    schema = subschemas.references.schema_at("")
    acceptors = _Acceptors(as_object(schema))
    positions = [one for one in subschemas.positions() if not is_conditional(one.pointer)]
    given = [value for position in positions for value in _defaults_and_examples(position.pointer, position.schema)]
    can_validate = bool(given) and is_sound(schema)
    work = Expansion(schema).largest_size() if can_validate else 0
    for position, pointer, value in given:
        secret = _secret(value, profile)
        if secret is not None:
            yield Problem(f"{_label(position, pointer)} looks like {secret}", "remove it, and revoke it", pointer)
        elif can_validate and isinstance(schema, Mapping):
            yield from _misfit(acceptors[position], schema, position, pointer, value, work)


def _defaults_and_examples(pointer: str, schema: JsonValue) -> Iterator[tuple[str, str, JsonValue]]:
    """Yield schema pointer, value pointer and value of each default and example at a position."""
    members = as_object(schema)
    if "default" in members:
        yield pointer, child(pointer, "default"), members["default"]
    for index, example in enumerate(as_array(members.get("examples"))):
        yield pointer, child(pointer, "examples", index), example


def _secret(value: JsonValue, profile: Profile) -> str | None:
    patterns = profile.message_tables.secrets
    texts = [text for _, text in walk(value) if isinstance(text, str)]
    return next((secret.kind for text in texts for secret in secrets_in(text, patterns)), None)


def _label(position: str, pointer: str) -> str:
    """Return what a message calls a default or example, with the field that has it where it is a field's own."""
    noun = "default" if pointer.endswith("/default") else "example"
    holder = split(position)[-2:]
    return f"{noun} of {code_text(holder[1])}" if holder[:1] == ["properties"] and len(holder) == 2 else noun


class _Acceptors(dict[str, _Acceptor]):
    """What accepts the values of a position, which is compiled once for all its examples."""

    def __init__(self, root: JsonObject) -> None:
        super().__init__()
        self._root = root

    def __missing__(self, position: str) -> _Acceptor:
        schema = as_object(resolve(self._root, position))
        self[position] = part_acceptor(schema, dialect_of(self._root) or DEFAULT)
        return self[position]


def _misfit(
    accepts: _Acceptor, root: JsonObject, position: str, pointer: str, value: JsonValue, work: int
) -> Iterator[Problem]:
    # nearly all are valid, and the reference validator takes long to start
    if accepts(value):
        return
    values = sum(1 for _ in walk(value))
    is_small = values <= _MAX_VALUES and work * values <= _MAX_WORK
    try:
        found = next(violations_at(position, value, root), None) if is_small else "it is too large"
    except (RecursionError, ConformanceError) as error:
        found = escape_text(str(error))
    if isinstance(found, str):
        message = f"{_label(position, pointer)} was not validated: {found}"
        yield Problem(message, "use a smaller value", pointer, max_level=Level.WARNING)
    elif found is not None:
        # The nulls of a list are one mistake of its generator, so that the message is the same for all of them.
        what = "default null" if value is None and pointer.endswith("/default") else _label(position, pointer)
        yield Problem(
            f"{what} does not match its own schema",
            "correct the value, or the schema that rejects it",
            pointer + found.pointer,
            {"rejection": found.message[:160]},
        )


RULE = TOOL.rule(
    check,
    level=Level.ERROR,
    source="tools-contract#tool-definition-contract",
    good=(tool_with(limit={"type": "integer", "minimum": 1, "default": 20, "examples": [5, 50]}),),
    bad=(
        BadExample(
            tool_with(limit={"type": "integer", "minimum": 1, "default": 0}),
            says="default of `limit` does not match its own schema",
            at="/tools/0/input_schema/properties/limit/default",
        ),
        BadExample(
            tool_with(limit={"type": "integer", "default": None}),
            says="default null does not match its own schema",
        ),
        BadExample(
            tool_with("limit", limit={"type": "integer", "default": 20}),
            says="default of `limit` is never used",
            at="/tools/0/input_schema/properties/limit/default",
        ),
        BadExample(
            tool_with(limit={"type": "integer", "examples": [5, "many"]}),
            says="example of `limit` does not match its own schema",
            at="/tools/0/input_schema/properties/limit/examples/1",
        ),
        BadExample(
            tool_with(limit={"type": "string", "default": "ghp_" + "a1B2" * 9}),
            says="default of `limit` looks like a GitHub token",
            at="/tools/0/input_schema/properties/limit/default",
        ),
        BadExample(
            {
                "result_envelope": {
                    "success_result_schema": {
                        "type": "object",
                        "properties": {"returned": {"type": "integer", "examples": ["none"]}},
                    }
                }
            },
            says="example of `returned` does not match its own schema",
            at="/tools/0/result_envelope/success_result_schema/properties/returned/examples/0",
        ),
    ),
)
