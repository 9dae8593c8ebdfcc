"""The command line of a fuzz target: led by atheris where that is installed, else by seeds."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any


def fuzz(
    arguments: Sequence[str],
    module: str,
    one_input: Callable[[bytes], None],
    one_seed: Callable[[int], None],
) -> None:
    """`--seeds FIRST:LAST`, or what atheris takes. `module` is what `python -m` runs."""
    if arguments[:1] == ["--seeds"]:
        first, _, last = arguments[1].partition(":")
        for seed in range(int(first), int(last)):
            one_seed(seed)
        return
    try:
        atheris: Any = import_module("atheris")
    except ImportError:
        sys.exit(f"atheris is not installed; without it: python -m {module} --seeds 0:10000")
    atheris.instrument_all()
    atheris.Setup([sys.argv[0], *arguments], one_input)
    atheris.Fuzz()
