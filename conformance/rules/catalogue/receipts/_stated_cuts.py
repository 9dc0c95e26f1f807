"""What a receipt says of a cut of the output: that it took place, that it did not, and how much is left."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice

from conformance.display import code_text, quotation
from conformance.documents.pointers import child
from conformance.findings import Problem
from conformance.lazy_patterns import LazyPattern
from conformance.systems.surface.previews import Counts, flags, previews, stated_counts
from conformance.systems.surface.receipts import ReceiptRecord
from conformance.systems.surface.statements import Statements

# "Output truncated" and "Output was not truncated", with nothing else in the line.
_OUTPUT = r"\W*(?:the )?(?:(?:command )?output|std(?:out|err))"
_SAYS_CUT = LazyPattern(rf"{_OUTPUT}(?: (?:was|is|has been))? (?:truncated|cut|shortened)\W*", re.IGNORECASE)
_SAYS_WHOLE = LazyPattern(
    rf"{_OUTPUT}(?: (?:was|is|has been))? (?:(?:not|never) (?:truncated|cut|shortened)|complete|whole)\W*",
    re.IGNORECASE,
)
# "Output truncated: the full text is in ...", but not "Output truncated: no".
_REMARK = LazyPattern(r"(?<=[a-z])[:;,] ?(?!\W*(?:no|not|none|never|false|0)\b)\w.*", re.IGNORECASE)
# So many lines of an output are looked for.
_MOST_LINES = 500


def cut_problems(record: ReceiptRecord, statements: Statements) -> Iterator[Problem]:
    """Yield a problem for a line that says that the output was cut, or was not, where every flag says otherwise."""
    found = [(child(level.pointer, flag.key), flag, level) for level in record.record.levels for flag in flags(level)]
    values = {flag.value for _, flag, _ in found if isinstance(flag.value, bool)}
    if len(values) != 1 or len(found) != sum(isinstance(flag.value, bool) for _, flag, _ in found):
        return
    is_cut = values.pop()
    pattern = _SAYS_WHOLE if is_cut else _SAYS_CUT
    candidates = ((line, line if is_cut else _REMARK.sub("", line)) for line in statements.unquoted_lines)
    line = next((line for line, text in candidates if pattern.fullmatch(text)), None)
    # A renderer may itself cut what the result has whole.
    texts = [text for _, flag, _ in found for _, text in flag.previews]
    lines = list(islice((one for text in texts for one in text.splitlines() if one.strip()), _MOST_LINES + 1))
    if line is not None and (is_cut or (len(lines) <= _MOST_LINES and all(map(statements.shows, lines)))):
        pointer, flag, _ = found[0]
        message = f"receipt states {code_text(line.strip(), 80)}, but `{flag.key}` is {str(is_cut).lower()}"
        hint = "derive the line from the flag of the result that is rendered"
        yield Problem(message, hint, pointer, {"text": quotation(line)}, kind="field")


def cut_count_problems(record: ReceiptRecord, statements: Statements) -> Iterator[Problem]:
    """Yield a problem for a line that says how many lines are shown, in other numbers than the marker of the result."""
    levels = record.record.levels
    texts = [(child(level.pointer, key), text) for level in levels for key, text in previews(level).items()]
    marked = [(pointer, counts) for pointer, text in texts for counts in stated_counts(text)]
    # A renderer may cut the outputs once more, and then counts what it shows itself.
    if len(marked) != 1 or not _has_all_lines(record.receipt, [text for _, text in texts]):
        return
    pointer, truth = marked[0]
    for line in statements.unquoted_lines:
        for counts in stated_counts(line):
            if counts != truth and {counts.first_unit, counts.last_unit, truth.first_unit, truth.last_unit} == {
                "lines"
            }:
                message = f"receipt states {code_text(line.strip(), 80)}, but the preview's marker {_describe(truth)}"
                hint = "print the marker of the preview as it is"
                yield Problem(message, hint, pointer, {"text": quotation(line)}, kind="field")


def _has_all_lines(receipt: str, texts: Sequence[str]) -> bool:
    """Whether a receipt has each line of all outputs, blank ones too, as often as they do; only markers may differ."""
    wanted = Counter(line.strip() for text in texts for line in text.splitlines() if not any(stated_counts(line)))
    shown = Counter(line.strip() for line in receipt.splitlines())
    return all(shown[line] >= count for line, count in wanted.items() if line not in ("...", "…"))


def _describe(counts: Counts) -> str:
    return f"says first {counts.first} and last {counts.last} {counts.last_unit}"
