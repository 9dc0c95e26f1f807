"""Random schemas, edits of them, and instances that live near their limits: what the hunt for wrong verdicts needs."""

import copy
import random
from typing import Any

NAMES = ("a", "b", "kind", "id", "x_y")
WORDS = ("", "a", "b", "ab", "abc", "aaa", "1", "a1", "é", "\n", "zzz")
NUMBERS = (0, 1, 2, 3, 5, 6, 10, -1, 1.5, 0.5, 2.0, 12, -3, 0.1)
PATTERNS = ("^a", "b$", "^[a-z]+$", "^[a-z]{1,3}$", "[0-9]", "^(a|b)*$", "^x_", "^(?!a)", ".", "^$", "a.*b", "^[^a]")
SCALARS = (None, True, False, 0, 1, 1.0, 2, 1.5, "", "a", "b", "ab")
TYPES = ("null", "boolean", "integer", "number", "string", "array", "object")
DRAFT_04 = "http://json-schema.org/draft-04/schema#"
DRAFT_07 = "http://json-schema.org/draft-07/schema#"
DRAFT_2019 = "https://json-schema.org/draft/2019-09/schema"
DRAFT_2020 = "https://json-schema.org/draft/2020-12/schema"
DIALECTS = (DRAFT_2020, DRAFT_2020, DRAFT_2020, DRAFT_07, DRAFT_07, DRAFT_2019, DRAFT_04)


class Maker:
    """Makes schemas of one dialect; ``recursive`` allows references to the definitions ``T`` and ``U``."""

    def __init__(self, rng: random.Random, dialect: str = DRAFT_2020) -> None:
        self.rng = rng
        self.dialect = dialect
        self.is_new = dialect in (DRAFT_2019, DRAFT_2020)

    def document(self, depth: int = 3) -> dict[str, Any]:
        """Return a whole schema, sometimes with definitions."""
        schema = self.schema(depth)
        document = schema if isinstance(schema, dict) else {"allOf": [schema]}
        if self.rng.random() < 0.35:
            holder = "$defs" if self.is_new else "definitions"
            document = {"properties": {"t": {"$ref": f"#/{holder}/T"}}, "allOf": [document]}
            document[holder] = {"T": self.recursive(holder), "U": self.schema(1)}
        if self.dialect != DRAFT_2020 or self.rng.random() < 0.2:
            document["$schema"] = self.dialect
        return document

    def recursive(self, holder: str) -> Any:
        """Return a schema that refers to itself below a member or an element."""
        inner: Any = {"$ref": f"#/{holder}/{self.rng.choice('TTU')}"}
        if self.rng.random() < 0.4:
            inner = {"anyOf": [inner, {"type": "null"}]}
        shape = self.rng.randrange(3)
        base: dict[str, Any] = {"type": "object", "properties": {"v": self.schema(0), "next": inner}}
        if shape == 0:
            base["properties"]["kids"] = {"type": "array", "items": inner}
        elif shape == 1:
            base["required"] = ["v"]
        else:
            base["additionalProperties"] = False
        return base

    def schema(self, depth: int) -> Any:
        """Return a random schema."""
        roll = self.rng.random()
        if roll < 0.04:
            return self.boolean()
        if depth <= 0 or roll < 0.35:
            return self.scalar()
        if roll < 0.65:
            return self.object(depth)
        if roll < 0.8:
            return self.array(depth)
        return self.combined(depth)

    def boolean(self) -> Any:
        """Return the schema of everything or of nothing."""
        accepts = self.rng.random() < 0.8
        return accepts if self.dialect != DRAFT_04 else {} if accepts else {"not": {}}

    def scalar(self) -> Any:
        """Return a schema about scalars."""
        rng = self.rng
        kind = rng.randrange(6)
        if kind == 0:
            return {"type": rng.choice(TYPES)}
        if kind == 1:
            return {"enum": rng.sample(SCALARS, rng.randint(1, 4)) + ([[], {}] if rng.random() < 0.1 else [])}
        if kind == 2:
            return {"const": rng.choice([*SCALARS, [1], {"a": 1}])}
        if kind == 3:
            return {**self.maybe_type("string"), **self.string_keywords()}
        if kind == 4:
            return {**self.maybe_type(rng.choice(("integer", "number"))), **self.number_keywords()}
        return {"type": rng.sample(TYPES, rng.randint(1, 3))}

    def maybe_type(self, name: str) -> dict[str, Any]:
        """Return the type, mostly, sometimes with null, sometimes nothing."""
        roll = self.rng.random()
        return {"type": name} if roll < 0.7 else {"type": [name, "null"]} if roll < 0.85 else {}

    def string_keywords(self) -> dict[str, Any]:
        """Return some keywords about strings."""
        rng = self.rng
        found: dict[str, Any] = {}
        if rng.random() < 0.4:
            found["minLength"] = rng.randint(0, 3)
        if rng.random() < 0.4:
            found["maxLength"] = rng.randint(0, 4)
        if rng.random() < 0.5:
            found["pattern"] = rng.choice(PATTERNS)
        if rng.random() < 0.1:
            found["format"] = "date"
        return found

    def number_keywords(self) -> dict[str, Any]:
        """Return some keywords about numbers."""
        rng = self.rng
        keys = rng.sample(("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"), rng.randint(0, 2))
        found: dict[str, Any] = {key: rng.choice(NUMBERS) for key in keys}
        if self.dialect == DRAFT_04:
            found = {key.replace("exclusiveM", "m"): value for key, value in found.items()}
            found.update({f"exclusiveM{key[1:]}": rng.random() < 0.5 for key in found})
        if rng.random() < 0.3:
            found["multipleOf"] = rng.choice((1, 2, 3, 0.5, 1.5, 4))
        return found

    def object(self, depth: int) -> Any:
        """Return a schema about objects."""
        rng = self.rng
        found: dict[str, Any] = self.maybe_type("object")
        names = rng.sample(NAMES, rng.randint(0, 3))
        if names:
            found["properties"] = {name: self.schema(depth - 1) for name in names}
        if rng.random() < 0.6:
            found["required"] = rng.sample(NAMES, rng.randint(0, 2))
        if rng.random() < 0.5:
            found["additionalProperties"] = False if rng.random() < 0.6 else self.schema(depth - 1)
        if rng.random() < 0.15:
            found["patternProperties"] = {rng.choice(PATTERNS): self.schema(depth - 1)}
        if rng.random() < 0.12:
            found["propertyNames"] = rng.choice(({"maxLength": 2}, {"enum": ["a", "b"]}, {"pattern": "^[a-z]+$"}))
        if rng.random() < 0.12:
            found["minProperties"] = rng.randint(0, 3)
        if rng.random() < 0.12:
            found["maxProperties"] = rng.randint(0, 3)
        if rng.random() < 0.12:
            found.update(self.dependent(depth))
        if rng.random() < 0.1 and self.is_new:
            found["unevaluatedProperties"] = False if rng.random() < 0.7 else self.schema(depth - 1)
            found[rng.choice(("anyOf", "oneOf", "allOf"))] = [self.object(depth - 1), self.object(depth - 1)]
        return found

    def dependent(self, depth: int) -> dict[str, Any]:
        """Return a keyword that makes one member depend on others."""
        first, second = self.rng.sample(NAMES, 2)
        if not self.is_new:
            return {"dependencies": {first: [second] if self.rng.random() < 0.5 else self.object(depth - 1)}}
        if self.rng.random() < 0.5:
            return {"dependentRequired": {first: [second]}}
        return {"dependentSchemas": {first: self.object(depth - 1)}}

    def array(self, depth: int) -> Any:
        """Return a schema about arrays."""
        rng = self.rng
        found: dict[str, Any] = self.maybe_type("array")
        if rng.random() < 0.75:
            found["items"] = self.schema(depth - 1)
        if rng.random() < 0.15:
            prefix = [self.schema(depth - 1) for _ in range(rng.randint(1, 2))]
            if self.dialect == DRAFT_2020:
                found["prefixItems"] = prefix
            else:
                found["items"], found["additionalItems"] = prefix, rng.choice((False, True, {"type": "string"}))
        if rng.random() < 0.3:
            found["minItems"] = rng.randint(0, 3)
        if rng.random() < 0.3:
            found["maxItems"] = rng.randint(0, 3)
        if rng.random() < 0.2:
            found["uniqueItems"] = True
        if rng.random() < 0.2:
            found["contains"] = self.schema(depth - 1)
            if self.is_new and rng.random() < 0.5:
                found[rng.choice(("minContains", "maxContains"))] = rng.randint(0, 2)
        if rng.random() < 0.08 and self.dialect == DRAFT_2020:
            found["unevaluatedItems"] = False
            found["anyOf"] = [self.array(depth - 1), self.array(depth - 1)]
        return found

    def combined(self, depth: int) -> Any:
        """Return a schema joined of others."""
        rng = self.rng
        kind = rng.choice(("anyOf", "oneOf", "allOf", "not", "if"))
        if kind == "not":
            return {"not": self.schema(depth - 1)}
        if kind == "if":
            found = {"if": self.schema(depth - 1), "then": self.schema(depth - 1)}
            return {**found, "else": self.schema(depth - 1)} if rng.random() < 0.5 else found
        parts = [self.schema(depth - 1) for _ in range(rng.randint(1, 3))]
        if rng.random() < 0.3:
            parts = [self.variant(word, depth - 1) for word in ("a", "b", "ab")[: rng.randint(2, 3)]]
        return {kind: parts}

    def variant(self, word: str, depth: int) -> Any:
        """Return one variant of a union told apart by its member ``kind``."""
        found = self.object(depth)
        found["type"] = "object"
        found["properties"] = {**found.get("properties", {}), "kind": {"const": word}}
        found["required"] = sorted({*found.get("required", []), "kind"})
        return found

    def edited(self, document: dict[str, Any]) -> dict[str, Any]:
        """Return a copy with one to three random edits."""
        changed = copy.deepcopy(document)
        for _ in range(self.rng.choice((1, 1, 1, 2, 3))):
            self.edit(changed)
        return changed

    def edit(self, document: dict[str, Any]) -> None:
        """Change one place of a document."""
        rng = self.rng
        places = [each for each in _places(document) if each]
        if not places:
            return
        place = rng.choice(places)
        roll = rng.random()
        if roll < 0.25:
            key = rng.choice(sorted(place))
            if not key.startswith("$") and key != "definitions":
                place.pop(key)
        elif roll < 0.45:
            self.nudge(place)
        elif roll < 0.6:
            place.update({"type": rng.choice(TYPES)} if rng.random() < 0.5 else self.string_keywords())
        elif roll < 0.8:
            fresh = self.schema(1)
            if isinstance(fresh, dict):
                place.update(fresh)
        else:
            self.rewrite(place)

    def nudge(self, place: dict[str, Any]) -> None:
        """Move a number by one, drop or add an entry of a list, close or open an object."""
        rng = self.rng
        for key, value in rng.sample(sorted(place.items(), key=lambda item: item[0]), len(place)):
            if isinstance(value, bool):
                place[key] = not value
                return
            if isinstance(value, int) and key not in ("const", "minContains", "maxContains"):
                place[key] = max(value + rng.choice((-1, 1)), 1 if key == "multipleOf" else 0)
                return
            if key == "required":
                place[key] = rng.sample(NAMES, rng.randint(0, 3))
                return
            if key == "enum":
                place[key] = [*value[1:], rng.choice(("new", 7))]
                return
            if key == "properties":
                place[key] = {**value, rng.choice(NAMES): self.schema(1)}
                return

    def rewrite(self, place: dict[str, Any]) -> None:
        """Write the same in other words."""
        kept = {key: value for key, value in place.items() if not key.startswith("$") and key != "definitions"}
        unmovable = {"unevaluatedProperties", "unevaluatedItems"} & set(kept)
        if unmovable or "$ref" in place:
            return
        for key in kept:
            del place[key]
        place.update(self.rng.choice(({"allOf": [kept]}, {"anyOf": [kept, kept]}, {"not": {"not": kept}})))


def _places(schema: Any) -> list[dict[str, Any]]:
    if isinstance(schema, dict):
        inner = [
            place for key, value in schema.items() if key not in ("const", "enum") for place in _schemas(key, value)
        ]
        return [schema, *inner]
    return []


def _schemas(key: str, value: Any) -> list[dict[str, Any]]:
    if key in ("properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies"):
        return [place for inner in value.values() for place in _places(inner)]
    if isinstance(value, list):
        return [place for inner in value for place in _places(inner)]
    return _places(value)


def instance(rng: random.Random, depth: int = 3) -> Any:
    """Return a random instance made of the words, numbers and names that the schemas speak of."""
    roll = rng.random()
    if depth <= 0 or roll < 0.4:
        return rng.choice([*SCALARS, *WORDS, *NUMBERS, [], {}])
    if roll < 0.75:
        names = rng.sample((*NAMES, "t", "v", "next", "kids", "other"), rng.randint(0, 4))
        return {name: instance(rng, depth - 1) for name in names}
    return [instance(rng, depth - 1) for _ in range(rng.randint(0, 3))]
