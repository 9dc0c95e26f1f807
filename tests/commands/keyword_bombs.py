"""Schema bombs of single keywords: those that few schemas use, and those that only multiply beside another one."""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

Schema = Mapping[str, Any]

# More digits than a double has, and more than Python turns into text in one piece, if two are multiplied.
_LONG = 10**398


def dynamic_references() -> Iterator[tuple[str, Schema]]:
    """References that are resolved where they are followed, and circles of them."""
    tree = {"$dynamicAnchor": "node", "type": "object", "properties": {"l": {"$dynamicRef": "#node"}}}
    yield "a dynamic tree", {"$defs": {"t": tree}, "$ref": "#/$defs/t"}
    both = {"$dynamicAnchor": "node", "allOf": [{"$dynamicRef": "#node"}, {"type": "object"}]}
    yield "a dynamic reference to itself", {"$defs": {"t": both}, "$ref": "#/$defs/t"}
    must = {**tree, "required": ["l"]}
    yield "a dynamic tree without an end", {"$defs": {"t": must}, "$ref": "#/$defs/t"}
    for count in (10, 40):
        names = [f"n{number}" for number in range(count)]
        any_other = {name: {"anyOf": [{"$ref": f"#/$defs/{other}"} for other in names]} for name in names}
        yield f"{count} definitions, each any of all", {"$defs": any_other, "$ref": "#/$defs/n0"}
        members = {other: {"$ref": f"#/$defs/{other}"} for other in names}
        of_all = {name: {"type": "object", "properties": members} for name in names}
        yield f"{count} definitions with members of all", {"$defs": of_all, "$ref": "#/$defs/n0"}
        need = {name: {**one, "required": names} for name, one in of_all.items()}
        yield f"{count} definitions that need all", {"$defs": need, "$ref": "#/$defs/n0"}
        elements = {name: {"items": {"$ref": f"#/$defs/n{(at + 1) % count}"}} for at, name in enumerate(names)}
        yield f"a circle of {count} arrays", {"$defs": elements, "$ref": "#/$defs/n0"}


def unevaluated() -> Iterator[tuple[str, Schema]]:
    """What no other part has looked at, where the other parts branch."""
    for count in (8, 24, 100):
        members = [{"properties": {f"a{number}": {"type": "string"}}} for number in range(count)]
        needs = [{**one, "required": list(one["properties"])} for one in members]
        for union in ("allOf", "anyOf", "oneOf"):
            yield f"nothing unevaluated beside {union} of {count}", {union: needs, "unevaluatedProperties": False}
            lists = [{"prefixItems": [{"const": number}] * (number + 1)} for number in range(count)]
            yield f"no element unevaluated beside {union} of {count}", {union: lists, "unevaluatedItems": False}
        kinds = [{"contains": {"const": number}} for number in range(count)]
        yield f"{count} contains, nothing else", {"type": "array", "allOf": kinds, "unevaluatedItems": False}
        some = [{"anyOf": [one, {}]} for one in needs]
        yield f"{count} choices, nothing else", {"type": "object", "allOf": some, "unevaluatedProperties": False}


def conditions() -> Iterator[tuple[str, Schema]]:
    """Towers of conditions, and members on which other parts depend."""
    for depth in (10, 30):
        for branch in ("if", "then", "else"):
            tower: dict[str, Any] = {"required": ["end"]}
            for level in range(depth):
                own = {"if": {"required": [f"a{level}"]}, "then": {"minProperties": level}, "else": {}}
                tower = {**own, branch: {**tower, "properties": {f"b{level}": {"type": "string"}}}}
            yield f"{depth} conditions in {branch}", {"type": "object", **tower}
        deep: dict[str, Any] = {"type": "string"}
        for level in range(depth):
            deep = {"allOf": [{"maxLength": level + 1}, deep]}
        yield f"allOf {depth} deep", deep
        for level in range(depth):
            deep = {"not": {"anyOf": [deep, {"const": level}]}}
        yield f"not {depth} deep, with a choice", deep
    for count in (10, 60):
        names = [f"a{number}" for number in range(count)]
        every = {name: {"required": names} for name in names}
        yield f"{count} members that need all", {"type": "object", "dependentSchemas": every, "minProperties": 1}
        choice = {name: {"anyOf": [{"required": [other]} for other in names]} for name in names}
        yield f"{count} members that choose one of all", {"dependentSchemas": choice, "minProperties": 1}
        apart = {name: {"not": {"required": [other]}} for name, other in pairwise(names)}
        yield f"{count} members that exclude the next", {"dependentSchemas": apart, "required": names[:1]}


def counted() -> Iterator[tuple[str, Schema]]:
    """Names and elements of which so many have to be, or must not be, of a kind."""
    for count in (5, 30, 300):
        kinds = [{"contains": {"const": n}, "minContains": n + 1, "maxContains": n + 2} for n in range(count)]
        yield f"{count} counts of elements", {"type": "array", "allOf": kinds}
        yield f"{count} counts of few elements", {"type": "array", "allOf": kinds, "maxItems": count}
        odd = [{"contains": {"multipleOf": n + 2}, "minContains": 2} for n in range(count)]
        yield f"{count} counts of multiples", {"type": "array", "allOf": odd, "uniqueItems": True}
        words = [f"word{number}" for number in range(count * 10)]
        some = {"type": "object", "propertyNames": {"enum": words}, "minProperties": count}
        yield f"{count} of {count * 10} names", some
        yield f"all of {count * 10} names", {**some, "minProperties": count * 10}
        yield f"more than all of {count * 10} names", {**some, "minProperties": count * 10 + 1}
        texts = {f"^.{{{number}}}a": {"minLength": number} for number in range(count)}
        yield f"{count} places of a letter in names", {"type": "object", "patternProperties": texts}
        parts = {f"{number}.*{number + 1}": {"multipleOf": number + 1} for number in range(count)}
        closed = {"type": "object", "patternProperties": parts, "additionalProperties": False}
        yield f"{count} patterns of closed names", {**closed, "minProperties": 3}
    yield "three elements of a thousand kinds", {"contains": {"enum": list(range(1000))}, "minContains": 3}
    yield "a billion unique booleans", {"items": {"type": "boolean"}, "uniqueItems": True, "minItems": 10**9}
    yield "one-letter names, too many", {"propertyNames": {"maxLength": 1}, "minProperties": 10**7, "type": "object"}


def multiples() -> Iterator[tuple[str, Schema]]:
    """Divisors whose common multiple is far away or has more digits than they have."""
    for name, divisors in {
        "two coprime divisors of 399 digits": [_LONG, _LONG + 1],
        "a hundred divisors of 399 digits": [_LONG + number for number in range(100)],
        "divisors from one end to the other": [5e-324, 1e308],
        "odd fractions": [0.1, 0.3, 0.7, 0.0011, 1e-15],
        "neighbours of one": [1.0000000000000002, 0.9999999999999999],
        "large doubles": [1e300, 3e299, 7e298],
        "two large primes": [2**61 - 1, 2**89 - 1],
    }.items():
        of_all = {"type": "number", "allOf": [{"multipleOf": one} for one in divisors]}
        yield name, of_all
        yield f"{name}, above 0", {**of_all, "exclusiveMinimum": 0}
        yield f"{name}, within 399 digits", {**of_all, "exclusiveMinimum": 0, "maximum": _LONG * 3}
        yield f"a number without {name}", {"type": "number", "not": {"anyOf": of_all["allOf"]}, "minimum": _LONG}


def crossed_values() -> Iterator[tuple[str, Schema]]:
    """Lists of values of which each is compared with each of another list."""
    for count in (300, 3_000):
        numbers = list(range(count))
        shifted = [{"enum": [*numbers[at:], f"other {at}"]} for at in range(10)]
        yield f"ten enums of {count}", {"allOf": shifted}
        yield f"one of ten enums of {count}", {"oneOf": shifted}
        objects = [{"a": number, "b": count - number} for number in numbers]
        yield f"{count} objects of {count} values", {"enum": objects, "properties": {"a": {"enum": numbers[::2]}}}
        yield f"{count} texts of a pattern", {"enum": [f"text {n}" for n in numbers], "pattern": "^(text|[a-z ]+)+ 1"}
        halves = [{"properties": {"a": {"enum": numbers}, "b": {"const": half}}} for half in range(8)]
        yield f"eight branches with {count} values each", {"type": "object", "oneOf": halves, "required": ["a", "b"]}
        yield f"{count} numbers beside {count} others", {"enum": numbers, "not": {"enum": numbers[:-1]}}
    lists = {f"a{name}": {"enum": list(range(name, 100 + name))} for name in range(40)}
    whole = {"type": "object", "properties": lists, "required": list(lists)}
    yield "forty enums of a hundred", whole
    yield "forty enums of a hundred, without one", {**whole, "not": {"properties": {"a0": {"const": 0}}}}


_READ_AHEAD = {
    "letters of all scripts": r"^(?:\p{L}\p{M}*|\p{N}|\p{P}|\p{S}){1,400}$",
    "no letters of any script": r"^[^\p{L}\p{N}\p{P}\p{S}\p{Z}]+$",
    "scripts in turn": r"^(?:\p{Script=Greek}|\p{Script=Cyrillic}|\p{Script=Han}){50,}$",
    "characters beyond the first plane": "^[\U00010000-\U0010ffff]{1000}$",
    "classes with gaps": "^[" + "".join(chr(at) for at in range(256, 6_000, 2)) + "]{3,300}$",
    "optional letters of all scripts": r"^(?:\p{L}?){200}\p{L}{200}$",
    "fifty words ahead": "^" + "".join(f"(?=.*word{number})" for number in range(50)) + ".*$",
    "sixty words not ahead": "^" + "".join(f"(?!.*word{number})" for number in range(60)) + ".+$",
    "ahead in ahead": "^" + "(?=a" * 40 + ")" * 40 + "a+$",
    "not ahead in not ahead": "^" + "(?!a" * 41 + ")" * 41 + "a*$",
    "ahead at each letter": "^(?:(?!abc)(?=[a-z]{2})[a-z])+$",
    "behind at each letter": "^(?:(?<!abc)[a-c](?<=[abc]))+$",
    "far ahead": "^(?=.{5000}x).*$",
    "ahead with a choice": "^(?=(?:a|b|ab)*c)(?=(?:b|a|ba)*c)(?:a|b|c)*d$",
    "lengths that are coprime": "^(?=(?:.{7})*$)(?=(?:.{11})*$)(?=(?:.{13})*$)(?=(?:.{17})*$).+$",
    "ahead of what it repeats": r"^(?=(\w+))\1(?!\1)$",
    "one of all pairs": "^(?:" + "|".join(f"{a}{b}+" for a in "abcdefgh" for b in "abcdefgh") + "){30}$",
    "the end, again and again": "^" + "(?:a*$)?" * 60 + "b$",
    "borders of words": r"^(?:\b\w+\b\W*){60}$",
}


def read_ahead() -> Iterator[tuple[str, Schema]]:
    """Patterns of all scripts, and those that look around."""
    for name, pattern in _READ_AHEAD.items():
        yield name, {"type": "string", "pattern": pattern}
        yield f"a name of {name}", {"type": "object", "patternProperties": {pattern: {"type": "null"}, "^a": False}}
        yield f"no text of {name}", {"type": "string", "not": {"pattern": pattern}, "minLength": 3, "maxLength": 3_000}


FAMILIES = (dynamic_references, unevaluated, conditions, counted, multiples, crossed_values, read_ahead)
