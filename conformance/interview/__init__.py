"""One tool of a running system, asked one thing at a time, with every answer judged and kept as evidence."""

from conformance.interview.answers import Answer, Verdict
from conformance.interview.bounds import InconclusiveError, NotCalledError, OutOfTimeError, Rules
from conformance.interview.probe import Objection, Probe
from conformance.interview.tools import ToolInterview
from conformance.interview.whole import RuntimeInterview

__all__ = [
    "Answer",
    "InconclusiveError",
    "NotCalledError",
    "Objection",
    "OutOfTimeError",
    "Probe",
    "Rules",
    "RuntimeInterview",
    "ToolInterview",
    "Verdict",
]
