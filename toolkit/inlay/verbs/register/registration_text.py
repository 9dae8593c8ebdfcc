"""What a registration says at its end, on a terminal and in Python."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from inlay.ground.wording.amounts import count, format_size
from inlay.verbs.register.unbounded import are_absent

if TYPE_CHECKING:
    from inlay.verbs.register.register import Registration

_MOST_LINES: Final = 20
"""Of each list that people read; JSON has all."""


def list_lines(registration: Registration) -> Iterator[str]:
    unread = [f"{it.entry.path}: {it.finding}" for it in registration.unread]
    yield from shorten(unread)
    if registration.is_whole:
        verb = "would register" if registration.committed is None else "registered"
        files, rows = count(registration.files, "file"), count(registration.rows, "row")
        end = f": {registration.committed}" if registration.committed else ""
        yield f"{verb} {files}, {rows}, {format_size(registration.bytes)}{end}"
    yield from shorten([f"  {line}" for line in registration.lines])
    losses: list[str] = []
    for loss in registration.losses:
        column = f"column {loss.column}: " if loss.column else ""
        files = count(loss.files, "file")
        losses.append(f"  {column}{loss.reason}, in {files} (--allow {loss.name})")
    yield from shorten(losses)
    unbounded: list[str] = []
    for it in registration.unbounded:
        of = f"{it.files:,} of {count(it.all_files, 'file')}"
        unbounded.append(f"  column {it.column} without bounds in {of}: {it.why}")
    yield from shorten(unbounded)
    absent = next((it for it in registration.unbounded if are_absent(it)), None)
    if absent is not None:
        replace = (
            ", then register it again (--replace in a table)" if registration.committed else ""
        )
        yield f"  `inlay index add {shlex.quote(absent.first_path)} --what bounds` works them out{replace}"


def shorten(lines: Sequence[str]) -> Iterator[str]:
    """The first ones, and how many more there are."""
    yield from lines[:_MOST_LINES]
    if len(lines) > _MOST_LINES:
        yield f"  ... and {len(lines) - _MOST_LINES:,} more: --format json has them all"
