"""Asks a running system one question at a time, judges every answer and keeps it as evidence."""

from conformance.probes.interview.answers import Reply, Treatment
from conformance.probes.interview.limits import InconclusiveError, NotCalledError, OutOfTimeError, RunLimits
from conformance.probes.interview.probe import Probe
from conformance.probes.interview.runtime_interview import RuntimeInterview
from conformance.probes.interview.tool_interview import ToolInterview

__all__ = [
    "InconclusiveError",
    "NotCalledError",
    "OutOfTimeError",
    "Probe",
    "Reply",
    "RunLimits",
    "RuntimeInterview",
    "ToolInterview",
    "Treatment",
]
