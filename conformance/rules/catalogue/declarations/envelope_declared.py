"""Every tool declares the shared result envelope, its own payload, and how the model sees it.

All built-in tools answer in one outer envelope; only the payload inside differs. A tool that declares another
envelope, or none, forces every consumer of results to handle one more shape.
"""

from collections.abc import Iterator, Mapping, Sequence

from conformance.display import code_text, list_codes
from conformance.documents.pointers import child
from conformance.documents.values import JsonValue, type_phrase
from conformance.findings import Level, Problem
from conformance.inventory import Tool
from conformance.names import suggest
from conformance.rules.scopes import TOOL, BadExample
from conformance.schema.faults import reference_faults, schema_faults
from conformance.settings.profiles import Profile

_ENVELOPE = "/result_envelope"
_SCHEMA = child(_ENVELOPE, "success_result_schema")


def check(tool: Tool, profile: Profile) -> Iterator[Problem]:
    """Yield a problem when the declaration is missing or incomplete, names another envelope, or has a faulty schema."""
    declared = tool.raw.get("result_envelope")
    if not isinstance(declared, Mapping):
        kind = "is missing" if "result_envelope" not in tool.raw else f"is {type_phrase(declared)}, not an object"
        yield Problem(
            f"result envelope {kind}",
            "declare `canonical`, `success_result`, `error_result` and `model_rendering`",
            _ENVELOPE,
        )
        return
    wanted = {"canonical": profile.results.canonical_envelope, "error_result": profile.results.error_payload}
    for key in ("canonical", "success_result", "error_result", "model_rendering"):
        yield from _name_problems(key, declared.get(key), wanted.get(key))
    yield from _unknown_rendering(tool, profile.results.renderings)
    schema = tool.success_result_schema
    for fault in (*schema_faults(schema), *reference_faults(schema)):
        yield Problem(f"in the result schema, {fault.message}", fault.hint, _SCHEMA + fault.pointer)


def _name_problems(key: str, value: JsonValue, wanted: str | None) -> Iterator[Problem]:
    pointer = child(_ENVELOPE, key)
    hint = f"set it to {code_text(wanted)}" if wanted else f"set `{key}` to a name"
    if not isinstance(value, str) or not value.strip():
        yield Problem(f"result envelope has no {code_text(key)}", hint, pointer)
    elif wanted is not None and value != wanted:
        yield Problem(
            f"result envelope has {code_text(key)} {code_text(value)} instead of the shared {code_text(wanted)}",
            hint,
            pointer,
        )


def _unknown_rendering(tool: Tool, known: Sequence[str]) -> Iterator[Problem]:
    word = tool.result_envelope.model_rendering if tool.result_envelope else None
    if known and word and word.strip() and word not in known:
        hint = suggest(word, known, f"use one of {list_codes(known)}, or add it to `results.renderings` of the profile")
        message = f"result envelope has the unknown `model_rendering` {code_text(word)}"
        # a family may define a rendering of its own, which only the profile can know
        yield Problem(message, hint, child(_ENVELOPE, "model_rendering"), max_level=Level.WARNING)


RULE = TOOL.rule(
    check,
    level=Level.ERROR,
    source="tool-result-envelope#canonical-envelope-shape",
    good=(
        {"result_envelope": {"success_result_schema": {"type": "object", "properties": {"tasks": {"type": "array"}}}}},
    ),
    bad=(
        BadExample(
            {"result_envelope": None}, says="result envelope is null, not an object", at="/tools/0/result_envelope"
        ),
        BadExample({"result_envelope": {"model_rendering": " "}}, says="result envelope has no `model_rendering`"),
        BadExample(
            {"result_envelope": {"canonical": "ListTasksEnvelope"}},
            says="instead of the shared `ToolResultEnvelope`",
            at="/tools/0/result_envelope/canonical",
        ),
        BadExample(
            {"result_envelope": {"success_result_schema": {"type": "objekt"}}},
            says="in the result schema, `objekt` is not a JSON type",
            at="/tools/0/result_envelope/success_result_schema/type",
        ),
        BadExample(
            {"result_envelope": {"model_rendering": "custom_text_reciept"}},
            says="unknown `model_rendering` `custom_text_reciept`",
            at="/tools/0/result_envelope/model_rendering",
        ),
    ),
)
