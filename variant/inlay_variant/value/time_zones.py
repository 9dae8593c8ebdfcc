"""Time zones by the names that Java and Spark give them, and local times in them, for all years.

java.time.ZoneId.of, with ZoneId.SHORT_IDS
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from functools import lru_cache
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from inlay_runtime.errors import RequestError

_SHORT: Final = {
    "ACT": "Australia/Darwin", "AET": "Australia/Sydney", "AGT": "America/Argentina/Buenos_Aires", "ART": "Africa/Cairo",
    "AST": "America/Anchorage", "BET": "America/Sao_Paulo", "BST": "Asia/Dhaka", "CAT": "Africa/Harare",
    "CNT": "America/St_Johns", "CST": "America/Chicago", "CTT": "Asia/Shanghai", "EAT": "Africa/Addis_Ababa",
    "ECT": "Europe/Paris", "EST": "-05:00", "HST": "-10:00", "IET": "America/Indiana/Indianapolis", "IST": "Asia/Kolkata",
    "JST": "Asia/Tokyo", "MIT": "Pacific/Apia", "MST": "-07:00", "NET": "Asia/Yerevan", "NST": "Pacific/Auckland",
    "PLT": "Asia/Karachi", "PNT": "America/Phoenix", "PRT": "America/Puerto_Rico", "PST": "America/Los_Angeles",
    "SST": "Pacific/Guadalcanal", "VST": "Asia/Ho_Chi_Minh",
}  # fmt: skip
_OFFSET: Final = re.compile(
    r"([+-])(?:([0-9])|([0-9]{2})(?:([0-9]{2})([0-9]{2})?|:([0-9]{2})(?::([0-9]{2}))?)?)", re.ASCII
)
_OF_THE_MACHINE: Final = ("localtime", "posixrules", "factory", "posix/", "right/")
"""Files beside the time zones that are another one on each machine, or that count leap seconds: Java has none of them."""

_MOST: Final = 18 * 3600
"""Seconds that a zone may be away from UTC."""

_SECOND: Final = timedelta(seconds=1)
_EPOCH: Final = datetime(1970, 1, 1)
_CYCLE: Final = 146_097 * 86_400
"""Seconds of 400 years, after which weekdays and rules are the same again."""

_FIRST: Final = (datetime(2, 1, 1) - _EPOCH) // _SECOND
_LAST: Final = (datetime(9998, 1, 1) - _EPOCH) // _SECOND


class TimeZoneError(RequestError, ValueError):
    """A name that no time zone has."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name

    def __str__(self) -> str:
        return f"{self.name!r} is not a time zone: it is UTC, an offset such as +01:30, or a name such as Europe/Berlin"


def require_zone(name: str) -> tzinfo:
    """Raises TimeZoneError."""
    zone = find_zone(name)
    if zone is None:
        raise TimeZoneError(name)
    return zone


@lru_cache(maxsize=1024)
def find_zone(name: str) -> tzinfo | None:
    """None where there is none; hours and minutes may have one digit, as Spark allows them."""
    name = re.sub(r"([+-])([0-9]):", r"\g<1>0\2:", name, count=1)
    name = re.sub(r"([+-][0-9]{2}):([0-9])$", r"\1:0\2", name, count=1)
    name = _SHORT.get(name, name)
    for prefix in ("UTC", "GMT", "UT"):
        if name == prefix:
            return UTC
        if name.startswith((f"{prefix}+", f"{prefix}-")):
            return _find_offset(name.removeprefix(prefix))
    if name == "Z":
        return UTC
    if name[:1] in ("+", "-"):
        return _find_offset(name)
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9~/._+-]+", name, re.ASCII):
        return None
    if name.lower().startswith(_OF_THE_MACHINE):
        return None
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def _find_offset(text: str) -> tzinfo | None:
    match = _OFFSET.fullmatch(text)
    if match is None:
        return None
    sign, digit, *numbers = match.groups()
    hours, close_minutes, close_seconds, minutes, seconds = (int(part or 0) for part in numbers)
    minutes, seconds = minutes + close_minutes, seconds + close_seconds
    total = (int(digit or 0) + hours) * 3600 + minutes * 60 + seconds
    if minutes > 59 or seconds > 59 or total > _MOST:
        return None
    return timezone(timedelta(seconds=-total if sign == "-" else total))


def offset_at(zone: tzinfo, seconds: int) -> int:
    """Seconds that local time is ahead of UTC, at so many seconds since 1970."""
    if zone is UTC:
        return 0
    when = (_EPOCH + timedelta(seconds=_in_reach(seconds))).replace(tzinfo=UTC)
    return _seconds_of(when.astimezone(zone))


def offset_of_local(zone: tzinfo, seconds: int) -> int:
    """The same at a local time. Of two the earlier one; for a time that was left out, the offset before it was."""
    if zone is UTC:
        return 0
    return _seconds_of((_EPOCH + timedelta(seconds=_in_reach(seconds))).replace(tzinfo=zone))


def _in_reach(seconds: int) -> int:
    """A time of the years that Python has, at which the rules of a zone are the same."""
    if seconds > _LAST:
        return seconds - -((_LAST - seconds) // _CYCLE) * _CYCLE
    if seconds < _FIRST:
        return seconds + -((seconds - _FIRST) // _CYCLE) * _CYCLE
    return seconds


def _seconds_of(when: datetime) -> int:
    offset = when.utcoffset()
    assert offset is not None
    return offset // _SECOND
