"""Values of every class through the native core of an encoding and back; some pages through the pure core as well."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from itertools import cycle
from typing import Any, Final, Generic, NamedTuple, TypeVar

import numpy as np

from inlay.pages.encodings.alp.float_kind import FloatKind
from inlay.pages.encodings.pfor.integer_kind import IntegerKind

PAGE: Final = 1_000_000
PURE_PAGE: Final = 2_000
PURE_EVERY: Final = 50
"""Pages."""

Chance = np.random.Generator
Write = Callable[[memoryview], "bytes | None"]
Read = Callable[[memoryview, int], "bytes | None"]


class Cores(NamedTuple):
    """Both ways, natively and in Python."""

    write: Write
    read: Read
    write_pure: Write
    read_pure: Read


Kind = TypeVar("Kind", FloatKind, IntegerKind)


class Class(NamedTuple, Generic[Kind]):
    """Values of a kind, a page of them at a time."""

    draw: Callable[[Chance, Kind], np.ndarray[Any, Any]]
    kind: Kind

    @property
    def name(self) -> str:
        return f"{self.draw.__name__}, {self.kind.bits} bits"


def send_classes(
    prog: str, classes: Sequence[Class[Kind]], prepare: Callable[[memoryview, Kind], Cores]
) -> int:
    """The script: one page of each class in turn, until there were enough values. The exit code.

    `prepare` gives the cores for the values of a chunk.
    """
    parser = argparse.ArgumentParser(prog=prog)
    parser.add_argument("--values", type=int, default=1_000_000_000)
    wanted = parser.parse_args().values
    chance = np.random.default_rng(10)
    done = bytes_in = bytes_out = 0
    for number, each in enumerate(cycle(classes)):
        values = memoryview(each.draw(chance, each.kind).tobytes())
        cores = prepare(values, each.kind)
        page = cores.write(values)
        if page is None or cores.read(memoryview(page), PAGE) != bytes(values):
            print(f"{each.name}, after {done:,} values: other bits")
            return 1
        if number % PURE_EVERY < len(classes) and not are_alike(
            cores, values[: PURE_PAGE * each.kind.size]
        ):
            print(f"{each.name}, after {done:,} values: the cores differ")
            return 1
        done, bytes_in, bytes_out = done + PAGE, bytes_in + len(values), bytes_out + len(page)
        if done >= wanted:
            break
    print(f"{done:,} values came back bit for bit, {bytes_out / bytes_in:.2f} of their bytes")
    return 0


def are_alike(cores: Cores, values: memoryview) -> bool:
    """Whether both cores write the same bytes, and read them."""
    page = cores.write(values)
    return page == cores.write_pure(values) and (
        cores.read_pure(memoryview(page or b""), PURE_PAGE) == bytes(values)
    )
