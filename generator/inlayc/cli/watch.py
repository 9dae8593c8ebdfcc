"""`inlayc generate --watch`: generates again whenever a file changes that the last run has read, or looked for.

The disk is asked again and again: it takes a millisecond, needs no package, and works on every file system.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Final, NoReturn

import click

from inlay_runtime.errors import InlayError
from inlayc.base.amounts import count
from inlayc.cli.failures import report_failure
from inlayc.cli.printing import show_line
from inlayc.frontends.asked import AskedTree
from inlayc.python.import_proof import Proof
from inlayc.python.layouts import Layouts

_PAUSE: Final = 0.03
"""Seconds between two looks."""


def watch(generate: Callable[[AskedTree, Layouts, Proof], None]) -> NoReturn:
    """Calls it at once, and after each change. What is wrong is told, and stands there until it is put right. Ctrl-C ends it."""
    layouts = Layouts()
    proof = Proof()
    try:
        while True:
            asked = AskedTree()
            if sys.stdout.isatty():
                click.clear()
            try:
                generate(asked, layouts, proof)
            except (InlayError, OSError) as error:
                report_failure(error)
            show_line(f"watching {count(asked.count, 'file')}; Ctrl-C ends it")
            proof.end()
            proof = Proof()  # which is ready when a file changes
            while not asked.has_changed():
                pause()
    finally:
        proof.end()


def pause() -> None:
    """Until the next look."""
    time.sleep(_PAUSE)
