"""The system that a configuration names, and the bounds within which it is opened."""

import math
import time
from pathlib import Path

from msgspec.structs import replace

from conformance.settings.faults import blame_key
from conformance.settings.repository import Config
from conformance.systems.environment import fill_variables, named_variables
from conformance.systems.runtime import Limits, Opening
from conformance.systems.sources import REFERENCE, Source, find_source


def source_of(config: Config, base: Path, *, is_stated: bool = False) -> Source:
    """Return the configured system, or the reference contract; raises ``ConformanceError`` for an invalid source.

    ``is_stated`` says that the source is the one of the configuration file, and not of an option.
    """
    if config.probe.source is None:
        return find_source(REFERENCE, base)
    file = config.file if is_stated else None
    with blame_key(file, "probe.source"):
        return replace(find_source(config.probe.source, base), stated_in=file)


def opening_of(config: Config, base: Path) -> Opening:
    """Return the bounds of the system; paths in its source are relative to ``base``."""
    stated = config.probe
    end = math.inf if stated.max_time is None else time.monotonic() + stated.max_time
    limits = Limits(stated.start_timeout, stated.timeout, memory_bytes=stated.memory_limit * 2**20, end=end)
    headers = fill_variables(stated.headers)
    return Opening(limits, named_variables(stated.env), stated.cwd, base=base, headers=headers)
