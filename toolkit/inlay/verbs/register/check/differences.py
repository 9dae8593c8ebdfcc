"""Where a table and the footer of a file say different things, and which of the differences lose rows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from enum import Enum
from math import copysign, isnan
from typing import Final, NamedTuple

from inlay.ground.wording.amounts import count
from inlay.verbs.register.check.held_file import Comparable, HeldColumn, HeldFile, make_comparable
from inlay.verbs.register.record import FileBound, FileRecord, LeafRecord
from inlay.verbs.register.schema.unite_columns import Path
from inlay_runtime.finding import Finding

_NOTHING: Final = HeldColumn()
BY_FOOTER: Final = "the footer"
BY_VALUES: Final = "the values"


class Weight(Enum):
    """`wrong` is false by the footer or the values, and loses rows or breaks readers. `unproved` may be true, and nothing says so.
    `absent` is what the footer gives and the table does not have: nothing is lost but time."""

    WRONG = "wrong"
    UNPROVED = "unproved"
    ABSENT = "absent"


class TableDifference(NamedTuple):
    weight: Weight
    finding: Finding

    def rename(self, names: Mapping[str, str]) -> TableDifference:
        """At the column that people know by another name than files have."""
        at = names.get(self.finding.at, self.finding.at)
        return (
            self if at == self.finding.at else self._replace(finding=replace(self.finding, at=at))
        )


def list_differences(
    held: HeldFile,
    own: HeldFile,
    record: FileRecord,
    leaves: Mapping[Path, LeafRecord | None],
    by: str = BY_FOOTER,
) -> Iterator[TableDifference]:
    """`leaves` has the leaf of each column of the table; None for one that the file lacks, where all rows are null. `own` is what we would
    write: a bound that no sound entry has is not missed. `by` is what the leaves are known by."""
    yield from _compare_counts(held, record)
    for path, leaf in leaves.items():
        column = held.columns.get(path, _NOTHING)
        name = ".".join(path)
        ours = own.columns.get(path, _NOTHING)
        yield from _list_absent(name, column, ours)
        if leaf is None:
            yield from _compare_nulls(name, column, record.rows, by)
            continue
        yield from _compare_bound(name, column.lower, leaf, leaf.lower, by, is_lower=True)
        yield from _compare_bound(name, column.upper, leaf, leaf.upper, by, is_lower=False)
        yield from _compare_nulls(name, column, leaf.nulls, by)
        if leaf.nans and column.upper is not None and ours.upper is None:
            yield from _doubt_upper(name, column.upper, leaf.nans)
        if column.nans is not None and leaf.nans is not None and column.nans != leaf.nans:
            what = f"{column.nans:,} NaNs in the table, and {leaf.nans:,} by {by}"
            yield TableDifference(Weight.WRONG, Finding("nan-count", None, what, name))


def _doubt_upper(name: str, upper: Comparable, nans: int) -> Iterator[TableDifference]:
    """Iceberg's specification has NaN beside all bounds, Delta's behind them, and engines are of both minds."""
    if not (isinstance(upper, float) and isnan(upper)):
        what = (
            f"the upper bound {_show(upper)}, and {nans:,} NaNs, which many engines take for larger"
        )
        yield TableDifference(Weight.UNPROVED, Finding("nan-above", None, what, name))


def _list_absent(name: str, held: HeldColumn, own: HeldColumn) -> Iterator[TableDifference]:
    for end, said, ours in (
        ("lower", held.lower, own.lower),
        ("upper", held.upper, own.upper),
    ):
        if said is None and ours is not None:
            what = f"no {end} bound, and the footer gives {_show(ours)}"
            yield TableDifference(Weight.ABSENT, Finding("no-bound", None, what, name))
    if held.nulls is None and own.nulls is not None:
        what = f"no count of nulls, and the footer has {own.nulls:,}"
        yield TableDifference(Weight.ABSENT, Finding("no-null-count", None, what, name))


def _compare_counts(held: HeldFile, record: FileRecord) -> Iterator[TableDifference]:
    if held.rows is not None and held.rows != record.rows:
        what = f"{count(held.rows, 'row')} in the table, and {record.rows:,} in the file"
        yield TableDifference(Weight.WRONG, Finding("row-count", None, what))
    if held.size is not None and held.size != record.size:
        what = f"{count(held.size, 'byte')} in the table, and the file has {record.size:,}"
        hint = "a reader looks for the footer elsewhere; if the file was rewritten, register it with --replace"
        yield TableDifference(Weight.WRONG, Finding("file-size", None, what, "", hint))


def _compare_bound(
    name: str,
    held: Comparable | None,
    leaf: LeafRecord,
    bound: FileBound | None,
    by: str,
    *,
    is_lower: bool,
) -> Iterator[TableDifference]:
    """A bound of the table that is further out than the file's is a cut one, and right."""
    end = "lower" if is_lower else "upper"
    known = make_comparable(leaf.decode(bound))
    if held is None:
        return
    if isinstance(held, float) and isnan(held):
        what = f"the {end} bound is NaN, which is none"
        yield TableDifference(Weight.WRONG, Finding("nan-bound", None, what, name))
        return
    if known is None:
        why = f": {leaf.why}" if leaf.why else ""
        what = f"the {end} bound {_show(held)} is not proved by {by}{why}"
        yield TableDifference(Weight.UNPROVED, Finding("unproved-bound", None, what, name))
        return
    if not _is_inside(held, known, is_lower=is_lower):
        return
    # The footer's zeros are widened: which of both is there, it does not say.
    if bound is not None and bound.is_exact and known != held:
        beyond = "below" if is_lower else "above"
        what = f"the {end} bound {_show(held)}, and the file has {_show(known)}, which is {beyond}"
        yield TableDifference(Weight.WRONG, Finding("false-bound", None, what, name))
    else:
        what = f"the {end} bound {_show(held)}, and the footer proves only {_show(known)}"
        yield TableDifference(Weight.UNPROVED, Finding("unproved-bound", None, what, name))


def _is_inside(held: Comparable, known: Comparable, *, is_lower: bool) -> bool:
    """Whether the value that is known is beyond the bound. Values of two kinds are not compared: then the table decodes them otherwise."""
    if isinstance(held, bytes) is not isinstance(known, bytes):
        return True
    low, high = (held, known) if is_lower else (known, held)
    if isinstance(low, float) and isinstance(high, float) and low == high:
        return copysign(1, low) > copysign(1, high)
    if isinstance(low, bytes) or isinstance(high, bytes):
        return isinstance(low, bytes) and isinstance(high, bytes) and low > high
    return low > high


def _compare_nulls(
    name: str, column: HeldColumn, nulls: int | None, by: str
) -> Iterator[TableDifference]:
    """Files are passed over for IS NULL where the count is 0, and for all else where it is that of the rows."""
    if column.nulls is None:
        return
    if nulls is None:
        what = f"{count(column.nulls, 'null')}, which is not proved by {by}"
        yield TableDifference(Weight.UNPROVED, Finding("unproved-null-count", None, what, name))
    elif column.nulls != nulls:
        what = f"{count(column.nulls, 'null')} in the table, and {nulls:,} by {by}"
        yield TableDifference(Weight.WRONG, Finding("null-count", None, what, name))


def _show(value: Comparable) -> str:
    """As JSON would have it, and cut."""
    if not isinstance(value, bytes):
        return str(value)
    text = value.decode("utf-8", "backslashreplace")
    return repr(text if len(text) <= 40 else f"{text[:37]}...")
