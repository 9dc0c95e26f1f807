"""The providers' own libraries are the oracles: what they take, what they change, and what they know.

They come with the extra ``providers``; without it these tests say so and nothing is compared.
"""

import copy
import json
from collections.abc import Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from conformance.documents.packaged import embedded_inventory
from conformance.inventory import Tool, read_inventory
from conformance.inventory.formats import all_formats
from conformance.inventory.lowering import lower
from conformance.inventory.lowering.objections import keyword_objections, root_objections, strictness_objections
from conformance.settings.profiles import load_profile
from conformance.settings.profiles.provider import Provider
from tests.cases import check_each

MISSING = "install 'tool-conformance[providers]': without the provider's library nothing is compared with it"
OWN = list(read_inventory(embedded_inventory())[0].tools)


def _provider(name: str) -> Provider:
    provider = load_profile(name).provider
    assert provider is not None
    return provider


def _name(value: object) -> str:
    return value.name if isinstance(value, Tool) else str(value)


def _tools(corpus: Path) -> list[Tool]:
    newest = sorted((corpus / "inventories").glob("*.json"))[-1]
    return list(read_inventory(newest)[0].tools)


def _plain(value: object) -> Any:
    return json.loads(json.dumps(value))


@pytest.fixture(scope="module")
def strictify() -> Any:
    """What OpenAI's library makes of a schema before it is sent in strict mode."""
    library = pytest.importorskip("openai.lib._pydantic", reason=MISSING)

    def made(schema: Any) -> Any:
        root = _plain(schema)
        return library._ensure_strict_json_schema(root, path=(), root=root)

    return made


@pytest.fixture(scope="module")
def transform() -> Any:
    """What Anthropic's library makes of a schema before it is sent in strict mode."""
    return pytest.importorskip("anthropic.lib._parse._transform", reason=MISSING).transform_schema


@pytest.fixture(scope="module")
def declare() -> Any:
    """What Google's library does with the parameters of a function before they are sent to the Developer API."""
    types = pytest.importorskip("google.genai.types", reason=MISSING)
    transformers = pytest.importorskip("google.genai._transformers", reason=MISSING)

    def made(schema: Any) -> None:
        types.FunctionDeclaration(name="tool", description="", parameters=_plain(schema))
        transformers.process_schema(_plain(schema), SimpleNamespace(vertexai=False))

    return made


@pytest.fixture(scope="module")
def takes(declare: Any) -> Any:
    """Whether Google's library takes the parameters."""

    def answered(schema: Any) -> bool:
        try:
            declare(schema)
        except (ValueError, AttributeError):  # it refuses by several
            return False
        return True

    return answered


class TestOpenAI:
    @check_each("tool", OWN, ids=_name)
    def test_the_lowered_form_is_one_that_the_library_leaves_alone(self, tool: Tool, strictify: Any) -> None:
        lowered = lower(tool.input_schema, _provider("openai_strict").dialect).schema
        assert _without_null_defaults(strictify(lowered)) == _without_null_defaults(_plain(lowered))

    @check_each("tool", OWN, ids=_name)
    def test_we_object_to_what_the_library_would_have_to_change(self, tool: Tool, strictify: Any) -> None:
        schema = _plain(tool.input_schema)
        changed = _without_null_defaults(strictify(schema)) != _without_null_defaults(schema)
        objections = list(strictness_objections(schema, _provider("openai_strict").dialect))
        assert bool(objections) == changed

    def test_real_inventories_are_lowered_to_what_the_library_leaves_alone(self, corpus: Path, strictify: Any) -> None:
        for tool in _tools(corpus):
            lowered = lower(tool.input_schema, _provider("openai_strict").dialect).schema
            assert _without_null_defaults(strictify(lowered)) == _without_null_defaults(_plain(lowered)), tool.name

    def test_a_described_reference_becomes_what_the_library_makes_of_it(self, strictify: Any) -> None:
        schema = {
            "type": "object",
            "properties": {"a": {"$ref": "#/$defs/Unit", "description": "The unit."}},
            "required": ["a"],
            "additionalProperties": False,
            "$defs": {"Unit": {"type": "string", "enum": ["c", "f"], "title": "Unit"}},
        }
        assert lower(schema, _provider("openai_strict").dialect).schema == strictify(schema)

    def test_a_function_definition_of_the_library_holds_what_is_sent(self) -> None:
        params = pytest.importorskip("openai.types.responses.function_tool_param", reason=MISSING)
        import pydantic

        adapter = pydantic.TypeAdapter(params.FunctionToolParam)
        for tool in OWN:
            lowered = lower(tool.input_schema, _provider("openai_strict").dialect).schema
            adapter.validate_python(
                {"type": "function", "name": tool.name, "parameters": _plain(lowered), "strict": True}
            )


class TestAnthropic:
    @check_each("tool", OWN, ids=_name)
    def test_the_lowered_form_is_one_that_the_library_leaves_alone(self, tool: Tool, transform: Any) -> None:
        lowered = _plain(lower(_without_patterns(tool.input_schema), _provider("anthropic_strict").dialect).schema)
        assert transform(copy.deepcopy(lowered)) == lowered

    @check_each("tool", OWN, ids=_name)
    def test_we_object_to_what_the_library_would_have_to_change(self, tool: Tool, transform: Any) -> None:
        dialect = _provider("anthropic_strict").dialect
        schema = _plain(tool.input_schema)
        objections = [
            *root_objections(schema, dialect),
            *keyword_objections(schema, dialect),
            *strictness_objections(schema, dialect),
        ]
        assert bool(objections) == _changes(transform, schema)

    def test_bounds_formats_and_choices_become_what_the_library_makes_of_them(self, transform: Any) -> None:
        schema = {
            "type": "object",
            "properties": {
                "count": {"type": "integer", "minimum": 1, "maximum": 10, "description": "How many."},
                "when": {"type": "string", "format": "date-time"},
                "code": {"type": "string", "pattern": "^(?=a)", "format": "regex"},
                "kind": {"oneOf": [{"const": "a"}, {"enum": ["b", "c"]}]},
                "names": {"type": "array", "items": {"type": "string", "minLength": 2}, "maxItems": 5, "minItems": 2},
                "some": {"type": "array", "items": {"type": "string"}, "minItems": 1},
            },
            "required": ["count"],
        }
        assert lower(schema, _provider("anthropic_strict").dialect).schema == transform(copy.deepcopy(schema))

    def test_the_formats_that_the_profile_states_are_the_librarys(self) -> None:
        library = pytest.importorskip("anthropic.lib._parse._transform", reason=MISSING)
        assert set(_provider("anthropic_strict").dialect.formats) == library.SupportedStringFormats

    def test_a_tool_of_the_library_holds_what_is_sent(self) -> None:
        params = pytest.importorskip("anthropic.types.tool_param", reason=MISSING)
        import pydantic

        adapter = pydantic.TypeAdapter(params.ToolParam)
        for tool in OWN:
            adapter.validate_python({"name": tool.name, "input_schema": _plain(tool.input_schema)})


class TestGemini:
    @check_each("tool", OWN, ids=_name)
    def test_the_lowered_form_is_taken(self, tool: Tool, takes: Any) -> None:
        lowered = lower(tool.input_schema, _provider("gemini").dialect).schema
        assert lowered is None or takes(lowered)

    @check_each("tool", OWN, ids=_name)
    def test_we_object_to_what_the_library_refuses(self, tool: Tool, takes: Any) -> None:
        assert _refused_by_the_library(tool.input_schema) == (not takes(tool.input_schema))

    def test_real_inventories_are_judged_as_the_library_judges_them(self, corpus: Path, takes: Any) -> None:
        dialect = _provider("gemini").dialect
        for tool in _tools(corpus):
            assert _refused_by_the_library(tool.input_schema) == (not takes(tool.input_schema)), tool.name
            lowered = lower(tool.input_schema, dialect).schema
            assert lowered is None or takes(lowered), tool.name

    def test_the_keywords_that_the_profile_states_are_the_librarys(self) -> None:
        types = pytest.importorskip("google.genai.types", reason=MISSING)
        known = {field.alias or name for name, field in types.Schema.model_fields.items()}
        ours = set(_provider("gemini").dialect.keywords)
        # References are inlined, and what the profile leaves out before sending is a matter of the profile.
        assert known - ours == {"additionalProperties", "defs", "ref"}
        assert ours <= known


def _refused_by_the_library(schema: Any) -> bool:
    """An object without properties at the root is refused by the API alone: the library sends it."""
    dialect = _provider("gemini").dialect
    at_root = [one for one in root_objections(schema, dialect) if one.topic != "properties"]
    return any((*at_root, *keyword_objections(schema, dialect)))


def _without_patterns(value: Any) -> Any:
    """Return a schema without patterns, which the library moves into texts although the API takes them."""
    if isinstance(value, Mapping):
        return {key: _without_patterns(part) for key, part in value.items() if key != "pattern"}
    return [_without_patterns(part) for part in value] if isinstance(value, list | tuple) else value


def _changes(transform: Any, schema: Any) -> bool:
    try:
        return transform(copy.deepcopy(schema)) != schema
    except (AssertionError, ValueError):
        return True


def _without_null_defaults(schema: Any) -> Any:
    """OpenAI's library drops them, and orders nothing."""
    if isinstance(schema, dict):
        return {key: _without_null_defaults(v) for key, v in schema.items() if not (key == "default" and v is None)}
    return [_without_null_defaults(item) for item in schema] if isinstance(schema, list) else schema


@pytest.mark.parametrize(
    ("scheme", "path"),
    [
        ("openai", "openai.types.responses.FunctionToolParam"),
        ("openai", "openai.types.responses.CustomToolParam"),
        ("openai", "openai.types.shared_params.FunctionDefinition"),
        ("anthropic", "anthropic.types.ToolParam"),
        ("gemini", "google.genai.types.FunctionDeclarationDict"),
    ],
)
def test_the_members_of_a_tool_that_its_list_may_have_are_the_librarys(scheme: str, path: str) -> None:
    module, _, name = path.rpartition(".")
    known = getattr(pytest.importorskip(module, reason=MISSING), name)
    assert set(known.__annotations__) <= all_formats()[scheme].members
