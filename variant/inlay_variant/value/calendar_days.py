"""Days since 1970 as years, months and days, in the proleptic Gregorian calendar and for all years: Python's dates end at both sides."""

from __future__ import annotations

from typing import Final

_CYCLE: Final = 146_097
"""Days of 400 years."""

_MONTHS: Final = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def days_of(year: int, month: int, day: int) -> int | None:
    """None where there is no such day."""
    if not 1 <= month <= 12:
        return None
    leap = month == 2 and year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    if not 1 <= day <= _MONTHS[month - 1] + leap:
        return None
    # Years that begin in March have their leap day at the end.
    cycle, of_cycle = divmod(year - (month <= 2), 400)
    of_year = (153 * ((month + 9) % 12) + 2) // 5 + day - 1
    return cycle * _CYCLE + of_cycle * 365 + of_cycle // 4 - of_cycle // 100 + of_year - 719_468


def date_of(days: int) -> tuple[int, int, int]:
    """Year, month and day."""
    cycle, rest = divmod(days + 719_468, _CYCLE)
    of_cycle = (rest - rest // 1_460 + rest // 36_524 - rest // 146_096) // 365
    of_year = rest - (365 * of_cycle + of_cycle // 4 - of_cycle // 100)
    month = (5 * of_year + 2) // 153
    day = of_year - (153 * month + 2) // 5 + 1
    return cycle * 400 + of_cycle + (month >= 10), (month + 2) % 12 + 1, day
