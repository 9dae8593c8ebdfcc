"""The placement of a modular footer: its arrays where they lie, and answers straight from them.

`native_modular.pyx` does the same in C, in one go, and leaves what breaks a rule to what is here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple
from zlib import crc32

import pyarrow as pa

from inlay.footers.designs.answer_schemas import PLACEMENT
from inlay.footers.designs.arrow_buffers import wrap_expanded_int64s, wrap_int32s, wrap_int64s
from inlay.footers.designs.modular.array_pages import locate_all_dense
from inlay.footers.designs.wanted import WantedChunks
from inlay.ground.arrow_rows import make_batch
from inlay_runtime.core import load_native
from inlay_runtime.errors import InvalidValueError
from inlay_runtime.packed import Expanded, PackedBits, Runs, pick_firsts, read_small_fields, take

NATIVE: Final = "inlay.footers.designs.modular.native_modular"
_SIZES = (8, 8, 8, 8, 4)


def find_native(name: str) -> Callable[..., Any] | None:
    """A function of the native module; all of them give None for what is left to Python."""
    compiled = load_native(NATIVE)
    return None if compiled is None else getattr(compiled, name)


native_place = find_native("place")
native_sum = find_native("sum_columns")


class Placement(NamedTuple):
    """The arrays of the module in its bytes, of so many columns and row groups."""

    module: bytes | memoryview
    columns: int
    row_groups: int
    streams: tuple[PackedBits, ...]
    """Offsets of data pages, compressed and uncompressed sizes, numbers of values, codecs."""
    first_dictionary_pages: PackedBits
    dictionary_page_offsets: PackedBits


class Taken(NamedTuple):
    """What the arrays say of some chunks, and where their dictionary pages lie."""

    values: list[bytes]
    dictionaries: Expanded


def read_placement(module: bytes | memoryview, columns: int, row_groups: int) -> Placement:
    """Raises DecodeError for a module that breaks a rule. Arrays that no answer needs are checked as well."""
    fields = read_small_fields(module, 0, len(module))
    chunks = columns * row_groups
    dictionary_page = fields.get(3)
    count = dictionary_page.get(3) if isinstance(dictionary_page, dict) else 0
    wanted = (
        *((at, chunks) for at in (1, 4, 5, 6, 7)),
        (2, chunks + 1),
        (3, count if isinstance(count, int) else 0),
        (8, columns),
        (9, chunks),
    )
    streams = locate_all_dense(module, fields, wanted)
    return Placement(module, columns, row_groups, tuple(streams[:5]), streams[5], streams[6])


def runs_of(columns: Sequence[int], row_groups: Sequence[int], count: int) -> Runs:
    """The positions of these chunks in column-major order, `count` row groups to a column; ranges are of all."""
    if isinstance(row_groups, range) and len(row_groups) == count:
        if isinstance(columns, range):
            return ((columns.start * count, len(columns) * count),)
        return [(column * count, count) for column in columns]
    return [(column * count + group, 1) for column in columns for group in row_groups]


def take_chunks(placement: Placement, runs: Runs) -> Taken:
    """Raises DecodeError for a value that an answer cannot have, and for dictionary pages out of order."""
    module = placement.module
    return Taken(
        take(module, placement.streams, runs, _SIZES),
        pick_firsts(
            module, placement.first_dictionary_pages, placement.dictionary_page_offsets, runs
        ),
    )


def crc_of(taken: Taken) -> int:
    """The checksum of what is answered for one column."""
    crc = 0
    for values in taken.values:
        crc = crc32(values, crc)
    dictionaries = taken.dictionaries
    return crc32(dictionaries.values + (dictionaries.validity or b""), crc)


def iterate_columns(placement: Placement, columns: Sequence[int]) -> Iterator[Taken]:
    """What the arrays say of each of these columns."""
    groups = placement.row_groups
    return (take_chunks(placement, ((column * groups, groups),)) for column in columns)


def sum_columns(module: bytes, columns: int, row_groups: int) -> list[int]:
    """The checksum of each column."""
    if native_sum is not None:
        sums: list[int] | None = native_sum(module, columns, row_groups)
        if sums is not None:
            return sums
    placement = read_placement(module, columns, row_groups)
    return [crc_of(taken) for taken in iterate_columns(placement, range(columns))]


def check_columns(taken: Iterable[Taken], columns: Sequence[int], crcs: Sequence[int]) -> None:
    """Raises InvalidValueError where a CRC says that one of these columns is not what was written."""
    for column, chunks, crc in zip(columns, taken, crcs, strict=True):
        if crc_of(chunks) != crc:
            raise InvalidValueError(f"the CRC of the placement of column {column} differs", 0)


def answer_placement(
    module: bytes | memoryview,
    columns: int,
    row_groups: int,
    wanted: WantedChunks,
    crcs: Sequence[int] | None,
) -> pa.RecordBatch:
    """The answer, `PLACEMENT`, out of a module of so many columns and row groups. `crcs` has the checksum of each column that is
    wanted, or is None.

    Raises DecodeError for a module that breaks a rule, and where a checksum differs.
    """
    if native_place is not None:
        batch: pa.RecordBatch | None = native_place(
            module,
            columns,
            row_groups,
            wanted.columns,
            wanted.row_groups,
            crcs,
            pa.RecordBatch,
            PLACEMENT,
        )
        if batch is not None:
            return batch
    placement = read_placement(module, columns, row_groups)
    taken = take_chunks(placement, runs_of(wanted.columns, wanted.row_groups, row_groups))
    if crcs is not None:
        check_columns(iterate_columns(placement, wanted.columns), wanted.columns, crcs)
    rows = len(wanted)
    data_pages, compressed, uncompressed, values, codecs = taken.values
    return make_batch(
        [
            *wanted.ordinals(),
            wrap_int64s(data_pages, rows),
            wrap_expanded_int64s(taken.dictionaries, rows),
            wrap_int64s(compressed, rows),
            wrap_int64s(uncompressed, rows),
            wrap_int64s(values, rows),
            wrap_int32s(codecs, rows),
        ],
        PLACEMENT,
    )
