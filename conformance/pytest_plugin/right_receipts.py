"""The receipts that no error-level rule objected to in an earlier run, kept in pytest's own cache.

A receipt is judged again as soon as anything that judges it differs: the rules, the configuration, the inventory, a
version. One that is known to be right needs no rule, so that none is imported.
"""

import hashlib
import marshal
import os
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

import pytest

from conformance.commands.judging_stamp import content_digest, content_of, stamp_of_judging
from conformance.errors import ConformanceError
from conformance.plugins import has_plugins
from conformance.pytest_plugin.receipts import Receipt
from conformance.pytest_plugin.settings import artifact_folder, chosen_inventories, chosen_records, repo_config

if TYPE_CHECKING:
    from conformance.pytest_plugin.receipt_judge import ReceiptJudge

MAX_KEPT = 20_000
"""Those that were used last are kept."""
# The last format of `marshal` that writes an object in full each time, and not where it stood before.
_PLAIN_FORMAT = 2
_KEY = "conformance/right_receipts"


class RightReceipts:
    """Fails the test of a receipt that an error-level rule objects to, and judges none twice."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._judged: dict[str, None] = {}
        config.add_cleanup(self._save)

    def require_right(self, data: str | bytes) -> None:
        """Fail the test with the messages of the error-level rules that object, unless the findings are accepted."""
        if self.cache is None:
            self._judge.require_right(data)
            return
        key = key_of(data)
        if self.is_known(key) or self._judge.require_right(data):
            self._judged[key] = None

    def is_known(self, key: str) -> bool:
        """Return whether no error-level rule objects to the receipt of this key, as far as was found until now."""
        return key in self._judged or key in self._earlier

    @cached_property
    def _judge(self) -> "ReceiptJudge":
        from conformance.pytest_plugin.receipt_judge import ReceiptJudge

        return ReceiptJudge(self._config)

    @cached_property
    def cache(self) -> "pytest.Cache | None":
        """Where what is known is kept; none in CI, where it may come with the commit.

        Nor is there one if not all that judges is known. With ``-p no:cacheprovider`` pytest has none.
        """
        return None if os.environ.get("CI") or not self.stamp else getattr(self._config, "cache", None)

    @cached_property
    def stamp(self) -> str:
        """Return what changes with everything that judges; empty if that cannot be known."""
        try:
            stated = repo_config(self._config)
            # a result is compared with the others of its file
            files = [*chosen_inventories(self._config).inventories, *chosen_records(self._config).files]
            # a profile in a file may extend others, and artifacts are not read whole
            if has_plugins() or stated.profile.endswith(".toml") or artifact_folder(self._config) is not None:
                return ""
            content = [hashlib.sha256(one.read_bytes()).hexdigest() for one in files]
        except (ConformanceError, OSError):  # the judge says what is wrong
            return ""
        return content_digest([stamp_of_judging(), stated, [*map(str, files)], content])

    @cached_property
    def _earlier(self) -> frozenset[str]:
        return frozenset(self._read())

    def _read(self) -> list[str]:
        # a run that was killed, or another one at the same time, may have left anything
        match cast("Any", self.cache).get(_KEY, None):
            case {"stamp": self.stamp, "digests": [*digests]}:
                return [str(one) for one in digests]
            case _:
                return []

    def _save(self) -> None:
        if self._judged and self.cache is not None and self._judged.keys() - self._earlier:
            # read again, since other workers have written theirs
            others = [one for one in self._read() if one not in self._judged]
            self.cache.set(_KEY, {"stamp": self.stamp, "digests": [*others, *self._judged][-MAX_KEPT:]})


def key_of(data: str | bytes) -> str:
    """Return a digest that differs between receipts that differ in anything that a rule or a snapshot sees."""
    # of a text alone less is known than of a record, and so other rules judge it
    if type(data) is str:
        return "text " + hashlib.sha256(data.encode("utf-8", "surrogatepass")).hexdigest()
    known = content_of(data.record) if isinstance(data, Receipt) else [_plain(data)]
    content = [type(data).__name__, *known]
    try:
        written = marshal.dumps(content, _PLAIN_FORMAT)
    except ValueError:  # a value of another type than those of JSON
        return content_digest(content)
    return hashlib.sha256(written).hexdigest()


def _plain(data: str | bytes) -> str | bytes:
    """Return a text without what a class of its own adds to it."""
    return str.__str__(data) if isinstance(data, str) else bytes(data)
