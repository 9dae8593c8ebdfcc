"""Phrases that rules share."""

from __future__ import annotations


def in_groups(part: int, whole: int) -> str:
    """`in 2 of 3 row groups`, `in all 3 row groups`, `in its row group`."""
    if whole == 1:
        return "in its row group"
    share = f"all {whole:,}" if part == whole else f"{part:,} of {whole:,}"
    return f"in {share} row groups"


def are_of(part: int, whole: int, noun: str) -> str:
    """`2 of 3 files are`, `1 of 3 files is`, `all 3 files are`, `its file is`."""
    if whole == 1:
        return f"its {noun} is"
    share = f"all {whole:,}" if part == whole else f"{part:,} of {whole:,}"
    return f"{share} {noun}s {'is' if part == 1 else 'are'}"
