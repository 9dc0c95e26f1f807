"""``check --fix``: edits the files of checked tools so that findings are gone, and proves what each edit changes.

An edit comes from the rule that found the problem. It is kept only if the file, read and checked again, has lost its
finding and got no other one, and if containment proves what it changes for callers. Nothing else in a file moves.
"""

import difflib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, groupby
from operator import itemgetter
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from conformance.callback.masking import texts_and_names
from conformance.commands.effects import Effect, UnprovedError, count_refused, effects_between
from conformance.commands.masking import Mask, mask_for
from conformance.commands.recorded_calls import CallLog
from conformance.commands.report import Report
from conformance.commands.subject import CheckSubject, subject_of
from conformance.commands.targets import STANDARD_INPUT, Checking
from conformance.display import code_text, list_codes
from conformance.documents import reader
from conformance.documents.edits import Edit, RenameMember, edit_all, edit_text
from conformance.documents.files import hold_folder, write_atomically
from conformance.documents.location import short_path
from conformance.documents.pointers import child, move, resolve, split
from conformance.documents.reader import Document
from conformance.documents.values import equal
from conformance.drift.usage import CallUsage
from conformance.errors import ConformanceError, ErrorKind
from conformance.findings import Finding, RelatedPlace
from conformance.inventory.formats import load_any, read_document
from conformance.settings.profiles import load_profile

_SEVERAL = 2
# Between what a finding says of all of its tools and those of them that a fix is about.
_HERE = " (here: "
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class Fix(Struct, frozen=True):
    """A finding that is fixed, what that changes for callers, and how many recorded calls it refuses."""

    finding: Finding
    effects: Sequence[Effect]
    usage: CallUsage | None = None


class RefusedFix(Struct, frozen=True):
    """A finding whose edits are not made, and why."""

    finding: Finding
    reason: str


class FileChange(Struct, frozen=True):
    """The content of a file when it was read, and what it becomes."""

    path: Path
    before: bytes
    after: bytes

    def write(self) -> None:
        """Write the file; raises ``ConformanceError`` if that fails, or if somebody else changed it meanwhile."""
        with hold_folder(self.path):
            if reader.read_bytes(self.path) != self.before:
                message = f"{code_text(str(short_path(self.path)), 200)} changed while it was fixed, and was left alone"
                raise ConformanceError(ErrorKind.UNWRITABLE, message, "run the command again")
            write_atomically(self.path, self.after)

    def diff(self) -> str:
        """Return the change as a unified diff; a line ends where an editor ends it."""
        old, new = (_lines(data.decode("utf-8")) for data in (self.before, self.after))
        name = str(short_path(self.path))
        lines = difflib.unified_diff(old, new, name, name)
        return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)


def _lines(text: str) -> list[str]:
    # not `splitlines`, which also ends a line at characters that JSON has inside of texts
    lines = [f"{line}\n" for line in text.split("\n")]
    return [*lines[:-1], lines[-1][:-1]] if lines[-1] != "\n" else lines[:-1]


class FixedTarget(Struct, frozen=True):
    """What fixing one target comes to: the report on what remains, and the changes of files that lead there."""

    report: Report
    fixes: Sequence[Fix] = ()
    refused: Sequence[RefusedFix] = ()
    changes: Sequence[FileChange] = ()
    mask: Mask = str
    """Masks the secrets of the target in the notes on a fix, which quote values and inputs."""


def fix_target(target: str | None, checking: Checking, calls: CallLog | None = None) -> FixedTarget:
    """Return how the findings of a target, by default the configured inventory, are fixed; no file is written.

    Raises ``ConformanceError`` for a target that cannot be checked, or is not a file.
    """
    path = _file_of(target, checking)
    subject = checking.subject(target) if target is not None else subject_of(None, checking.config)
    report = checking.check(subject)
    candidates = [one for one in report.active_findings if one.edits]
    workshop = _Workshop(path, replace(checking, rules=(), announce=_say_nothing))
    fixed = workshop.fix(_Draft(subject, {}, workshop.check(subject)), _sort_fixes(candidates))
    silent = replace(checking, announce=_say_nothing)
    usages = count_refused([effects for _, effects in fixed.fixes], calls.uses()) if calls and fixed.fixes else []
    remaining = silent.check(fixed.draft.subject) if fixed.fixes else report
    return FixedTarget(
        remaining,
        [
            Fix(finding, effects, usages[index] if usages else None)
            for index, (finding, effects) in enumerate(fixed.fixes)
        ],
        _still_found(fixed, remaining),
        [_file_change(file, fixed.draft.texts[file]) for file in fixed.draft.texts],
        mask_for(texts_and_names(subject.surface.inventory.raw), load_profile(checking.config.profile)),
    )


def _still_found(fixed: "_Outcome", remaining: Report) -> list[RefusedFix]:
    """Return the refused fixes whose findings are left; another fix may have made the same edit."""
    moves = [moved for finding, _ in fixed.fixes for edit in finding.edits for moved in _moves_of(edit)]
    left = {_key_of(one, ()) for one in remaining.findings}
    return [
        one for one in fixed.refused if not left.isdisjoint((*_keys_of(one.finding, ()), *_keys_of(one.finding, moves)))
    ]


def _file_of(target: str | None, checking: Checking) -> Path:
    if target is None and checking.config.inventory is not None:
        return short_path(checking.config.inventory)
    # what is neither a file nor a source is reported as any other file that is not there
    if target is not None and (Path(target).exists() or not (target == STANDARD_INPUT or ":" in target)):
        return Path(target)
    what = "the embedded reference contract" if target is None else code_text(target, 200)
    hint = "pass the file that lists the tools; a running system is fixed where its tools are defined"
    raise ConformanceError(ErrorKind.USAGE, f"`--fix` and `--diff` need a file, and {what} is not one", hint)


def _say_nothing(_line: str) -> None:
    pass


def _file_change(path: Path, texts: "tuple[str, str]") -> FileChange:
    old, new = texts
    mark = _BYTE_ORDER_MARK if reader.read_bytes(path).startswith(_BYTE_ORDER_MARK) else b""
    return FileChange(path, mark + old.encode(), mark + new.encode())


def _sort_fixes(findings: Iterable[Finding]) -> list[Finding]:
    """Return fixes in an order in which they can be made, with the same edit of one field in several tools together."""
    first: dict[tuple[tuple[str, str], ...], int] = {}
    ranked = [(_order(one), first.setdefault(_edit_key(one), number), one) for number, one in enumerate(findings)]
    return [one for _, _, one in sorted(ranked, key=itemgetter(0, 1))]


def _edit_key(finding: Finding) -> tuple[tuple[str, str], ...]:
    """Return what is the same of a fix in several tools: the names of its fields, and what it does to them."""
    return tuple((edit.holder.rpartition("/")[2], edit.sentence) for edit in finding.edits)


def _parts(wanted: Sequence[Finding]) -> Sequence[Sequence[Finding]]:
    """Return the fixes in the parts that are tried next: the same edits, else each, else the halves of a single one."""
    same = [list(group) for _, group in groupby(wanted, key=_edit_key)]
    if len(same) > 1:
        return same
    return [[one] for one in (wanted if len(wanted) > 1 else _halves(wanted[0]))]


def _order(finding: Finding) -> tuple[bool, int]:
    """Order fixes so that the pointers of each hold when its turn comes: names last, and inner ones before outer."""
    depths = [len(split(edit.holder)) for edit in finding.edits if isinstance(edit, RenameMember)]
    return (bool(depths), -max(depths, default=0))


class _Draft(Struct, frozen=True):
    """A subject after some fixes, the old and new text of each changed file, and the report on it."""

    subject: CheckSubject
    texts: Mapping[Path, tuple[str, str]]
    report: Report


class _Outcome(Struct, frozen=True):
    draft: _Draft
    fixes: Sequence[tuple[Finding, Sequence[Effect]]]
    refused: Sequence[RefusedFix]


class _Settled(Struct, frozen=True):
    """The draft after the fixes that are done, which may be parts of those that were wanted, and the refused ones."""

    draft: _Draft
    done: Sequence[Finding] = ()
    refused: Sequence[RefusedFix] = ()


class _Workshop(Struct, frozen=True):
    """Applies fixes to the files at a path, and checks by all rules what comes of them."""

    path: Path
    checking: Checking

    def check(self, subject: CheckSubject) -> Report:
        return self.checking.check(subject)

    def fix(self, first: _Draft, wanted: Sequence[Finding]) -> _Outcome:
        """Apply what can be proved and leaves no other finding; without one fix, the proofs of the rest are new.

        What fails for several tools is tried for each half of them, so that none keeps the others from being fixed.
        """
        refused: list[RefusedFix] = []
        while True:
            proved, unproved = _prove(first.subject.document, wanted)
            settled = self._settle(first, [finding for finding, _ in proved])
            halves = [half for one in unproved for half in _halves(one.finding)]
            refused += [*(one for one in unproved if not _halves(one.finding)), *settled.refused]
            if not settled.refused and not halves:
                return _Outcome(settled.draft, proved, refused)
            wanted = _sort_fixes([*settled.done, *halves])

    def _settle(self, draft: _Draft, wanted: Sequence[Finding]) -> _Settled:
        """Apply as many of the fixes as go together: all of them, else those of each half, one after the other.

        The same edit of one field in several tools is divided last: with half of them, the tools would disagree.
        """
        if not wanted:
            return _Settled(draft)
        try:
            return _Settled(self._apply(draft, wanted), wanted)
        except _RefusedError as error:
            parts = _parts(wanted)
            if not parts:
                return _Settled(draft, refused=[RefusedFix(wanted[0], str(error))])
        middle = len(parts) // 2
        first = self._settle(draft, list(chain.from_iterable(parts[:middle])))
        second = self._settle(first.draft, list(chain.from_iterable(parts[middle:])))
        return _Settled(second.draft, [*first.done, *second.done], [*first.refused, *second.refused])

    def _apply(self, draft: _Draft, wanted: Sequence[Finding]) -> _Draft:
        """Return the draft with all of the fixes; raises ``_RefusedError`` where they do not do what they are for."""
        edits = [edit for finding in wanted for edit in finding.edits]
        before = draft.subject.document
        moves: list[tuple[str, str]] = []
        texts = dict(draft.texts)
        for edit in edits:
            document, edit_there = _edit_in_source(before, edit)
            file = _path_of(document)
            old, new = texts.get(file, (document.text, document.text))
            try:
                texts[file] = (old, edit_text(new, edit_there))
            except KeyError as error:
                raise _RefusedError("it does not go together with another fix") from error
            moves += _moves_of(edit_there)
        subject = self._read(draft.subject, texts)
        if not equal(subject.document.value, edit_all(before.value, edits)):
            raise _RefusedError("the file writes the schema in another form")
        report = self.check(subject)
        _require_fixed(draft.report, report, wanted, moves)
        return _Draft(subject, texts, report)

    def _read(self, subject: CheckSubject, texts: Mapping[Path, tuple[str, str]]) -> CheckSubject:
        """Return the subject with the new texts of its files, as if they had been written."""

        def read(path: Path, name: str | None = None) -> Document:
            if path not in texts:
                return reader.read(path, name)
            return replace(reader.parse(texts[path][1].encode(), name or str(path)), path=path)

        try:
            document = read_document(self.path, read=read)
            surface = replace(subject.surface, inventory=load_any(document))
        except ConformanceError as error:
            raise _RefusedError(f"the tools could not be read any more: {error.message}") from error
        return replace(subject, document=document, surface=surface)


class _RefusedError(Exception):
    """Fixes cannot be made; the text says why."""


def _prove(
    document: Document, wanted: Sequence[Finding]
) -> tuple[list[tuple[Finding, Sequence[Effect]]], list[RefusedFix]]:
    """Return the effect of each fix after those before it, and those whose effect is not proved."""
    value, proved, refused = document.value, list[tuple[Finding, Sequence[Effect]]](), list[RefusedFix]()
    for finding in wanted:
        try:
            after = edit_all(value, finding.edits)
            proved.append((finding, effects_between(value, after)))
            value = after
        except KeyError:
            refused.append(RefusedFix(finding, "it does not go together with another fix"))
        except UnprovedError as error:
            refused.append(RefusedFix(finding, str(error)))
    return proved, refused


def _halves(finding: Finding) -> list[Finding]:
    """Return a finding whose edits are in several tools as two, each on half of them; nothing for one that is whole."""
    first = RelatedPlace(finding.tool or "", finding.pointer, finding.location)
    edited = _edited_tools(finding)
    # a tool without a name is no place
    places = dict(zip(edited, (first, *finding.related), strict=False))
    if len(edited) < _SEVERAL or len(edited) != len(finding.related) + 1:
        return []
    middle = len(edited) // 2
    return [_part(finding, {tool: places[tool] for tool in half}) for half in (edited[:middle], edited[middle:])]


def _part(finding: Finding, places: Mapping[str, RelatedPlace]) -> Finding:
    """Return what a finding is about some of its tools, given by their pointers."""
    first, *related = places.values()
    return replace(
        finding,
        message=f"{finding.message.partition(_HERE)[0]}{_HERE}{list_codes(one.tool for one in places.values())})",
        tool=first.tool,
        pointer=first.pointer,
        location=first.location,
        related=related,
        edits=[edit for edit in finding.edits if _tool_of(edit) in places],
    )


def _edited_tools(finding: Finding) -> list[str]:
    return list(dict.fromkeys(map(_tool_of, finding.edits)))


def _tool_of(edit: Edit) -> str:
    return "/".join(edit.holder.split("/")[:3])


def _edit_in_source(document: Document, edit: Edit) -> tuple[Document, Edit]:
    """Return the edit in the terms of the file that says it; raises ``_RefusedError`` where that says it otherwise."""
    source, holder = document.origin_of(edit.holder)
    try:
        is_same = equal(resolve(document.value, edit.holder), resolve(source.value, holder))
    except KeyError:
        is_same = False
    if not is_same:
        raise _RefusedError("the file writes the schema in another form")
    return source, replace(edit, holder=holder)


def _path_of(document: Document) -> Path:
    if document.path is None:
        raise _RefusedError("its tools are in no file")
    return document.path


def _moves_of(edit: Edit) -> Iterator[tuple[str, str]]:
    if isinstance(edit, RenameMember):
        yield child(edit.holder, edit.key), child(edit.holder, edit.name)


_Key = tuple[str, str | None, str]


def _require_fixed(before: Report, after: Report, wanted: Sequence[Finding], moves: Sequence[tuple[str, str]]) -> None:
    """Raise ``_RefusedError`` if a finding is left that should be gone, or is there that was not."""
    expected = Counter(key for one in before.findings for key in _keys_of(one, moves))
    own = [key for one in wanted for key in _keys_of(one, moves)]
    expected.subtract(own)
    found = Counter(_key_of(one, ()) for one in after.findings)
    surplus = [key for key, number in found.items() if number > expected[key]]
    others = list(dict.fromkeys(rule for rule, _, _ in (key for key in surplus if key not in own)))
    if others:
        raise _RefusedError(f"it would cause a finding of {list_codes(others)}")
    if surplus:
        raise _RefusedError("its finding would stay")


def _keys_of(finding: Finding, moves: Sequence[tuple[str, str]]) -> list[_Key]:
    """Return the key of a finding, and those that it has without the first tools of several that are fixed at once."""
    rest = finding.related if len(_edited_tools(finding)) >= _SEVERAL else ()
    return [_key_of(finding, moves), *((finding.rule, place.tool, place.pointer) for place in rest)]


def _key_of(finding: Finding, moves: Sequence[tuple[str, str]]) -> _Key:
    """Return what a finding is recognised by after edits: a renamed field takes the findings inside along."""
    pointer = finding.pointer
    for old, new in moves:
        pointer = move(pointer, {old: new})
    return (finding.rule, finding.tool, pointer)
