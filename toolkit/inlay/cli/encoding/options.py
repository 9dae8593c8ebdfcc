"""What the commands of `inlay encoding` share: where the result goes."""

from __future__ import annotations

from collections.abc import Callable

from inlay.cli.options import (
    Decorator,
    allow_of,
    dry_run_option,
    output_option,
    overwrite_option,
    target_of,
)


def whole_target_options_of(*names: str) -> Decorator[Callable[..., object]]:
    """Where the result goes, and which refusals may be overridden: the command is given a `target`. Every byte moves, so there is
    no `--in-place`."""
    return lambda command: target_of(
        command, dry_run_option, overwrite_option, output_option, allow_of(*names)
    )


whole_target_options = whole_target_options_of("table", "size")
