"""Large modules are laid out in several processes, since black takes some 50 ms for a struct and one processor.

Started by itself, this file is such a process: it reads its share of the pieces, and prints what became of them.
"""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
from collections.abc import Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final

from inlayc.python.format import format_piece
from inlayc.python.inert import names_bound_by

LEAST_SHARE: Final = 50_000
"""Characters; less takes no longer than starting a process."""

_OBJECTS_BETWEEN_COLLECTIONS: Final = 100_000
"""What black makes and drops is full of cycles; looking for them as often as Python does takes a fifth of the time."""


def format_pieces(pieces: Sequence[str], modules: Collection[str]) -> list[str]:
    """The pieces of one module, laid out. Raises NotInertError if they do more than define things from the runtime and
    `modules`, and FormatError."""
    defined = names_bound_by(pieces)
    processes = min(os.cpu_count() or 1, sum(map(len, pieces)) // LEAST_SHARE)
    if processes < 2:
        return _format_share(pieces, modules, defined)
    shares = [pieces[at::processes] for at in range(processes)]
    with ThreadPoolExecutor(processes) as waiting:
        share_apart = partial(_format_apart, modules=modules, defined=defined)
        laid_out = list(waiting.map(share_apart, shares))
    whole = [""] * len(pieces)
    for at, share in enumerate(laid_out):
        whole[at::processes] = share
    return whole


def _format_apart(
    pieces: Sequence[str], modules: Collection[str], defined: Collection[str]
) -> list[str]:
    """In a process of its own. Where that fails, here: so what is wrong is raised."""
    done = subprocess.run(
        [sys.executable, "-P", "-m", __spec__.name],
        input=json.dumps([pieces, sorted(modules), sorted(defined)]),
        capture_output=True,
        check=False,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )
    if done.returncode != 0:
        return _format_share(pieces, modules, defined)
    laid_out: list[str] = json.loads(done.stdout)
    return laid_out


def _format_share(
    pieces: Sequence[str], modules: Collection[str], defined: Collection[str]
) -> list[str]:
    return [format_piece(piece, modules, defined) for piece in pieces]


if __name__ == "__main__":
    gc.set_threshold(_OBJECTS_BETWEEN_COLLECTIONS)
    json.dump(_format_share(*json.load(sys.stdin)), sys.stdout)
