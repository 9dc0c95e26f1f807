"""What the tests of this folder share is forgotten after them."""

from collections.abc import Iterator

import pytest

from tests.architecture.imports import nodes_of, tree_of


@pytest.fixture(scope="package", autouse=True)
def _syntax_of_the_package() -> Iterator[None]:
    """The syntax of all modules takes 200 MB, which the other tests need not carry along."""
    yield
    nodes_of.cache_clear()
    tree_of.cache_clear()
