"""Commands that are given nothing but paths. They run without click, which takes longer to import than their work takes.

click would have nothing to say: there is no option, no mistake and no help in such a line. Everything else goes to it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Final

from inlay.cli.delivery import deliver_output
from inlay.cli.exit_codes import ExitCode

PLAIN: Final = {
    "inspect": "inlay.cli.show_footers:show_footers",
    "verify": "inlay.cli.verify_files:verify_files",
}
"""Where the function of a command is. It takes the paths, and its defaults are those of the options."""


def run_plain_command(arguments: Sequence[str]) -> ExitCode | None:
    """Runs the command; None where that is left to click. Raises what the command raises."""
    if "_INLAY_COMPLETE" in os.environ or len(arguments) < 2 or arguments[0] not in PLAIN:
        return None
    command, *paths = arguments
    if any(path.startswith("-") for path in paths):
        return None
    with deliver_output():
        return function_of(command)(tuple(paths))


def function_of(command: str) -> Callable[[tuple[str, ...]], ExitCode]:
    module, _, name = PLAIN[command].partition(":")
    function: Callable[[tuple[str, ...]], ExitCode] = getattr(import_module(module), name)
    return function
