"""When something was recorded: the members that loggers use for it, and the ways to write a time."""

from datetime import UTC, datetime

from conformance.documents.values import JsonObject, JsonValue, is_number

# What loggers, SDKs and recorders call the time of an entry.
_KEYS = ("timestamp", "ts", "time", "created_at", "createdAt", "created", "start_time", "recorded_at", "@timestamp")
# A number of seconds since 1970 has ten digits until the year 2286; milli-, micro- and nanoseconds have more.
_SECONDS_BELOW = 10_000_000_000
_MOST_SCALINGS = 3


def time_of(members: JsonObject) -> float | None:
    """Return the time that an object states of itself in seconds since 1970, ``None`` without one."""
    for key in _KEYS:
        if key in members:
            found = to_seconds(members[key])
            if found is not None:
                return found
    return None


def to_seconds(value: JsonValue) -> float | None:
    """Return a time as seconds since 1970: a number of seconds or of smaller units, or a text as in ISO 8601."""
    if isinstance(value, str):
        return _scale(float(value)) if value.isdecimal() else _from_iso(value)
    return _scale(value) if is_number(value) else None


def _scale(number: float) -> float | None:
    if number >= _SECONDS_BELOW * 1000**_MOST_SCALINGS:  # an integer of 400 digits cannot be divided into a float
        return None
    for _ in range(_MOST_SCALINGS):
        if number < _SECONDS_BELOW:
            break
        number /= 1000
    # Below is a time on a monotonic clock or a duration, which says nothing of a date.
    return float(number) if _YEAR_2000 < number < _SECONDS_BELOW else None


_YEAR_2000 = datetime(2000, 1, 1, tzinfo=UTC).timestamp()


def _from_iso(text: str) -> float | None:
    try:
        moment = datetime.fromisoformat(text)
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
    except (ValueError, OverflowError):
        return None
