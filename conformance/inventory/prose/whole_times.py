"""Times that are whole numbers: moments since an epoch, and how long something waits or is kept."""

import re
from collections.abc import Collection, Sequence

from conformance.lazy_patterns import LazyPattern

# What is waited for or kept, in whole units of what the text states. Is the end of "timeout", "retry_delay".
_WAITS = frozenset(
    ("timeout", "delay", "wait", "duration", "interval", "time", "ms", "millis", "milliseconds", "since")
)
# How long something is kept, which programs take in whole seconds. Is the end of "cache_ttl", "expires_in_seconds".
_KEPT = (["ttl"], ["expires", "in"])
# A time that was measured. Matches "Measured QT interval"; not "How long to wait".
_MEASURED_TIME = LazyPattern(r"\b(?:measured|average|mean|latency|qt)\b", re.IGNORECASE)
# A limit of waiting with a whole number. Matches "in seconds (default: 30)", "600 seconds"; not "in seconds".
_WHOLE_SECONDS = LazyPattern(
    r"\bin seconds?\b[^.;]{0,30}\b[1-9]\d*\b|\b(?:[1-9]\d+) ?(?:s|secs?|seconds)\b", re.IGNORECASE
)
# Of so many seconds nobody waits that long, so that the number is one of milliseconds.
_SECONDS_TOO_LONG = 1000
# A moment that is counted in whole seconds, as most programs read it. Matches "Unix timestamp", "epoch seconds",
# "seconds since the epoch", "Epoch milliseconds"; not "timestamp in the video".
_MOMENT = LazyPattern(
    r"\b(?:unix|epoch)[- ](?:epoch )?(?:time(?:stamps?)?|seconds|milliseconds|ms)\b|\bsince (?:the )?(?:unix )?epoch\b"
    r"|\b(?:start|end|begin) timestamp,? (?:in |\()(?:milliseconds|ms)\b",
    re.IGNORECASE,
)
# Matches "milliseconds", "(ms)"; not "seconds".
_MILLISECONDS = LazyPattern(r"\b(?:milliseconds?|ms|nanoseconds?|microseconds?)\b", re.IGNORECASE)


def is_moment(text: str) -> bool:
    """Say whether a text calls a number a moment that is counted in whole seconds or milliseconds."""
    return _MOMENT.search(text) is not None


def is_in_milliseconds(text: str) -> bool:
    """Say whether a text says that a time is in milliseconds, or less."""
    return _MILLISECONDS.search(text) is not None


def is_whole_wait(words: Sequence[str], text: str, wholes: Collection[int]) -> bool:
    """Say whether a number is a time to wait in milliseconds, or a timeout in seconds with a whole one beside it.

    ``wholes`` are the whole numbers that the schema itself states.
    """
    named = [*words[:-1]] if words[-1] in ("seconds", "secs") else [*words]
    if named[-1:] in _KEPT or named[-2:] in _KEPT:
        return "second" in text or words != named
    if _WAITS.isdisjoint(words[-2:]) or _MEASURED_TIME.search(text):
        return False
    if words[-1] in ("ms", "millis", "milliseconds") or _MILLISECONDS.search(text):
        return True
    if words[-1] == "timeout" and any(one >= _SECONDS_TOO_LONG for one in wholes):
        return True
    is_timeout = "timeout" in words or re.match(r"\W{0,3}(?:max(?:imum)?|longest) (?:run)?time\b", text, re.IGNORECASE)
    is_stated = _WHOLE_SECONDS.search(text) or ("second" in text and any(one > 1 for one in wholes))
    return bool(is_timeout) and bool(is_stated)
