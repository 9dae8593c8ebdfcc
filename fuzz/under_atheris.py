"""One target led by coverage: `python -m fuzz.under_atheris TARGET [what libFuzzer takes]`. It needs atheris.

Half of the changes are libFuzzer's own, half those of the target's mutator, which knows the shape.
"""

from __future__ import annotations

import gc
import shlex
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any, Final, TypeAlias

from fuzz.sampling import make_check
from fuzz.target import CODE, load_target

Check: TypeAlias = Callable[[bytes], None]

SEEDED: Final = 1024
"""Changes to one seed of chance: seeding takes longer than most changes."""

ROOM: Final = 1 << 17
"""Words of the frame that the fuzzer runs in; Python takes twice as much, or more, for the piece of its stack."""


def main(arguments: Sequence[str]) -> None:
    atheris: Any = import_module("atheris")
    name, *options = arguments
    # Modules that functions import are instrumented, too, so this stays open while the target runs.
    with atheris.instrument_imports(include=list(CODE)):
        count = choose_counters(atheris)
        target = load_target(name)
        check = count(make_check(target))
        rng = Random()

        def mutate(data: bytes, longest: int, seed: int) -> bytes:
            if seed % SEEDED == 0:
                rng.seed(seed)
            if seed % 2:
                changed: bytes = atheris.Mutate(data, longest)
                return changed
            return target.mutate(bytes(data), rng)[:longest]

        # libFuzzer runs it by a shell, again and again, to make an input smaller that breaks the law.
        itself = shlex.join([sys.executable, "-m", "fuzz.under_atheris", name])
        command = [itself, f"-max_len={target.longest}", *target.options, *options]
        atheris.Setup(command, check, custom_mutator=mutate)
        gc.freeze()  # what was imported stays, and need not be looked through again and again
        call_with_room(atheris.Fuzz)


def call_with_room(function: Callable[[], None]) -> None:
    """Calls it in a frame so large that Python's stack has room behind it for the frames of all that is called.

    That stack grows by pieces of 16 KiB. Where a piece ends in the midst of an input, each call across its end maps memory, and
    each return gives it back.
    """

    def call() -> None:
        function()

    call.__code__ = call.__code__.replace(co_stacksize=ROOM)
    call()


def choose_counters(atheris: Any) -> Callable[[Check], Check]:
    """Has all that is instrumented from now on call `fuzz/python_counters.pyx`, where a core that clang has built is there.

    Gives what a check has to be wrapped in: atheris puts its own functions back when it begins, and libFuzzer has to be told of
    the branches of what was imported meanwhile.
    """
    if find_spec("python_counters") is None:
        return lambda check: check
    counters: Any = import_module("python_counters")
    functions = {
        "_reserve_counter": counters.reserve_counter,
        "_trace_branch": counters.trace_branch,
        "_trace_cmp": counters.trace_compare,
    }
    vars(atheris).update(functions)

    def count(check: Check) -> Check:
        def check_counted(data: bytes) -> None:
            vars(atheris).update(functions)
            check(data)
            counters.register_counters()

        return check_counted

    return count


if __name__ == "__main__":
    main(sys.argv[1:])
