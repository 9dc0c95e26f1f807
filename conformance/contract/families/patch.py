"""Patches: which files changed and how, what the patch tool had to guess, and where the applied diff is kept."""

from collections.abc import Iterator
from typing import Literal

from pydantic import Field

from conformance.contract.bounds import Bounds
from conformance.contract.budgets import Budget
from conformance.contract.complete_output import failure_output, invalid_input_output, success_output
from conformance.contract.envelope import ToolError
from conformance.contract.families.command import truncation_line
from conformance.contract.family import Family, Sample, ToolDefinition, require_result
from conformance.contract.receipt import Part, ReceiptLine, View, artifact_lines
from conformance.contract.references import ArtifactRef
from conformance.contract.shapes import Arguments, Complete, Count, Many, Name, Result, Text

# The others are counted: the first ones often cause them.
_SHOWN_DIAGNOSTICS = 8


class ApplyPatchArguments(Arguments):
    """The input of ApplyPatch."""

    patch: Name = Field(description="A unified diff: `--- a/file`, `+++ b/file`, then `@@` hunks.")


class ChangedFile(Result):
    """One file that the patch changed; ``from_path`` is where a moved one was."""

    action: Literal["add", "modify", "delete", "move"]
    path: Name
    from_path: Name | None = None


class PatchDiagnostic(Result):
    """Something that the patch tool had to correct or guess."""

    kind: Literal["hunk_count_mismatch", "hunk_offset", "replacement_character_in_input"]
    path: Name
    message: Text


class PatchFull(Complete):
    """All changed files and the whole diff as it was applied."""

    changed_files: Many[ChangedFile]
    diff: Text = ""
    diagnostics: Many[PatchDiagnostic] = ()


class PatchApplied(Result):
    """A patch that was applied; the diff is previewed, since it may differ from the one that was sent."""

    changed_file_count: Count
    changed_files: Many[ChangedFile]
    changed_files_truncated: bool
    diff_preview: Text | None
    diff_truncated: bool
    diagnostics: Many[PatchDiagnostic] | None = None
    artifacts: Many[ArtifactRef] | None = None
    changed_files_artifact: Count | None = None
    diff_artifact: Count | None = None


APPLY_PATCH = ToolDefinition(
    name="ApplyPatch",
    capability="local_environment",
    plane="workspace",
    description="""\
Change files of the active workspace with one unified diff over one or more files.

Write paths as `--- a/src/file` and `+++ b/src/file`; `/dev/null` on one side adds or deletes a file. Give each hunk
enough unchanged lines to be found. Either the whole patch is applied or nothing is. When the context is not found, read
the file again before you try once more.""",
    arguments=ApplyPatchArguments,
    complete_shapes=(PatchFull,),
    results=(PatchApplied,),
    related_surfaces=("workspace and runtime file APIs",),
)


def project(output: Complete, bounds: Bounds) -> Result:
    """Bound the list of files and the diff."""
    if not isinstance(output, PatchFull):
        return require_result(output)
    files = bounds.items("changed_files", output.changed_files, [file.path for file in output.changed_files])
    diff = bounds.text("diff", output.diff)
    return PatchApplied(
        changed_file_count=len(output.changed_files),
        changed_files=files.items,
        changed_files_truncated=files.truncated,
        diff_preview=diff.text,
        diff_truncated=diff.truncated,
        diagnostics=output.diagnostics or None,
        artifacts=bounds.artifacts,
        changed_files_artifact=files.artifact,
        diff_artifact=diff.artifact,
    )


def render(_tool_name: str, result: View) -> Iterator[Part]:
    """Render the changed files; the diff itself is known to the model, which wrote it."""
    files, diagnostics = result.views("changed_files"), result.views("diagnostics")
    count = result.scalar_text("changed_file_count") or str(len(files))
    how = " with diagnostics" if diagnostics else ""
    yield ReceiptLine(f"Patch applied{how}: {count} {'file' if count == '1' else 'files'} changed")
    for file in files:
        origin = f"{file.text('from_path')} -> " if file.text("from_path") else ""
        yield ReceiptLine(f"{_LETTERS.get(file.text('action') or '', '?')} {origin}{file.text('path') or '?'}")
    kept = "artifacts" in result.members
    yield from truncation_line(result, "changed_files_truncated", "List of files", kept=kept)
    yield from truncation_line(result, "diff_truncated", "Diff", kept=kept)
    yield from artifact_lines(result)
    for diagnostic in diagnostics[:_SHOWN_DIAGNOSTICS]:
        words = [diagnostic.text(key) or "?" for key in ("kind", "path", "message")]
        yield ReceiptLine(f"{words[0]} in {words[1]}: {words[2]}", "Diagnostic")
    if len(diagnostics) > _SHOWN_DIAGNOSTICS:
        yield ReceiptLine(f"(and {len(diagnostics) - _SHOWN_DIAGNOSTICS} more diagnostics)")


# As in `git status --short`.
_LETTERS = {"add": "A", "modify": "M", "delete": "D", "move": "R"}
# The smallest diff with context, for the samples.
_DIFF = """\
--- a/src/parser.py
+++ b/src/parser.py
@@ -1,2 +1,3 @@
 def parse(text):
+    text = text.rstrip(",")
     return list(text)
"""

SAMPLES = (
    Sample(
        "applied",
        success_output(
            "ApplyPatch",
            "1 file changed",
            PatchFull(changed_files=(ChangedFile(action="modify", path="src/parser.py"),), diff=_DIFF),
        ),
    ),
    Sample(
        "applied_every_action",
        success_output(
            "ApplyPatch",
            "4 files changed",
            PatchFull(
                changed_files=(
                    ChangedFile(action="add", path="docs/commas.md"),
                    ChangedFile(action="modify", path="src/parser.py"),
                    ChangedFile(action="delete", path="src/old_parser.py"),
                    ChangedFile(action="move", path="src/lexer.py", from_path="src/tokens.py"),
                ),
                diff=_DIFF,
            ),
        ),
    ),
    Sample(
        "applied_with_diagnostics",
        success_output(
            "ApplyPatch",
            "1 file changed, with diagnostics",
            PatchFull(
                changed_files=(ChangedFile(action="modify", path="src/parser.py"),),
                diff=_DIFF,
                diagnostics=(
                    PatchDiagnostic(
                        kind="hunk_count_mismatch",
                        path="src/parser.py",
                        message="the header of hunk 1 says 4 lines, the hunk has 3",
                    ),
                ),
            ),
        ),
    ),
    Sample(
        "applied_many_files",
        success_output(
            "ApplyPatch",
            "60 files changed",
            PatchFull(
                changed_files=tuple(ChangedFile(action="modify", path=f"src/module_{n:02}.py") for n in range(60)),
                diff=_DIFF * 60,
            ),
        ),
    ),
    Sample("patch_invalid_input", invalid_input_output("ApplyPatch", "missing field `patch`")),
    Sample(
        "context_not_found",
        failure_output(
            "ApplyPatch",
            ToolError(
                kind="context_not_found",
                message="the context of hunk 1 is not in src/parser.py",
                details={"path": "src/parser.py", "hunk": 1, "expected": ["def parse(text):", "    return list(text)"]},
                recovery_hint="read src/parser.py again and write the hunk against what it holds now",
                retryable=False,
            ),
        ),
    ),
    Sample(
        "path_escape",
        failure_output(
            "ApplyPatch",
            ToolError(
                kind="path_escape",
                message="the patch leads out of the workspace: ../secrets.txt",
                details={"path": "../secrets.txt"},
                recovery_hint="use paths inside the active workspace",
                retryable=False,
            ),
        ),
    ),
)

# The model wrote the patch itself.
HIDDEN_FIELDS = {"ApplyPatch": ("diff_preview",)}

FAMILY = Family(
    tools=(APPLY_PATCH,),
    budget=Budget(preview_chars=2_000, listed_items=40),
    project=project,
    render=render,
    samples=SAMPLES,
    hidden_fields=HIDDEN_FIELDS,
)
