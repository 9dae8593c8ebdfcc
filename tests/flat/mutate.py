"""Mutate buffers, and hold the verifier to its word: what it accepts can be traversed.

    python -m tests.flat.mutate [--count 1000000] [--seed 1]

A mutated buffer is refused with a DecodeError, or else all of this holds: repr, comparison and encode
do not fail; no byte outside of the buffer is read (the same traversal over the same bytes with others
behind them gives the same value); what is encoded decodes to the same value. Where the native core is
in use, it accepts what the pure verifier accepts and reads what pure Python reads. Exit code 1: an escape.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2]))

from inlay_runtime.errors import DecodeError
from inlay_runtime.flat import masked, table, verifier
from inlay_runtime.flat.table import Table
from inlay_runtime.limits import DEFAULT_LIMITS
from inlay_runtime.shown import whole
from tests.flat.sample import full, kitchen

WORDS: Final = [
    0,
    1,
    2,
    3,
    4,
    5,
    8,
    0x7F,
    0x80,
    0xFF,
    0xFFFC,
    0xFFFF,
    0x7FFFFFFF,
    0x80000000,
    0xFFFFFFF8,
    0xFFFFFFFF,
]
CANARY: Final = b"\xa5" * 64


class Escape(AssertionError):
    """A buffer that was accepted and does not hold what that promises."""


@cache
def bases() -> list[tuple[type[Table], bytes]]:
    """Verified buffers, large and small, that use every kind of field."""
    k = kitchen()
    whole = full()
    leaf = k.Leaf(value=5, name="leaf")
    values = [
        leaf,
        whole,
        whole.scalars,
        whole.optionals,
        whole.vectors,
        whole.structs,
        whole.unions,
        whole.needed,
        whole.carrier,
        whole.node,
        k.Unions(shape=leaf, anything=k.AnyText("text")),
        k.Vectors(texts=["a", "b"], shapes=[leaf, k.Empty()]),
        k.Vectors(anything=[k.AnyText("a"), k.AnyRgb(k.Rgb(r=1, g=2, b=3))], flags=[True]),
        k.Node(children=[k.Node(value=1), k.Node(next=k.Node())]),
        k.Kitchen(named=[k.Named(name="n", label="l")], keyed=[k.Keyed(id=1)]),
    ]
    return [(type(value), value.encode()) for value in values]


def mutated(random_: random.Random, data: bytes) -> bytes:
    """The buffer with one to four changes."""
    buffer = bytearray(data)
    for _ in range(random_.choice((1, 1, 1, 2, 2, 3, 4))):
        if not buffer:
            break
        at = random_.randrange(len(buffer))
        match random_.randrange(11):
            case 0 | 1:
                buffer[at] ^= 1 << random_.randrange(8)
            case 2:
                buffer[at] = random_.randrange(256)
            case 3:
                buffer[at] = (buffer[at] + random_.choice((-4, -2, -1, 1, 2, 4))) % 256
            case 4:
                _word(buffer, at & ~1, random_.choice(WORDS) & 0xFFFF, 2)
            case 5:
                _word(buffer, at & ~3, random_.choice(WORDS), 4)
            case 6:
                here = int.from_bytes(buffer[at & ~3 : (at & ~3) + 4], "little")
                delta = random_.choice((-8, -4, -1, 1, 4, 8))
                _word(buffer, at & ~3, (here + delta) % (1 << 32), 4)
            case 7:
                source = random_.randrange(len(buffer)) & ~3
                buffer[at & ~3 : (at & ~3) + 4] = buffer[source : source + 4]
            case 8:
                size = random_.choice((1, 2, 4, 8))
                del buffer[at : at + size]
            case 9:
                buffer[at:at] = bytes(random_.choice((1, 2, 4, 8)))
            case _:
                del buffer[at:]
    return bytes(buffer)


def _word(buffer: bytearray, at: int, value: int, size: int) -> None:
    if at + size <= len(buffer):
        buffer[at : at + size] = value.to_bytes(size, "little")


def check(cls: type[Table], data: bytes, *, eager: bool = False) -> str:
    """`refused` or `accepted`; raises Escape, or whatever escaped."""
    _cores_agree(cls, data)
    try:
        value = cls.decode(data, eager=eager)
    except DecodeError as error:
        if not 0 <= error.offset <= len(data) + 4:
            raise Escape(f"an error at offset {error.offset}") from error
        return "refused"
    shown = whole(value)
    if whole(_in_pure_python(value, data)) != shown:
        raise Escape("the native core reads something else")
    beyond = cls.from_verified(data + CANARY, eager=not eager)
    beyond.remainder = value.remainder
    if whole(beyond) != shown:
        raise Escape("a byte outside of the buffer was read")
    if value != beyond:
        raise Escape("equal values differ")
    written = value.encode()
    again = cls.decode(written)
    if whole(again) != shown:
        raise Escape("what was written is something else")
    return "accepted"


def _cores_agree(cls: type[Table], data: bytes) -> None:
    if verifier.native_verify is None:
        return
    found = verifier.native_verify(data, cls.SCHEMA, DEFAULT_LIMITS)
    try:
        expected = verifier.Verifier(data, DEFAULT_LIMITS).root(cls.SCHEMA)
    except DecodeError:
        expected = None
    if found != expected:
        raise Escape(f"native says {found}, pure {expected}")


def _in_pure_python(value: Table, data: bytes) -> Table:
    native, table.open_view = table.open_view, masked.open_view
    try:
        again = type(value).from_verified(data, eager=True)
    finally:
        table.open_view = native
    again.remainder = value.remainder
    return again


def run(count: int, seed: int) -> Iterator[tuple[str, bytes]]:
    random_ = random.Random(seed)
    for number in range(count):
        cls, data = random_.choice(bases())
        buffer = mutated(random_, data)
        try:
            yield check(cls, buffer, eager=bool(number % 2)), buffer
        except Exception as error:
            raise Escape(
                f"{cls.__name__}.decode(bytes.fromhex({buffer.hex()!r})): {error!r}"
            ) from error


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    bases()
    start = time.perf_counter()
    results: Counter[str] = Counter()
    slowest = 0.0
    last = start
    try:
        for result, _ in run(options.count, options.seed):
            results[result] += 1
            now = time.perf_counter()
            slowest, last = max(slowest, now - last), now
    except Escape as escape:
        print(escape)
        return 1
    seconds = time.perf_counter() - start
    print(
        f"{results.total():,} mutations in {seconds:.0f} s: {dict(results)}, slowest {slowest * 1000:.1f} ms"
    )
    return 0


def _main() -> Any:
    sys.exit(main())


if __name__ == "__main__":
    _main()


def accepted(seed: int, tries: int) -> Iterator[tuple[type[Table], bytes]]:
    """Of so many mutated buffers those that the verifier takes all the same: pieces may lie where others have theirs."""
    random_ = random.Random(seed)
    for _ in range(tries):
        cls, data = random_.choice(bases())
        changed = mutated(random_, data)
        try:
            cls.decode(changed)
        except DecodeError:
            continue
        yield cls, changed
