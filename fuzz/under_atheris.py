"""One target led by coverage: `python -m fuzz.under_atheris TARGET [what libFuzzer takes]`. It needs atheris.

Half of the changes are libFuzzer's own, half those of the target's mutator, which knows the shape.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from random import Random
from typing import Any, Final

from fuzz.sampling import make_check
from fuzz.target import CODE, load_target

SEEDED: Final = 1024
"""Changes to one seed of chance: seeding takes longer than most changes."""


def main(arguments: Sequence[str]) -> None:
    atheris: Any = import_module("atheris")
    name, *options = arguments
    # Modules that functions import are instrumented, too, so this stays open while the target runs.
    with atheris.instrument_imports(include=list(CODE)):
        target = load_target(name)
        rng = Random()

        def mutate(data: bytes, longest: int, seed: int) -> bytes:
            if seed % SEEDED == 0:
                rng.seed(seed)
            if seed % 2:
                changed: bytes = atheris.Mutate(data, longest)
                return changed
            return target.mutate(bytes(data), rng)[:longest]

        command = [sys.argv[0], f"-max_len={target.longest}", *options]
        atheris.Setup(command, make_check(target), custom_mutator=mutate)
        atheris.Fuzz()


if __name__ == "__main__":
    main(sys.argv[1:])
