"""What the commands of `inlay encoding` share: where the result goes."""

from __future__ import annotations

from collections.abc import Callable

from inlay.cli.options import (
    allow_of,
    dry_run_option,
    output_option,
    overwrite_option,
    target_of,
)


def whole_target_options(command: Callable[..., object]) -> Callable[..., object]:
    """Where the result goes: the command is given a `target`. Every byte moves, so there is no `--in-place`."""
    return target_of(
        command,
        dry_run_option,
        overwrite_option,
        output_option,
        allow_of("table", "size"),
    )
