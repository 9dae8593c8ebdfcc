"""Modules are laid out in as many processes as there are processors, since black takes some 15 ms for a struct and one processor.

Where there is one processor, as in a browser, neither a process nor a thread is started.

Started by itself, this file is such a process: it reads its share of the pieces, and prints what became of them.
"""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
from collections.abc import Collection, Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from typing import Final, NamedTuple

from inlayc.python.format import format_piece

LEAST_SHARE: Final = 25_000
"""Characters; less takes no longer than starting a process."""

_OBJECTS_BETWEEN_COLLECTIONS: Final = 100_000
"""What black makes and drops is full of cycles; looking for them as often as Python does takes a fifth of the time."""


class Piece(NamedTuple):
    """A piece of a module, and which of the modules: what that one binds, its pieces may call."""

    text: str
    module: int


def format_pieces(
    pieces: Sequence[Piece], imports: Collection[str], bound: Sequence[Collection[str]]
) -> list[str]:
    """The pieces, laid out; `bound` are the names that each module binds.

    Raises NotInertError if they do more than define things from the runtime and `imports`, and FormatError.
    """
    processes = min(os.cpu_count() or 1, 1 + sum(len(each.text) for each in pieces) // LEAST_SHARE)
    longest_first = sorted(range(len(pieces)), key=lambda at: -len(pieces[at].text))
    shares = [longest_first[at::processes] for at in range(processes)]
    format_share = partial(_format_share, imports=imports, bound=bound)
    format_apart = partial(_format_apart, imports=imports, bound=bound)
    laid_out = [""] * len(pieces)
    with ThreadPoolExecutor(processes) as waiting:
        others = [
            (share, waiting.submit(format_apart, [pieces[at] for at in share]))
            for share in shares[1:]
        ]
        with _rare_collections():
            own = format_share([pieces[at] for at in shares[0]])
        for at, text in zip(shares[0], own, strict=True):
            laid_out[at] = text
        for share, done in others:
            texts = done.result()
            if texts is None:  # here: so what is wrong is raised
                texts = format_share([pieces[at] for at in share])
            for at, text in zip(share, texts, strict=True):
                laid_out[at] = text
    return laid_out


def _format_apart(
    pieces: Sequence[Piece], imports: Collection[str], bound: Sequence[Collection[str]]
) -> list[str] | None:
    """In a process of its own; None where that fails."""
    done = subprocess.run(
        [sys.executable, "-P", "-m", __spec__.name],
        input=json.dumps([pieces, sorted(imports), [sorted(names) for names in bound]]),
        capture_output=True,
        check=False,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )
    if done.returncode != 0:
        return None
    laid_out: list[str] = json.loads(done.stdout)
    return laid_out


def _format_share(
    pieces: Sequence[Piece], imports: Collection[str], bound: Sequence[Collection[str]]
) -> list[str]:
    return [format_piece(text, imports, bound[module]) for text, module in pieces]


@contextmanager
def _rare_collections() -> Generator[None]:
    before = gc.get_threshold()
    gc.set_threshold(_OBJECTS_BETWEEN_COLLECTIONS)
    try:
        yield
    finally:
        gc.set_threshold(*before)


if __name__ == "__main__":
    with _rare_collections():
        json.dump(_format_share(*json.load(sys.stdin)), sys.stdout)
