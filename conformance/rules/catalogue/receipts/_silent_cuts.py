"""A receipt that shows the items of a list as if they were all, where a flag says that there are more."""

import re
from collections.abc import Iterator, Sequence

from conformance.display import code_text
from conformance.documents.pointers import parent, split
from conformance.documents.values import JsonObject, JsonValue, as_array, is_integer
from conformance.findings import Problem
from conformance.lazy_patterns import LazyPattern
from conformance.rules.catalogue.receipts._claimed_whole import SIGN_OF_MORE, signs_of_more
from conformance.systems.surface.envelopes import scalars_of
from conformance.systems.surface.previews import previews
from conformance.systems.surface.receipts import ReceiptRecord
from conformance.systems.surface.statements import Statements

# Flags that are about a text, or about a call that did a part of its work.
_NOT_OF_LIST = LazyPattern(r"(?:output|content)_truncated|\w*(?:partial|incomplete)")
# Other signs that there is more than is shown: "2 of 90", "1/45", "100+", "at least 2", "the latest
# 20", "limit reached", and words of other languages.
_SIGN = LazyPattern(
    r"\d ?(?:of|/) ?\d|\d\+|\btotal|\b(?:at least|latest|recent|newest|oldest|older|newer|earlier|later|tail|head|top"
    r"|sample|selected|some|continu\w*|capp?\w*|max\w*|exceed\w*|up to|over|than|reached|stop\w*|end\w*|so far|part"
    r"|chunk|batch|too|many|etc|narrow\w*|refine\w*|size|budget|hidden|subset|best|nearest|closest)\b"
    r"|[>~]|[^\x00-\x7f\u2022\u00b7\u2013\u2014]",
    re.IGNORECASE,
)
# Where a word begins in a name such as "NextToken".
_INNER_CAPITAL = LazyPattern(r"(?<=[a-z])(?=[A-Z])")
# Lists beside what was found.
_NOT_CUT = ("artifacts", "warnings", "diagnostics", "errors")
# Longer texts are blocks, and longer lists are not compared.
_MOST_CHARS, _MOST_ITEMS = 200, 50


def silent_cut_problems(record: ReceiptRecord, statements: Statements) -> Iterator[Problem]:
    """Yield a problem for the first true flag beside a list of which all items are shown, without any sign of more."""
    flags = [one for one in signs_of_more(statements) if isinstance(one[1], bool)]
    if not flags or not all(value for _, value in flags):
        return
    pointer, key = flags[0][0], split(flags[0][0])[-1]
    level = next(one for one in record.record.levels if one.pointer == parent(pointer))
    lists = [(name, as_array(value)) for name, value in level.members.items() if isinstance(value, list | tuple)]
    lists = [(name, items) for name, items in lists if name not in _NOT_CUT]
    # A text may be what was cut.
    texts = (value for value in level.members.values() if isinstance(value, str))
    is_text = bool(previews(level)) or any(len(text) > _MOST_CHARS or "\n" in text for text in texts)
    if len(lists) != 1 or is_text or _NOT_OF_LIST.fullmatch(key) or not 0 < len(lists[0][1]) <= _MOST_ITEMS:
        return
    name, items = lists[0]
    if all(_is_shown(one, record) for one in items) and not _says_more(record, level.members, items):
        message = f"receipt shows {code_text(name)} as if they were all, but {code_text(key)} is true"
        yield Problem(message, "say in the receipt that there is more, and how to get it", pointer, kind="field")


def _is_shown(item: JsonValue, record: ReceiptRecord) -> bool:
    """Say whether a receipt has a text of an item."""
    texts = (one for one in scalars_of(item) if isinstance(one, str) and any(map(str.isalnum, one)))
    return any(map(record.contains, texts))


def _says_more(record: ReceiptRecord, members: JsonObject, items: Sequence[JsonValue]) -> bool:
    larger = (value for value in members.values() if is_integer(value) and value > len(items))
    is_counted = any(record.positions_of(str(value)) for value in larger)
    shown = _INNER_CAPITAL.sub(" ", record.receipt).replace("_", " ")
    return is_counted or any(pattern.search(shown) for pattern in (SIGN_OF_MORE, _SIGN))
