"""Small schemas that cost a naive reader minutes or gigabytes: what a stranger would send to stop a pipeline.

Each is the schema of one parameter, named by its family and its size. They are valid JSON Schemas, so that a command
may only say of a question that it is undecided, or of a schema that it is too costly to be evaluated.
"""

from collections.abc import Callable, Iterator
from itertools import pairwise

from tests.commands import keyword_bombs
from tests.commands.keyword_bombs import Schema

# From what is merely much to what no machine can hold, and to more digits than a double has.
_SIZES = (3_000, 100_001, 3_000_000, 10**9, 10**18, int("9" * 399))
_PATTERNS = (
    *("^(a+)+$", "^(?=(a+)+$)b", "^(?!(a|a)*$).*$", "^(a|aa)+$", "^(([a-z])+.)+[A-Z]([a-z])+$", "(x+x+)+y"),
    *("^((((a?){30}){30}){30}){30}$", "^(((a{1,90}){1,90}){1,90})$", "^a{1000000}$", "^a{1,1000000000}$"),
    *("^(a|b)*a(a|b){40}$", "^(?=.*a)(?=.*b)(?=.*c)(?=.*d)(?=.*e)(?=.*f)(?=.*g)(?=.*h).{8,}$", r"^(\p{L}+\s?)*$"),
    *(r"^(\d+)*[^\d]$", r"(.*)(.*)(.*)(.*)(.*)(.*)(.*)x", r"^(a*)*\1$", r"(?<=a{1,50})b{1,50}"),
    f"^({'|'.join(f'word{number}x{number * 7}' for number in range(3_000))})$",
    *("(" * 300 + "a" + ")*" * 300, "^" + "a?" * 500 + "a" * 500 + "$", "[" + "a-z" * 2_000 + "]+$"),
    *("^" + "(a|b)?" * 300 + "$", "^(.{0,9}){0,9999}$", "a" * 50_000),
)
_SENTENCES = ("a, ", "(", "`x` or ", "between 1 and ", "https://a.", "e.g. ", "x-", "one of: `a`, ", "1 ", "'", "\n- ")


def bombs() -> dict[str, Schema]:
    """Return all bombs by name."""
    families = (_sizes, _products, _fans, _numbers, _patterns, _names, _alternations, _nested_unions, _values, _depths)
    every = (*families, *keyword_bombs.FAMILIES)
    return {name: schema for family in every for name, schema in family()}


def _sizes() -> Iterator[tuple[str, Schema]]:
    """Keywords that demand or allow as many elements, characters or members as they say."""
    element = {"type": "string"}
    for size in _SIZES:
        digits = f"1e{len(str(size)) - 1}"
        yield f"minItems {digits}", {"type": "array", "items": element, "minItems": size}
        yield f"maxItems {digits}", {"type": "array", "items": element, "maxItems": size}
        yield f"minLength {digits}", {"type": "string", "minLength": size}
        yield f"maxLength {digits}", {"type": "string", "maxLength": size}
        yield f"minProperties {digits}", {"type": "object", "minProperties": size}
        yield f"maxProperties {digits}", {"type": "object", "maxProperties": size}
        yield f"minContains {digits}", {"type": "array", "contains": {"const": 1}, "minContains": size}
        yield f"maxContains {digits}", {"type": "array", "contains": {"const": 1}, "maxContains": size}
        unique = {"type": "array", "items": {"enum": [1, 2, 3]}, "uniqueItems": True}
        yield f"uniqueItems {digits}", {**unique, "minItems": size}


def _products() -> Iterator[tuple[str, Schema]]:
    """Nested sizes, which multiply."""
    for depth in (4, 12, 40):
        schema: Schema = {"type": "string"}
        for _ in range(depth):
            schema = {"type": "array", "minItems": 10, "items": schema}
        yield f"{depth} nested arrays of 10", schema
        yield f"{depth} nested arrays of 10 by reference", _chain(depth, lambda inner: {"minItems": 10, "items": inner})
        yield f"{depth} nested objects of 9 names", _chain(depth, _object_of_nine)
        yield f"{depth} nested triples", _chain(depth, lambda inner: {"prefixItems": [inner] * 3, "minItems": 3})
    rows = {"type": "array", "minItems": 1000, "items": {"type": "string", "minLength": 1000}}
    yield "a thousand texts of a thousand", rows
    yield "a thousand rows of a thousand texts of a thousand", {"type": "array", "minItems": 1000, "items": rows}


def _object_of_nine(inner: Schema) -> Schema:
    names = [f"p{number}" for number in range(9)]
    return {"type": "object", "properties": dict.fromkeys(names, inner), "required": names}


def _chain(depth: int, link: Callable[[Schema], Schema]) -> Schema:
    """Return definitions of which each uses the next one, as the link says."""
    definitions = {f"d{number}": link({"$ref": f"#/$defs/d{number + 1}"}) for number in range(depth)}
    return {"$defs": {**definitions, f"d{depth}": {"type": "string"}}, "$ref": "#/$defs/d0"}


def _fans() -> Iterator[tuple[str, Schema]]:
    """References of which each doubles the work, and chains that exhaust a stack."""
    for depth in (12, 20, 30, 200):
        yield f"allOf that doubles {depth} times", _chain(depth, lambda inner: {"allOf": [inner, {**inner}]})
        yield f"anyOf that doubles {depth} times", _chain(depth, lambda inner: {"anyOf": [inner, {**inner}]})
        yield f"oneOf that doubles {depth} times", _chain(depth, lambda inner: {"oneOf": [inner, {**inner}]})
        yield f"two members that double {depth} times", _chain(depth, _two_members)
        yield f"not in {depth} steps", _chain(depth, lambda inner: {"not": {"allOf": [inner, inner]}})
        yield f"if that doubles {depth} times", _chain(depth, lambda inner: {"if": inner, "then": inner, "else": inner})
    for depth in (300, 3_000):
        yield f"a chain of {depth} references", _chain(depth, lambda inner: inner)
        yield (
            f"a chain of {depth} members",
            _chain(depth, lambda inner: {"properties": {"a": inner}, "required": ["a"]}),
        )
    yield "a tree of itself", {"$defs": {"t": _two_members({"$ref": "#/$defs/t"})}, "$ref": "#/$defs/t"}
    yield "a reference to itself", {"$defs": {"t": {"$ref": "#/$defs/t"}}, "$ref": "#/$defs/t"}
    yield "a list of itself", {"$defs": {"t": {"items": {"$ref": "#/$defs/t"}, "minItems": 2}}, "$ref": "#/$defs/t"}


def _two_members(inner: Schema) -> Schema:
    return {"type": "object", "properties": {"l": inner, "r": inner}, "required": ["l", "r"]}


def _numbers() -> Iterator[tuple[str, Schema]]:
    """Numbers at the edges of what a double, an integer and a fraction can hold."""
    long, tiny = int("9" * 399), 5e-324
    for name, schema in {
        "multipleOf 5e-324 above 1e300": {"multipleOf": tiny, "minimum": 1e300},
        "multipleOf 5e-324 between 0 and 1": {"multipleOf": tiny, "minimum": 0, "maximum": 1},
        "multipleOf 1e-300 and 3e-300": {"allOf": [{"multipleOf": 1e-300}, {"multipleOf": 3e-300}], "minimum": 1},
        "multipleOf of many primes": {"allOf": [{"multipleOf": prime} for prime in _primes(300)], "minimum": 1},
        "multipleOf with 399 digits": {"multipleOf": long},
        "between two 399-digit numbers": {"minimum": long - 1, "maximum": long},
        "above 399 digits": {"exclusiveMinimum": long},
        "below -399 digits": {"exclusiveMaximum": -long},
        "a grid above 399 digits": {"multipleOf": 0.1, "minimum": long},
        "within one step of a double": {"exclusiveMinimum": 1.0, "exclusiveMaximum": 1.0000000000000002},
        "within no step of a double": {"exclusiveMinimum": 0, "exclusiveMaximum": tiny},
        "the largest double": {"minimum": 1.7976931348623157e308},
        "no multiple in a wide range": {"multipleOf": 1e308, "exclusiveMinimum": 0, "exclusiveMaximum": 1e308},
        "integers that skip a hundred": {"type": "integer", "not": {"enum": list(range(-100, 100))}},
        "integers that skip ten thousand": {"type": "integer", "not": {"enum": list(range(10_000))}},
    }.items():
        yield name, {"type": "number", **schema}


def _primes(count: int) -> list[int]:
    found: list[int] = []
    number = 2
    while len(found) < count:
        if all(number % prime for prime in found):
            found.append(number)
        number += 1
    return found


def _patterns() -> Iterator[tuple[str, Schema]]:
    """Patterns that backtrack for ever, and automata with too many states."""
    for pattern in _PATTERNS:
        yield f"pattern {pattern[:30]}", {"type": "string", "pattern": pattern}
        yield f"long text of pattern {pattern[:30]}", {"type": "string", "pattern": pattern, "minLength": 90_000}
    both = [{"pattern": f"^(.{{{number}}})*$"} for number in _primes(20)]
    yield "patterns whose lengths meet far away", {"type": "string", "minLength": 1, "allOf": both}
    yield "a text without twenty patterns", {"type": "string", "not": {"anyOf": both}}


def _names() -> Iterator[tuple[str, Schema]]:
    """Demands on the names of members."""
    for size in (100, 10_000, 10_000_000):
        few = {"type": "object", "minProperties": size}
        yield f"{size} names of one letter", {**few, "propertyNames": {"pattern": "^[a-z]$"}}
        yield f"{size} names that look ahead", {**few, "propertyNames": {"pattern": "^(?=(a+)+$)"}}
        yield f"{size} names of two patterns", {**few, "patternProperties": {"^a": {"type": "string"}, "b$": False}}
    patterns = {f"a{{{number},}}": {"minLength": number} for number in range(60)}
    yield "sixty patterns of names", {"type": "object", "patternProperties": patterns, "additionalProperties": False}
    many = [f"name{number}" for number in range(3_000)]
    yield "three thousand members", {"type": "object", "properties": {one: {"type": "string"} for one in many}}
    yield "three thousand required members", {"type": "object", "required": many}
    follow = {name: [other] for name, other in pairwise(many[:501])}
    yield "five hundred members that need the next", {"dependentRequired": follow, "required": many[:1]}
    choose = {name: {"anyOf": [{"required": [other]}, {"maxProperties": 1}]} for name, [other] in follow.items()}
    yield "five hundred members that choose", {"dependentSchemas": choose, "minProperties": 2}


def _alternations() -> Iterator[tuple[str, Schema]]:
    """Unions that are wide, and unions that multiply."""
    for size in (40, 400, 4_000):
        branches = [{"const": f"v{number}"} for number in range(size)]
        yield f"anyOf of {size}", {"anyOf": branches}
        yield f"oneOf of {size}", {"oneOf": branches}
        named = {f"a{number}": one for number, one in enumerate(branches)}
        objects = [{"required": [name], "properties": {name: one}} for name, one in named.items()]
        yield f"oneOf of {size} open objects", {"type": "object", "oneOf": objects}
        tagged = [{"properties": {"kind": one, "x": {"minLength": 1}}, "required": ["kind"]} for one in branches]
        yield f"oneOf of {size} kinds", {"type": "object", "oneOf": tagged}
    for size in (12, 25, 60):
        pairs = [{"anyOf": [{"required": [f"a{number}"]}, {"required": [f"b{number}"]}]} for number in range(size)]
        yield f"{size} choices at once", {"type": "object", "allOf": pairs, "maxProperties": 3}
        apart = [{"oneOf": [{"multipleOf": prime}, {"maximum": -prime}]} for prime in _primes(size)]
        yield f"{size} numeric choices at once", {"type": "integer", "allOf": apart}
        ifs = [{"if": {"required": [f"a{n}"]}, "then": {"required": [f"b{n}"]}} for n in range(size)]
        yield f"{size} conditions at once", {"type": "object", "allOf": ifs, "minProperties": 1}
        yield f"{size} conditions, nothing unevaluated", {"allOf": ifs, "unevaluatedProperties": False}


def _nested_unions() -> Iterator[tuple[str, Schema]]:
    """Unions in unions: the text itself doubles with each level."""
    for depth in (6, 10, 15):
        for union in ("anyOf", "oneOf", "allOf"):
            leaf: Schema = {"type": "string", "maxLength": 3}
            for level in range(depth):
                leaf = {union: [leaf, {**leaf, "title": f"t{level}"}]}
            yield f"{depth} levels of {union}", leaf
        inner: Schema = {"type": "string"}
        for level in range(depth):
            member = {"type": "object", "properties": {f"a{level}": inner}}
            inner = {"anyOf": [member, {"type": "array", "items": inner}]}
        yield f"{depth} levels of objects and arrays", inner


def _values() -> Iterator[tuple[str, Schema]]:
    """Values that are many or large."""
    yield "an enum of 20,000 texts", {"enum": [f"value {number}" for number in range(20_000)]}
    yield "an enum of 20,000 numbers", {"enum": list(range(20_000))}
    yield "an enum of 2,000 objects", {"enum": [{"a": number, "b": [number] * 5} for number in range(2_000)]}
    yield "an enum of a long text", {"enum": ["x" * 1_000_000, "y"]}
    yield "a const of 20,000 numbers", {"const": list(range(20_000))}
    yield "a default of 20,000 numbers", {"type": "array", "default": list(range(20_000))}
    yield "an enum of 5,000 without 4,999", {"enum": list(range(5_000)), "not": {"enum": list(range(4_999))}}
    yield "unique elements of a small enum", {"type": "array", "items": {"enum": list(range(500))}, "uniqueItems": True}
    yield "a thousand elements with contains", {"type": "array", "minItems": 1000, "contains": {"pattern": "(a+)+$"}}
    yield "two thousand places", {"type": "array", "prefixItems": [{"type": "string"}] * 2_000, "minItems": 2_000}
    yield "examples of 20,000 texts", {"type": "string", "examples": [f"e{number}" for number in range(20_000)]}


def _depths() -> Iterator[tuple[str, Schema]]:
    """Schemas as deep as a document may be, and sentences as long."""
    for keyword in ("not", "items", "additionalProperties"):
        schema: Schema = {"type": "string"}
        for _ in range(100):
            schema = {keyword: schema}
        yield f"{keyword} a hundred deep", schema
    for text in _SENTENCES:
        yield f"a description of {text!r}", {"type": "string", "description": text * (60_000 // len(text))}
