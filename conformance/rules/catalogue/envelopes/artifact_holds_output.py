"""A stored artifact contains the whole text of which the result shows a preview.

The preview was cut because the artifact has the rest. If the file is not there, or holds another text or only what the
preview shows already, the rest is lost. Checked where the folder of the artifacts is given; a path is only followed
below it. White space, terminal sequences and masked secrets may differ; a compressed file is not read.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from conformance.display import code_text
from conformance.documents.values import as_text
from conformance.findings import Level, Problem
from conformance.inventory import EMPTY_INVENTORY
from conformance.lazy_patterns import LazyPattern
from conformance.rules.scopes import RECORD, BadExample
from conformance.rules.screens import finds_nothing
from conformance.settings.profiles import Profile
from conformance.systems.surface import Record, StoredText
from conformance.systems.surface.envelopes import EnvelopeRecord, ResultLevel, Role
from conformance.systems.surface.previews import cuts, flag_of
from conformance.systems.surface.texts import TERMINAL_SEQUENCE

# What a preview shows in place of a secret: "[REDACTED]", "<masked:token>", "****".
_MASK = LazyPattern(
    r"[\[<({]{0,2}\b[\w:-]{0,30}?(?:redacted|masked|filtered)[\w:-]{0,30}[\])>}]{0,2}|[*•█]{3,}", re.IGNORECASE
)


def check(record: Record, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each role whose file is missing, or lacks the head, the tail or the rest of the preview."""
    if record.stored is None or not isinstance(record.envelope, Mapping):
        return
    for level in EnvelopeRecord(record.envelope, EMPTY_INVENTORY).levels:
        paths = level.artifacts[0].paths if level.roles and level.artifacts else []
        for role in level.roles:
            path = _path_of(role, paths)
            fault = _fault(record.stored.get(path), role, level, profile) if path is not None else None
            if fault:
                message = f"artifact {code_text(path or '', 200)} {fault}"
                yield Problem(message, "store the complete output before it is cut", role.pointer)


def _path_of(role: Role, paths: Sequence[str | None]) -> str | None:
    return paths[role.position] if role.position is not None and role.position < len(paths) else None


def _fault(stored: StoredText | None, role: Role, level: ResultLevel, profile: Profile) -> str | None:
    if stored is None:
        return "is not a file in the folder of the artifacts"
    key = f"{role.name}_preview"
    text, flag = as_text(level.members.get(key)), flag_of(level, key)
    if not text or not stored.is_text:
        return None
    cut = next(cuts(text, profile.results.truncation_markers), None)
    head, tail = (cut.head, cut.tail) if cut else (text, "")
    if not _holds(stored.head, head):
        return f"does not contain the beginning of {code_text(key)}"
    if not _holds(stored.tail, tail):
        return f"does not contain the end of {code_text(key)}"
    was_cut = flag is not None and level.members[flag] is True
    if was_cut and stored.is_whole and _shows_all(stored.head, text, head + tail if cut else None):
        return f"contains no more than {code_text(key)} shows, although it was cut"
    return None


def _holds(stored: str, shown: str) -> bool:
    """Say whether a file contains what a preview shows, or in that order the parts between its masked secrets."""
    if shown.strip() in stored:
        return True
    whole, position = _plain(stored), 0
    for part in map(_plain, _MASK.split(shown)):
        position = whole.find(part, position) + len(part)
        if position < len(part):
            return False
    return True


def _shows_all(stored: str, text: str, sides: str | None) -> bool:
    """Say whether a file is the preview itself, or no longer than both ``sides`` of its marker."""
    whole = _plain(stored)
    return whole == _plain(text) or (sides is not None and len(whole) <= len(_plain(_MASK.sub("", sides))))


def _plain(text: str) -> str:
    """Return the characters that a reader sees, without white space: lines may end and be indented in two ways."""
    return "".join(TERMINAL_SEQUENCE.sub("", text).split())


_MARKER = "...\n[output truncated: showing first 1 and last 1 lines]\n...\n"
_CUT = {
    "stdout_preview": f"first\n{_MARKER}last\n",
    "truncated": True,
    "stdout_artifact": 0,
    "artifacts": [{"path": "1.log"}],
}

RULE = RECORD.rule(
    check,
    level=Level.ERROR,
    source="tool-result-envelope#projection-algorithm",
    screen=finds_nothing,
    good=({"envelope": {"result": _CUT}, "stored": {"1.log": "first\nsecond\nlast\n"}}, {"envelope": {"result": _CUT}}),
    bad=(
        BadExample(
            {"envelope": {"result": _CUT}, "stored": {}},
            says="artifact `1.log` is not a file in the folder of the artifacts",
            at="/result/stdout_artifact",
        ),
        BadExample(
            {"envelope": {"result": _CUT}, "stored": {"1.log": "second\nthird\nlast\n"}},
            says="does not contain the beginning of `stdout_preview`",
        ),
        BadExample(
            {"envelope": {"result": _CUT}, "stored": {"1.log": "first\nsecond\nthird\n"}},
            says="does not contain the end of `stdout_preview`",
        ),
        BadExample(
            {"envelope": {"result": _CUT}, "stored": {"1.log": "first\nlast\n"}},
            says="contains no more than `stdout_preview` shows",
        ),
        BadExample(
            {"envelope": {"result": _CUT}, "stored": {"1.log": f"first\n{_MARKER}last\n"}},
            says="artifact `1.log` contains no more than `stdout_preview` shows",
            at="/result/stdout_artifact",
        ),
    ),
)
