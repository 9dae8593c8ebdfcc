"""A mistake in what was asked for, told to each in the words that they asked in: keywords in Python, flags in a terminal."""

from __future__ import annotations

import re
import shlex
from typing import Final

from inlay_runtime.errors import RequestError

_SHORT: Final = {"output": "-o", "properties": "-p"}
"""Options that people know by a letter."""


def blame_options(what: str, **options: str | bool | None) -> RequestError:
    """An error about keywords that a command has as options: `{table}` in `what` becomes `table='ns.name'`, or `--table ns.name`.

    True is for a flag that is set, and None for an option by its name alone.
    """
    error = RequestError(_fill(what, {name: _in_python(name, it) for name, it in options.items()}))
    error.with_flags = _fill(what, {name: _in_a_shell(name, it) for name, it in options.items()})
    return error


def _fill(what: str, words: dict[str, str]) -> str:
    names = "|".join(map(re.escape, words))
    return re.sub(rf"\{{({names})\}}", lambda it: words[it[1]], what)


def _in_python(name: str, value: str | bool | None) -> str:
    return name if value is None else f"{name}={value!r}"


def _in_a_shell(name: str, value: str | bool | None) -> str:
    flag = _SHORT.get(name, f"--{name.replace('_', '-')}")
    return f"{flag} {shlex.quote(value)}" if isinstance(value, str) else flag
