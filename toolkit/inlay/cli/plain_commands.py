"""Commands that are given nothing but paths and plain options. They run without click, which takes longer to import than
their work takes.

click would have nothing to say: there is no mistake and no help in such a line. Everything else goes to it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Final

from inlay.cli.exit_codes import ExitCode
from inlay.cli.warning_lines import print_warnings

PLAIN: Final = {
    "inspect": "inlay.cli.show_footers:show_footers",
    "verify": "inlay.cli.verify_files:verify_files",
}
"""Where the function of a command is. It takes the paths, and its defaults are those of the options."""

_FORMATS: Final = {f"--format={name}": {"format_": name} for name in ("text", "json")}
OPTIONS: Final[Mapping[str, Mapping[str, Mapping[str, object]]]] = {
    "inspect": {"--all": {"everything": True}, **_FORMATS},
    "verify": {"--data": {"data": True}, **_FORMATS},
}
"""Options of a command, as they are written, and what its function is given for them. click has them all, and says the same
of these: `tests/cli/test_plain_commands.py`."""


def run_plain_command(arguments: Sequence[str]) -> ExitCode | None:
    """Runs the command; None where that is left to click. Raises what the command raises."""
    if "_INLAY_COMPLETE" in os.environ or len(arguments) < 2 or arguments[0] not in PLAIN:
        return None
    paths: list[str] = []
    values: dict[str, object] = {}
    words = iter(arguments[1:])
    for word in words:
        if not word.startswith("-"):
            paths.append(word)
            continue
        option = f"{word}={next(words, '')}" if word == "--format" else word
        if option not in OPTIONS[arguments[0]]:
            return None
        values.update(OPTIONS[arguments[0]][option])
    if not paths:
        return None
    with print_warnings():
        return function_of(arguments[0])(tuple(paths), **values)


def function_of(command: str) -> Callable[..., ExitCode]:
    module, _, name = PLAIN[command].partition(":")
    function: Callable[..., ExitCode] = getattr(import_module(module), name)
    return function
