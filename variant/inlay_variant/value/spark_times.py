"""Text as dates, timestamps and times of the day, by the rules of Spark's casts.

    Spark 4.3, `SparkDateTimeUtils`: the forms are `2024-1-2`, `2024-1-2 3:4:5.6 zone`, and parts of them

Nothing here raises: what cannot be cast is None.
"""

from __future__ import annotations

import re
from datetime import datetime, tzinfo
from typing import Final, NamedTuple

from inlay_variant.value.calendar_days import days_of
from inlay_variant.value.spark_numbers import strip_blanks
from inlay_variant.value.time_zones import find_zone, offset_of_local

SECOND: Final = 1_000_000
"""In microseconds, as all times are here."""

DAY: Final = 86_400 * SECOND

_DATE: Final = re.compile(
    r"([+-]?)([0-9]{4,7})(?:-([0-9]{1,2})(?:-([0-9]{1,2})(?:[ T].*)?)?)?", re.ASCII | re.DOTALL
)
_CLOCK: Final = (
    r"([0-9]{1,2})(?::([0-9]{1,2})(?::([0-9]{1,2})(?:\.([0-9]*))?([^0-9.].*|(?<=[.0-9])\..*)?)?)?"
)
_TIMESTAMP: Final = re.compile(
    rf"([+-]?)([0-9]{{4,6}})(?:-([0-9]{{1,2}})(?:-([0-9]{{1,2}})(?:[ T]{_CLOCK})?)?)?",
    re.ASCII | re.DOTALL,
)
_TIME: Final = re.compile(rf"(T?){_CLOCK}", re.ASCII | re.DOTALL)
_HALF_DAY: Final = re.compile(r"(.*[0-9.]) *(AM|PM)", re.ASCII | re.IGNORECASE | re.DOTALL)


class _Parsed(NamedTuple):
    """`days` is None for a time of the day alone; `zone` where none is named."""

    days: int | None
    clock: int
    zone: tzinfo | None


def parse_date(text: str) -> int | None:
    """Days since 1970; what stands behind a date and a blank or T does not matter."""
    match = _DATE.fullmatch(strip_blanks(text))
    if match is None:
        return None
    days = _days(*match.groups())
    return days if days is not None and -(1 << 31) <= days < 1 << 31 else None


def parse_timestamp(text: str, zone: tzinfo) -> int | None:
    """Microseconds since 1970 in UTC; local times are of this zone, and a time alone is one of today."""
    parsed = _parse(text)
    if parsed is None:
        return None
    zone = parsed.zone or zone
    days = parsed.days
    if days is None:
        today = datetime.now(zone)
        days = today.toordinal() - datetime(1970, 1, 1).toordinal()
    return to_instant(days * DAY + parsed.clock, zone)


def parse_local_timestamp(text: str) -> int | None:
    """Microseconds since 1970 as clocks show them; a zone that is named does not matter."""
    parsed = _parse(text)
    if parsed is None or parsed.days is None:
        return None
    return fit_micros(parsed.days * DAY + parsed.clock)


def parse_time(text: str) -> int | None:
    """Microseconds since midnight; `3:04 PM` too."""
    half = _HALF_DAY.fullmatch(strip_blanks(text))
    parsed = _parse(half[1] if half else text)
    if parsed is None or parsed.days is not None or parsed.zone is not None:
        return None
    if half is None:
        return parsed.clock
    hour = parsed.clock // (3600 * SECOND)
    if not 1 <= hour <= 12:
        return None
    hours = hour % 12 + (12 if half[2].upper() == "PM" else 0)
    return parsed.clock + (hours - hour) * 3600 * SECOND


def to_instant(local: int, zone: tzinfo) -> int | None:
    """A local time in UTC."""
    return fit_micros(local - offset_of_local(zone, local // SECOND) * SECOND)


def fit_micros(micros: int) -> int | None:
    """None for more than 64 bits."""
    return micros if -(1 << 63) <= micros < 1 << 63 else None


def _parse(text: str) -> _Parsed | None:
    trimmed = strip_blanks(text)
    match = _TIMESTAMP.fullmatch(trimmed)
    if match is not None:
        sign, year, month, day, *clock = match.groups()
        days = _days(sign, year, month, day)
        return None if days is None else _with_clock(days, clock)
    match = _TIME.fullmatch(trimmed)
    if match is None:
        return None
    is_marked, *clock = match.groups()
    if is_marked and not text.startswith("T"):
        return None
    if not is_marked and clock[1] is None:
        return None  # digits alone
    return _with_clock(None, clock)


def _days(sign: str, year: str, month: str | None, day: str | None) -> int | None:
    return days_of(-int(year) if sign == "-" else int(year), int(month or 1), int(day or 1))


def _with_clock(days: int | None, clock: list[str | None]) -> _Parsed | None:
    hour, minute, second = (int(part or 0) for part in clock[:3])
    if hour > 23 or minute > 59 or second > 59:
        return None
    fraction = int(((clock[3] or "")[:6]).ljust(6, "0"))
    zone = None
    if clock[4] is not None:
        # Java's trim: what is not above a blank.
        zone = find_zone(clock[4].strip("".join(map(chr, range(33)))))
        if zone is None:
            return None
    return _Parsed(days, ((hour * 60 + minute) * 60 + second) * SECOND + fraction, zone)
