"""The page about reliability states the limits that the code has."""

import re
from pathlib import Path

from conformance.documents import lines, reader, strict_json
from conformance.drift.attribution.edits import MOST_EDITS
from conformance.probes.catalogue import valid_input_accepted
from conformance.probes.interview import RunLimits
from conformance.schema.containment.budget import ProofBudget
from conformance.schema.containment.solving import arrays, strings
from conformance.schema.generation import size_limits
from conformance.schema.limits import MAX_SUBSCHEMAS
from conformance.settings import toml_files
from conformance.systems import environment
from conformance.systems.runtime import Limits
from conformance.systems.traces import _pairing
from tests.docs.pages import ROOT

_PAGE: Path = ROOT / "docs/reliability.md"
_ROW = re.compile(r"^\| ([^|]+) \| ([\d,]+(?: MB)?) \|$", re.MULTILINE)
_STATED = Limits()
_LIMITS = {
    "one file or document": f"{reader.MAX_BYTES // 2**20} MB",
    "one line of a log": f"{lines.MAX_LINE_BYTES // 2**20} MB",
    "blank lines in a row of a log": f"{lines.MOST_BLANK_LINES:,}",
    "calls of a log that wait for their results at once": f"{_pairing.MAX_OPEN_CALLS:,}",
    "bytes of such calls": f"{_pairing.MAX_OPEN_BYTES // 2**20} MB",
    "depth of a JSON value": f"{strict_json.MAX_DEPTH}",
    "digits of a number": f"{strict_json.MAX_DIGITS}",
    "the configuration file": f"{toml_files.MAX_BYTES // 2**20} MB",
    "one answer of a system": f"{_STATED.answer_bytes // 2**20} MB",
    "memory of a program under test": f"{_STATED.memory_bytes // 2**20} MB",
    "processes of a program under test": f"{_STATED.processes}",
    "seconds for one request": f"{_STATED.request_seconds:g}",
    "seconds to start a program": f"{environment.START_SECONDS:g}",
    "seconds to start one that installs first": f"{environment.INSTALLER_SECONDS:g}",
    "characters of one generated text": f"{size_limits.LONGEST_TEXT:,}",
    "elements of one generated array": f"{size_limits.LONGEST_ARRAY:,}",
    "characters of one text that shows a break": f"{strings.LONGEST:,}",
    "elements of one array that shows a break": f"{arrays.LONGEST:,}",
    "edits of one schema that `drift` lists one by one": f"{MOST_EDITS}",
    "steps of one proof about schemas": f"{ProofBudget().steps:,}",
    "subschemas of one schema": f"{MAX_SUBSCHEMAS:,}",
    "processor seconds to make the inputs of one tool": f"{RunLimits().seconds_per_tool:g}",
    "seconds to search the generated inputs of a tool for one that it refuses, its answers included": (
        f"{valid_input_accepted.MAX_SECONDS:g}"
    ),
}


def test_each_limit_of_the_page_is_that_of_the_code() -> None:
    assert dict(_ROW.findall(_PAGE.read_text("utf-8"))) == _LIMITS
