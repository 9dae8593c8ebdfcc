"""One target led by coverage: `python -m fuzz.under_atheris TARGET [what libFuzzer takes]`. It needs atheris.

Half of the changes are libFuzzer's own, half those of the target's mutator, which knows the shape.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
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

        command = [sys.argv[0], f"-max_len={target.longest}", *target.options, *options]
        check = count_natively(atheris, make_check(target))
        atheris.Setup(command, check, custom_mutator=mutate)
        atheris.Fuzz()


def count_natively(atheris: Any, check: Callable[[bytes], None]) -> Callable[[bytes], None]:
    """`check`, with `fuzz/python_counters.pyx` for atheris's own functions; without a core that clang has built, `check` as it is.

    atheris puts its own in place when it begins, which is after this: so each input sees to it.
    """
    if find_spec("python_counters") is None:
        return check
    counters: Any = import_module("python_counters")
    functions = {
        "_reserve_counter": counters.reserve_counter,
        "_trace_branch": counters.trace_branch,
        "_trace_cmp": counters.trace_compare,
    }

    def check_counted(data: bytes) -> None:
        vars(atheris).update(functions)
        check(data)
        counters.register_counters()

    vars(atheris).update(functions)
    return check_counted


if __name__ == "__main__":
    main(sys.argv[1:])
