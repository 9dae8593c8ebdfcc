"""Dates and times as Parquet counts them, printed as ISO 8601.

`datetime` has neither nanoseconds nor the years before 1 and after 9999, and files have all of these.
"""

from __future__ import annotations

from typing import NamedTuple

from parquet_format.parquet import TimeUnit

PER_SECOND = {TimeUnit.MILLIS: 10**3, TimeUnit.MICROS: 10**6, TimeUnit.NANOS: 10**9}
SECONDS_OF_DAY = 86_400

_DIGITS = {10**3: 3, 10**6: 6, 10**9: 9}


class Date(NamedTuple):
    """Days since 1970-01-01."""

    days: int

    def __str__(self) -> str:
        year, month, day = _civil(self.days)
        return f"{_year(year)}-{month:02}-{day:02}"


class TimeOfDay(NamedTuple):
    """Fractions of a second since midnight; `per_second` of them make a second."""

    value: int
    per_second: int
    utc: bool

    def __str__(self) -> str:
        return _clock(self.value, self.per_second) + ("Z" if self.utc else "")


class Timestamp(NamedTuple):
    """Fractions of a second since 1970-01-01 00:00, UTC or on a local clock."""

    value: int
    per_second: int
    utc: bool

    def __str__(self) -> str:
        days, rest = divmod(self.value, SECONDS_OF_DAY * self.per_second)
        return f"{Date(days)}T{_clock(rest, self.per_second)}" + ("Z" if self.utc else "")


class Interval(NamedTuple):
    """Months, days and milliseconds, independent of one another."""

    months: int
    days: int
    millis: int

    def __str__(self) -> str:
        seconds, millis = divmod(self.millis, 1000)
        return f"P{self.months}M{self.days}DT{seconds}.{millis:03}S"


def _clock(value: int, per_second: int) -> str:
    """`12:34:56`, with a fraction where there is one."""
    seconds, fraction = divmod(value, per_second)
    minutes, second = divmod(seconds, 60)
    hour, minute = divmod(minutes, 60)
    shown = f"{hour:02}:{minute:02}:{second:02}"
    return f"{shown}.{fraction:0{_DIGITS[per_second]}}" if fraction else shown


def _civil(days: int) -> tuple[int, int, int]:
    """Year, month and day in the proleptic Gregorian calendar, for any number of days.

    Howard Hinnant's `civil_from_days`: years begin in March, so that the leap day comes last.
    """
    era, day_of_era = divmod(days + 719_468, 146_097)
    year_of_era = (
        day_of_era - day_of_era // 1_460 + day_of_era // 36_524 - day_of_era // 146_096
    ) // 365
    day_of_year = day_of_era - (365 * year_of_era + year_of_era // 4 - year_of_era // 100)
    shifted_month = (5 * day_of_year + 2) // 153
    day = day_of_year - (153 * shifted_month + 2) // 5 + 1
    month = shifted_month + 3 if shifted_month < 10 else shifted_month - 9
    return year_of_era + era * 400 + (month <= 2), month, day


def _year(year: int) -> str:
    """ISO 8601 wants a sign on years that do not have four digits."""
    return f"{year:04}" if 0 <= year <= 9999 else f"{year:+05}"
