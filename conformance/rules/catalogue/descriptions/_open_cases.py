"""Fields that a text requires in a case other than a value of a selecting field."""

from collections.abc import Iterator

from conformance.display import code_text
from conformance.documents.values import as_object, texts_in
from conformance.findings import Level, Problem
from conformance.inventory.prose.conditions import conditionals
from conformance.inventory.prose.open_cases import open_case
from conformance.inventory.prose.reading import sentences_of
from conformance.inventory.prose.sample_values import accepted_instance
from conformance.rules.catalogue.descriptions._choices import choices_in
from conformance.rules.catalogue.descriptions._input_levels import InputLevel, has_default, text_of


def open_cases(level: InputLevel) -> Iterator[Problem]:
    """Yield a problem for each optional field that a text requires in a case, if nothing else is read in that text."""
    names, required = frozenset(level.fields), texts_in(as_object(level.schema).get("required"))
    for name, field in level.fields.items():
        if name in required or has_default(field):
            continue
        for sentence in sentences_of(text_of(field)):
            quote = open_case(sentence, name, names)
            is_read = quote and (
                any(True for _ in conditionals(sentence, name, level.values)) or choices_in(sentence, names, name)
            )
            witness = None if is_read or not quote else accepted_instance(level.schema, {}, frozenset({name}))
            if witness is not None:
                yield Problem(
                    f"{code_text(name)} is required in a case that only the description states",
                    'add the case to the schema with "if" and "then", or make one tool for each case',
                    field.pointer,
                    {"quote": quote},
                    max_level=Level.INFO,
                )
                break
