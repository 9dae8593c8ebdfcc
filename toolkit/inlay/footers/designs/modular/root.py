"""The root of a modular footer: what it says, checked, before anything else is believed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from inlay.footers.designs.fetch import Range
from inlay.footers.designs.modular.frame import SIZE, read_frame
from inlay.footers.designs.modular.placement import find_native
from inlay.footers.designs.modular.supplement import KIND, SEAL_SIZE, Said, Seal, read_seal
from inlay.footers.designs.ranges import Placed, Tail
from inlay.ground.wording.amounts import count
from inlay_runtime.errors import InvalidValueError, MissingFieldError
from inlay_runtime.packed import read_small_fields
from parquet_format.modular import ModularFooter, ModuleKind

_CHUNKS_A_BYTE = 64
"""Chunks for which a byte of a footer may stand: arrays of equal numbers take no bytes, and answers do."""


native_root = find_native("read_root")


class Root(NamedTuple):
    """What the root says, and where it begins in the file; where modules lie by their kind, and what offsets count from."""

    version: int
    num_row_groups: int
    num_columns: int
    num_rows: int
    row_group_num_rows: list[int]
    start: int
    modules: dict[int, Range]
    base: int
    seal: Seal | None


def read_root(tail: Tail) -> Root:
    """The root at the end of a footer. Raises DecodeError for what breaks a rule."""
    footer = tail.footer
    end = footer.offset + footer.length
    if native_root is not None:
        natively = native_root(tail.data, footer.offset, end)
        if natively is not None:
            return _root_of(*natively)
    frame = read_frame(tail.data, end)
    if frame.start != footer.offset:
        what = f"the frame says that the footer begins at {frame.start}"
        raise InvalidValueError(what, end - SIZE, "frame")
    start = frame.start + frame.root
    seal_start = max(start - SEAL_SIZE, footer.offset)
    before, rest = tail.read([Range(seal_start, start - seal_start), Range(start, end - start)])
    with Placed(start, "root"):
        read_small_fields(rest, 0, len(rest) - SIZE)  # it ends where the frame begins
        root = ModularFooter.decode(bytes(rest[:-SIZE]))
    _check_counts(root, footer, start)
    sealed = read_seal(before, rest, start)
    modules, base = _modules(root, footer.offset, start)
    if (KIND in modules) != (sealed is not None):
        raise InvalidValueError(
            "the directory and the bytes before the root differ about a seal", start
        )
    rows = root.row_group_num_rows
    return Root(
        root.version,
        root.num_row_groups,
        root.num_columns,
        root.num_rows,
        rows,
        start,
        modules,
        base,
        sealed,
    )


def _root_of(
    counts: tuple[int, int, int, int],
    rows: list[int],
    start: int,
    listed: Sequence[tuple[int, int, int]],
    base: int,
    seal: tuple[int, int, int, int, int, int] | None,
) -> Root:
    """What the native core has read."""
    modules = {kind: Range(offset, length) for kind, offset, length in listed}
    sealed = None if seal is None else Seal(*seal[:5], Said(seal[5]))
    return Root(*counts, rows, start, modules, base, sealed)


def _check_counts(root: ModularFooter, footer: Range, start: int) -> None:
    groups, columns = root.num_row_groups, root.num_columns
    if min(groups, columns, root.num_rows, *root.row_group_num_rows, 0) < 0:
        raise InvalidValueError("a count is negative", start, "root")
    if groups != len(root.row_group_num_rows):
        what = f"{count(groups, 'row group')}, and rows of {len(root.row_group_num_rows)}"
        raise InvalidValueError(what, start, "root")
    if max(columns, columns * groups) > _CHUNKS_A_BYTE * footer.length:
        what = f"{count(columns, 'column')} in {count(groups, 'row group')}, in {count(footer.length, 'byte')}"
        raise InvalidValueError(what, start, "root")


def _modules(root: ModularFooter, begin: int, end: int) -> tuple[dict[int, Range], int]:
    """Where modules lie in the file, and what offsets count from: the start of the file where all of them are right so,
    else the start of the footer."""
    entries = [
        (int(entry.kind), (location := entry.location).offset, location.length)
        for entry in root.modules
    ]
    is_absolute = all(begin <= at and at + length <= end for _, at, length in entries)
    base = 0 if is_absolute else begin
    modules = {kind: Range(base + at, length) for kind, at, length in entries}
    if len(modules) != len(entries):
        raise InvalidValueError("a kind of module comes twice", end, "root")
    for kind in (ModuleKind.SCHEMA, ModuleKind.PLACEMENT):
        if kind not in modules:
            raise MissingFieldError(f"the module {kind.name} is missing", end, "root")
    last = begin
    for at, length in sorted(modules.values()):
        if length <= 0 or at < last or at + length > end:
            what = f"a module of {count(length, 'byte')} at {at}, and {last} to {end} are left"
            raise InvalidValueError(what, end, "root")
        last = at + length
    return modules, base
