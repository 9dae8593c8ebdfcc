"""What the commands of `inlay encoding` share: where the result goes, and show_progress."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from inlay.cli.options import (
    allow_of,
    dry_run_option,
    output_option,
    overwrite_option,
    target_of,
)
from inlay.cli.progress import show_progress

if TYPE_CHECKING:
    from inlay.pages.progress import Progress


def whole_target_options(command: Callable[..., object]) -> Callable[..., object]:
    """Where the result goes: the command is given a `target`. Every byte moves, so there is no `--in-place`."""
    return target_of(
        command,
        dry_run_option,
        overwrite_option,
        output_option,
        allow_of("table", "size"),
    )


@contextmanager
def progress_of(file: str, what: str) -> Generator[Progress]:
    """Counts the bytes of FILE whose row groups are done."""
    with show_progress(what, "byte", os.path.getsize(file)) as line:
        yield line.reach
