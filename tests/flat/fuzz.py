"""Holds the native reader and writer of FlatBuffers against the pure ones: `python -m tests.flat.fuzz --seeds 0:10000`.

Values that do not belong are put into arbitrary slots, and bytes are changed in buffers that nobody verifies. A
sample of it is in the tests; `make sanitize` runs one under the sanitizers.
"""

from __future__ import annotations

import random
import struct
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any, cast

from inlay.footers.conversion.sharing import SharingBuilder
from inlay_runtime.errors import InlayError
from inlay_runtime.flat import builder, masked, table
from inlay_runtime.flat.builder import TableBuilder
from inlay_runtime.flat.table import Table
from inlay_runtime.flat.verifier import verify
from inlay_runtime.limits import DEFAULT_LIMITS, Limits
from inlay_runtime.shown import whole
from inlay_runtime.union import Variant
from tests.flat.mutate import bases, mutated
from tests.flat.wrong_values import WRONG

WRONG_BUFFER = (
    ValueError,
    AssertionError,
    TypeError,
    RecursionError,
    struct.error,
    InlayError,
)
"""What reading a buffer that nobody verified may end in."""


def by_pure(value: Table, limits: Limits, sharing: bool) -> bytes:
    made = SharingBuilder(limits) if sharing else TableBuilder(limits)
    return made.finish(made.table(type(value), value), value.SCHEMA.identifier)


def agree(value: Table, limits: Limits = DEFAULT_LIMITS) -> bool:
    """Holds the native writer against the pure builder, which decides; whether it took the value."""
    assert builder.native_encode is not None
    taken = True
    for sharing in (False, True):
        found = builder.native_encode(value, limits, sharing)
        if found is None:
            taken = False
        else:
            assert found == by_pure(value, limits, sharing)
    return taken


def read_alike(cls: type[Table], data: bytes) -> bool:
    """Holds the native reader against the pure views; whether the buffer was one that may be read. It
    must not be harmed by any other, either."""
    assert table.read_table is not None
    natively = table.read_table
    try:
        position = verify(data, cls.SCHEMA, DEFAULT_LIMITS).position
    except InlayError:
        with suppress(*WRONG_BUFFER):
            whole(natively(cls, data, int.from_bytes(data[:4], "little"), None))
        with suppress(*WRONG_BUFFER):
            whole(cls.from_verified(data))
        return False
    found: Any = natively(cls, data, position, None)
    assert whole(cls.from_verified(data)) == whole(found)
    before = table.read_table, table.open_view
    table.read_table, table.open_view = None, masked.open_view
    try:
        assert whole(cls.from_verified(data, eager=True)) == whole(found)
    finally:
        table.read_table, table.open_view = before
    return True


def tables_in(value: object) -> Iterator[Table]:
    if isinstance(value, Variant):
        yield from tables_in(value.value)
    elif isinstance(value, list):
        for element in cast("list[object]", value):
            yield from tables_in(element)
    elif isinstance(value, Table):
        yield value
        for field in value.SCHEMA.fields:
            yield from tables_in(getattr(value, field.slot))


def one_seed(seed: int) -> int:
    """How many of the buffers with changed bytes may be read all the same."""
    rng = random.Random(f"flat {seed}")
    alike = 0
    for _ in range(10):
        cls, data = rng.choice(bases())
        value: Table = cls.decode(data)
        assert agree(value)
        chosen = rng.choice([one for one in tables_in(value) if one.SCHEMA.fields] or [None])
        if chosen is not None:
            setattr(chosen, rng.choice(chosen.SCHEMA.fields).slot, rng.choice(WRONG)())
            with suppress(RecursionError):
                agree(value)
        alike += read_alike(cls, mutated(rng, data))
    return alike


def main(arguments: Sequence[str]) -> None:
    assert arguments[:1] == ["--seeds"], "--seeds FIRST:LAST"
    first, _, last = arguments[1].partition(":")
    alike = sum(map(one_seed, range(int(first), int(last))))
    print(f"{alike} changed buffers that the verifier accepts")


if __name__ == "__main__":
    main(sys.argv[1:])
