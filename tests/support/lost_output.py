"""What a command says at its end where standard output takes nothing (docs/terminal.md), by the kind of place it goes to."""

from __future__ import annotations

from typing import Final

SENTENCES: Final = {
    "full": "error: standard output: No space left on device\n",
    "closed": "error: standard output is closed\n",
    "pipe": "",
}
"""A device that is full, a stream that was closed before the start, a pipe whose reader has gone."""
