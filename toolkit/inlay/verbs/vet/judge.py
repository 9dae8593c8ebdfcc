"""The verdict on one reader, by how its child ended."""

from __future__ import annotations

import re
import signal
from itertools import takewhile
from typing import Final

from inlay.ground.wording.amounts import format_seconds, format_size
from inlay.ground.wording.printable import shorten
from inlay.verbs.vet.ask import ChildEnd
from inlay.verbs.vet.limits import VettingLimits
from inlay.verbs.vet.verdict import ReaderVerdict, VerdictKind

WIDEST: Final = 200
"""Characters of a message."""

_NO_MEMORY: Final = re.compile(
    r"\bMemoryError\b|ArrowMemoryError|OutOfMemory|out of memory|bad_alloc|memory allocation of|(?:m|re)alloc of size"
    r"|[Cc]annot allocate memory|failed to allocate|Resource temporarily unavailable|can't start new thread",
    re.IGNORECASE,
)
"""What libraries say when they are refused memory, in an error or on their way to an abort; without memory for its stack, a
thread is temporarily unavailable."""


def judge_end(reader: str, end: ChildEnd, limits: VettingLimits, size: int) -> ReaderVerdict:
    """Of a child that was asked for digests, before they are compared. `size` is that of the file."""
    if end.answer is None:
        return ReaderVerdict(reader, *_judge_death(end, limits, size))
    answer = end.answer
    peak, seconds = answer["peak"], answer["seconds"]
    if "error" in answer:
        message = f"{answer['error']}: {answer['text']}"
        kind = VerdictKind.NOT_COMPARED if answer["is_ours"] else VerdictKind.REFUSES
        detail = shorten(_first_sentence(message), WIDEST)
        if _NO_MEMORY.search(message):
            kind, detail = VerdictKind.EXCEEDS_MEMORY, f"{_allowed(limits, size)}; {detail}"
        return ReaderVerdict(reader, kind, detail, peak, seconds)
    fields = len(answer["names"])
    return ReaderVerdict(reader, VerdictKind.READS, "", peak, seconds, answer["rows"], fields)


def _first_sentence(message: str) -> str:
    """In one line, without what some libraries put below it: the place in a query of ours, with a mark, and advice on commands."""
    lines = [line.strip() for line in message.splitlines()]
    said = takewhile(lambda line: not line.startswith(("LINE ", "try: ")), lines)
    return " ".join(" ".join(said).split())


def _judge_death(end: ChildEnd, limits: VettingLimits, size: int) -> tuple[VerdictKind, str]:
    if end.fault:
        return VerdictKind.CRASHES, end.fault
    if end.is_late or end.code == -signal.SIGXCPU:
        return VerdictKind.EXCEEDS_TIME, f"more than {format_seconds(limits.seconds)}"
    if _NO_MEMORY.search(end.said):
        return VerdictKind.EXCEEDS_MEMORY, _allowed(limits, size)
    return VerdictKind.CRASHES, f"exit code {end.code}" if end.code >= 0 else _name(-end.code)


def _name(number: int) -> str:
    """Real-time signals have numbers only."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _allowed(limits: VettingLimits, size: int) -> str:
    return f"more than {format_size(limits.memory_for(size))}"
