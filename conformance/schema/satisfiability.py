"""Which subschemas no value fits, proved, and which keywords contradict each other there.

All positions are asked in one canonical form, each through a reference of its own, so that the answer costs one pass.
A schema that says so openly (``false``, ``{"not": {}}``) forbids on purpose and is no contradiction.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import quote

from conformance.documents.pointers import parent, resolve
from conformance.documents.values import JsonObject, JsonValue, as_object
from conformance.schema.canonical import canonicalize
from conformance.schema.dialects import DEFAULT, Dialect, dialect_of
from conformance.schema.graph import components
from conformance.schema.patterns.lengths import lengths_of
from conformance.schema.positions import asserted_positions
from conformance.schema.references import References, base_uri
from conformance.schema.rewriting import make_patterns_portable, rewrite
from conformance.schema.tractability import tractable_schema
from conformance.schema.vocabulary import NOT_ASSERTING

_MAX_ROUNDS = 4
_MAX_EXPLAINED = 8


@dataclass(frozen=True, slots=True)
class Contradiction:
    """A subschema that no value fits: the innermost one, and a smallest set of its keywords that no value fits.

    The keywords are left out after the first few contradictions of one schema.
    """

    pointer: str
    keywords: tuple[str, ...]
    is_endless: bool = False
    """Each value needs another one of the same schema inside it."""


def contradictions(schema: JsonValue) -> list[Contradiction]:
    """Return the innermost contradictions of a valid schema, in text order; only what is proved is reported."""
    weaker = tractable_schema(schema) if isinstance(schema, Mapping) else None
    if not isinstance(weaker, Mapping):
        return []
    root = as_object(rewrite(make_patterns_portable(weaker), _add_implied_lengths))
    written = References(schema).pointers
    found: list[Contradiction] = []
    for _ in range(_MAX_ROUNDS):
        impossible = _find_impossible(root, _asserted_pointers(root))
        innermost = _find_innermost(root, impossible)
        if not innermost:
            break
        for at, is_endless in innermost.items():
            keywords = _conflicting_keywords(root, at) if len(found) < _MAX_EXPLAINED else ()
            found.append(Contradiction(at, _source_keywords(keywords, as_object(written[at])), is_endless))
        root = as_object(rewrite(root, _definitions_only(set(innermost))))
    order = {pointer: index for index, pointer in enumerate(written)}
    return sorted(found, key=lambda one: order[one.pointer])


def _add_implied_lengths(_pointer: str, schema: JsonObject) -> JsonObject:
    """The lengths that a pattern implies, said openly: the canonical form knows lengths, not what patterns need."""
    pattern = schema.get("pattern")
    if not isinstance(pattern, str):
        return schema
    lengths = lengths_of(pattern)
    least, most = schema.get("minLength", 0), schema.get("maxLength", lengths.most)
    bounds: dict[str, JsonValue] = {}
    if lengths.least and isinstance(least, int | float):
        bounds["minLength"] = max(least, lengths.least)
    if lengths.most is not None and isinstance(most, int | float):
        bounds["maxLength"] = min(most, lengths.most)
    return {**schema, **bounds}


def _definitions_only(pointers: set[str]) -> Callable[[str, JsonObject], JsonObject]:
    return lambda pointer, schema: _definitions_of(schema) if pointer in pointers else schema


def _definitions_of(schema: JsonObject) -> JsonObject:
    return {keyword: value for keyword, value in schema.items() if keyword in NOT_ASSERTING}


def _asserted_pointers(root: JsonObject) -> list[str]:
    """The positions that shall have a value: not those inside conditions, not what forbids openly."""
    found = [part for part in asserted_positions(root) if part.schema is not False and part.schema != {"not": {}}]
    return [part.pointer for part in found if isinstance(part.schema, Mapping)]


def _find_impossible(root: JsonObject, pointers: Sequence[str]) -> set[str]:
    """Return those of the positions that no value fits."""
    import jsonschema_rs

    dialect = dialect_of(root) or DEFAULT
    base = base_uri(root)
    question: JsonObject = {
        "$schema": dialect.uri,
        "$defs" if dialect.draft >= 19 else "definitions": {"root": _embed(root, dialect, base)},
        "type": "object",
        "properties": {str(i): {"$ref": f"{base}#{quote(at, safe='/~')}"} for i, at in enumerate(pointers)},
    }
    try:
        answer = as_object(canonicalize(question).to_json_schema())
    except (ValueError, jsonschema_rs.ReferencingError):
        return set()
    verdicts = as_object(answer.get("properties"))
    return {at for index, at in enumerate(pointers) if verdicts.get(str(index)) is False}


def _embed(root: JsonObject, dialect: Dialect, base: str) -> JsonObject:
    """The schema as a resource of its own; where ``$ref`` hides its siblings it must not stand beside the name."""
    if dialect.ref_hides_siblings and "$ref" in root:
        return {**_definitions_of(root), dialect.id_keyword: base, "allOf": [{"$ref": root["$ref"]}]}
    return {**root, dialect.id_keyword: base}


def _find_innermost(root: JsonObject, impossible: set[str]) -> dict[str, bool]:
    """Return of the positions those that are not impossible because of another one, and whether of themselves."""
    references = References(root)
    because: dict[str, list[str]] = {at: references.targets_of(at) for at in impossible}
    for at in impossible:
        above = parent(at)
        while above and above not in impossible:
            above = parent(above)
        if at and above in impossible:
            because[above].append(at)

    def edges(pointer: str) -> list[str]:
        return [target for target in because[pointer] if target in impossible]

    sinks = [
        component
        for component in components(sorted(impossible), edges)
        if all(target in component for at in component for target in edges(at))
    ]
    targets = {target for at in impossible for target in references.targets_of(at)}
    return {
        min([at for at in sink if at in targets] or sink, key=lambda at: (at.count("/"), at)): len(sink) > 1
        for sink in sinks
    }


def _conflicting_keywords(root: JsonObject, pointer: str) -> tuple[str, ...]:
    """Return a smallest set of keywords at one place that no value fits together."""
    schema = as_object(resolve(root, pointer))
    keywords = sorted(keyword for keyword in schema if keyword not in NOT_ASSERTING)
    alone = next((keyword for keyword in keywords if _is_impossible(root, pointer, [keyword])), None)
    if alone is not None:
        return (alone,)
    for keyword in list(keywords):
        fewer = [other for other in keywords if other != keyword]
        if _is_impossible(root, pointer, fewer):
            keywords = fewer
    return tuple(keywords)


def _source_keywords(keywords: Sequence[str], schema: JsonObject) -> tuple[str, ...]:
    """The keywords as the author wrote them: a length that only the pattern implies is the pattern's."""
    return tuple(sorted({keyword if keyword in schema else "pattern" for keyword in keywords}))


def _is_impossible(root: JsonObject, pointer: str, keywords: Sequence[str]) -> bool:
    def keep_only(at: str, schema: JsonObject) -> JsonObject:
        if at != pointer:
            return schema
        kept = {keyword: value for keyword, value in schema.items() if keyword in keywords}
        return {**_definitions_of(schema), **kept}

    return bool(_find_impossible(as_object(rewrite(root, keep_only)), [pointer]))
