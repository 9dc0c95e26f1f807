"""Counts of pages are named ``*_pages``.

A page number, a page size and a count of pages are all integers with the word page beside them, and each means another
thing. Numbers and sizes of pages are not meant here.
"""

from collections.abc import Iterator

from conformance.findings import Level, Problem
from conformance.inventory.fields import Field
from conformance.rules.catalogue.naming._quantities import suffix_problems
from conformance.rules.scopes import FIELD, BadExample
from conformance.settings.profiles import Profile


def check(field: Field, profile: Profile) -> Iterator[Problem]:
    """Yield a problem when the field counts pages and its name does not end as the profile wants."""
    yield from suffix_problems(field, profile, "page_count")


RULE = FIELD.rule(
    check,
    level=Level.WARNING,
    source="tool-contract-consistency#field-suffix-conventions",
    good=(
        {"max_pages": {"type": "integer"}},
        {"page": {"type": "integer", "description": "Page number to return."}, "page_size": {"type": "integer"}},
    ),
    bad=(
        BadExample({"page_limit": {"type": "integer"}}, says="'page_limit'"),
        BadExample(
            {"depth": {"type": "integer", "description": "Maximum number of pages to crawl."}}, says="number of pages"
        ),
    ),
)
