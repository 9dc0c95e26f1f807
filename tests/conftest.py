"""Fixtures that every test may use."""

import os
from pathlib import Path

import pytest

pytest_plugins = ["pytester"]


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The folder of real and hostile data; it is not part of the project."""
    named = os.environ.get("CONFORMANCE_CORPUS")
    if not named:
        pytest.skip("CONFORMANCE_CORPUS is not set: the corpus of real data is absent, nothing was checked against it")
    return Path(named)
