"""Dates, times and moments as they are written in a filter: ISO 8601, to the nanosecond."""

from __future__ import annotations

import re
from datetime import date
from typing import Final

NANOS_OF_DAY: Final = 86_400 * 10**9

_DATE: Final = r"(?P<year>[0-9]{4})-(?P<month>[0-9]{2})-(?P<day>[0-9]{2})"
_CLOCK: Final = (
    r"(?P<hour>[0-9]{2}):(?P<minute>[0-9]{2})(?::(?P<second>[0-9]{2})(?:\.(?P<part>[0-9]{1,9}))?)?"
)
_ZONE: Final = r"(?P<zone>Z|[+-][0-9]{2}:?[0-9]{2})?"
_DAYS: Final = re.compile(_DATE)
_TIMES: Final = re.compile(_CLOCK)
_TIMESTAMPS: Final = re.compile(f"{_DATE}(?:[T ]{_CLOCK}{_ZONE})?")
_MOST: Final = {
    "year": (1, 9_999),
    "month": (1, 12),
    "day": (1, 31),
    "hour": (0, 23),
    "minute": (0, 59),
    "second": (0, 59),
}


def parse_date(text: str) -> int | None:
    """Days since 1970-01-01; None for what is not a date."""
    match = _DAYS.fullmatch(text)
    return None if match is None else _days(match)


def parse_time(text: str) -> int | None:
    """Nanoseconds since midnight; None for what is not a time of day."""
    match = _TIMES.fullmatch(text)
    return None if match is None else _nanos(match)


def parse_timestamp(text: str, *, takes_zone: bool) -> int | None:
    """Nanoseconds since 1970-01-01 00:00; a date alone is its midnight. None for what is not a moment."""
    match = _TIMESTAMPS.fullmatch(text)
    if match is None or (match["zone"] and not takes_zone):
        return None
    days, nanos = _days(match), _nanos(match) if match["hour"] else 0
    ahead = _offset(match["zone"])
    if days is None or nanos is None or ahead is None:
        return None
    return days * NANOS_OF_DAY + nanos - ahead


def explain_moment(text: str) -> str:
    """The part of a date, a time or a moment that no calendar or clock has; empty where the text has another form."""
    match = _TIMESTAMPS.fullmatch(text) or _TIMES.fullmatch(text)
    if match is None:
        return ""
    parts = {name: int(part or 0) for name, part in match.groupdict().items() if name in _MOST}
    for name, (least, most) in _MOST.items():
        if not least <= parts.get(name, least) <= most:
            return f"the {name} {parts[name]:02} is not from {least:02} to {most:02}"
    if "day" in parts and _days(match) is None:
        return f"{match['year']}-{match['month']} has no day {match['day']}"
    if _offset(match.groupdict().get("zone")) is None:
        return f"no time zone is {match['zone']} from UTC"
    return ""


def _days(match: re.Match[str]) -> int | None:
    try:
        day = date(int(match["year"]), int(match["month"]), int(match["day"]))
    except ValueError:
        return None
    return (day - date(1970, 1, 1)).days


def _nanos(match: re.Match[str]) -> int | None:
    hour, minute, second = int(match["hour"]), int(match["minute"]), int(match["second"] or 0)
    if hour > 23 or minute > 59 or second > 59:
        return None
    part = int((match["part"] or "").ljust(9, "0"))
    return ((hour * 60 + minute) * 60 + second) * 10**9 + part


def _offset(zone: str | None) -> int | None:
    """Nanoseconds ahead of UTC; None for what is not within a day."""
    if zone is None or zone == "Z":
        return 0
    hours, minutes = int(zone[1:3]), int(zone[-2:])
    if hours > 23 or minutes > 59:
        return None
    minutes += hours * 60
    return (minutes if zone[0] == "+" else -minutes) * 60 * 10**9
