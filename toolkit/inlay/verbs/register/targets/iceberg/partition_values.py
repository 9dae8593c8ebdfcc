"""The partition of a file: one value for each field of the table's partition spec, by the folders of its path or by its bounds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple, cast

from pyiceberg import types as iceberg
from pyiceberg.conversions import from_bytes
from pyiceberg.partitioning import PartitionSpec
from pyiceberg.schema import Schema
from pyiceberg.transforms import (
    IdentityTransform,
    Transform,
    UnknownTransform,
    VoidTransform,
)
from pyiceberg.typedef import Record

from inlay.ground.refusals import RefusedError
from inlay.verbs.register.lake_file import LakeFile
from inlay.verbs.register.targets.iceberg.bounds import Convert
from inlay.verbs.register.targets.iceberg.folder_values import parse_folder_value

_FLOATS: Final = (iceberg.FloatType(), iceberg.DoubleType())


def list_kept(spec: PartitionSpec, schema: Schema) -> list[str]:
    """The columns whose values a partition has as they are."""
    return [
        schema.find_column_name(field.source_id) or ""
        for field in cast("tuple[Any, ...]", spec.fields)
        if isinstance(field.transform, IdentityTransform)
    ]


class LeafSource(NamedTuple):
    """Where a file has a column of the table, and how its bounds become those of the table."""

    leaf: int
    convert: Convert


class _Source(NamedTuple):
    """A field of a spec, and the column that it is made of: `leaf` is None if the file does not have it."""

    transform: Transform[Any, Any]
    column: str
    type: iceberg.PrimitiveType
    leaf: LeafSource | None


class PartitionReader:
    """For files of one schema; `leaves` by field id."""

    def __init__(
        self, spec: PartitionSpec, schema: Schema, leaves: Mapping[int, LeafSource]
    ) -> None:
        self._sources: list[_Source | None] = []
        # Of its transforms, the client says no types.
        for field in cast("tuple[Any, ...]", spec.fields):
            type_ = schema.find_type(field.source_id)
            assert isinstance(type_, iceberg.PrimitiveType)
            column = schema.find_column_name(field.source_id) or ""
            transform: Transform[Any, Any] = field.transform
            if isinstance(
                transform, VoidTransform
            ):  # a field that was dropped, as its column may be
                self._sources.append(None)
                continue
            if isinstance(transform, UnknownTransform):
                what = f"partition field {field.name}: pyiceberg does not know {transform}"
                raise RefusedError("partition", what)
            self._sources.append(_Source(transform, column, type_, leaves.get(field.source_id)))

    def read(self, file: LakeFile) -> Record:
        """Raises RefusedError for a file that no folder and no bounds put into one partition."""
        return Record(*[_read_value(source, file) for source in self._sources])


def _read_value(source: _Source | None, file: LakeFile) -> Any:
    if source is None:
        return None
    return _read_folder(source, file) if source.leaf is None else _prove(source, source.leaf, file)


def _read_folder(source: _Source, file: LakeFile) -> Any:
    """Readers give the value of a folder to all rows, but only where the partition has the column as it is."""
    if not isinstance(source.transform, IdentityTransform):
        what = f"is not in the file, and {source.transform} of it does not say its values"
        raise _refuse(source, what, file)
    if source.column not in file.partition:
        raise _refuse(source, f"is neither in the file nor in its path, {source.column}=...", file)
    text = file.partition[source.column]
    if text is None:
        return None
    value = parse_folder_value(source.type, text)
    if value is None:
        raise _refuse(source, f"is {source.type}, and its path says {text!r}", file)
    return value


def _prove(source: _Source, place: LeafSource, file: LakeFile) -> Any:
    """A column of the file is of one partition if its bounds are, both transformed alike, and if all of its values are null or none is.

    The folder proves nothing: readers take the values of the file.
    """
    leaf = file.record.leaves[place.leaf]
    transform = source.transform
    apply = transform.transform(source.type)
    if leaf.nulls is not None and leaf.nulls == leaf.values:
        value = apply(None)
    else:
        if leaf.nulls != 0:
            what = "has nulls beside values" if leaf.nulls else "has nulls that nobody counted"
            raise _refuse(source, what, file)
        lower = None if leaf.lower is None else place.convert(leaf.lower.raw)
        upper = None if leaf.upper is None else place.convert(leaf.upper.raw)
        if lower is None or upper is None:
            raise _refuse(source, f"has no bounds: {leaf.why or 'beyond those of the table'}", file)
        if source.type in _FLOATS and leaf.nans != 0:
            raise _refuse(source, "has NaNs that nobody counted", file)
        try:
            low, high = from_bytes(source.type, lower), from_bytes(source.type, upper)
        except UnicodeDecodeError:  # a writer may cut a bound within a character
            raise _refuse(source, "has a bound that is not UTF-8", file) from None
        value = apply(low)
        # A transform that keeps the order has one value between two equal ones; another one needs one value. Zeros of both signs are two.
        needs_one = source.type in _FLOATS or not transform.preserves_order
        if value != apply(high) or (needs_one and lower != upper):
            raise _refuse(source, "has values of several partitions, by its bounds", file)
    _require_folder(source, value, file)
    return value


def _require_folder(source: _Source, value: Any, file: LakeFile) -> None:
    if source.column not in file.partition:
        return
    if not isinstance(source.transform, IdentityTransform):
        return
    text = file.partition[source.column]
    said = None if text is None else parse_folder_value(source.type, text)
    if said != value:
        raise _refuse(source, f"is {value!r} in the file, and its path says {text!r}", file)


def _refuse(source: _Source, what: str, file: LakeFile) -> RefusedError:
    hint = "register files of one partition each, or take a table that this does not partition"
    return RefusedError(
        "partition", f"partition column {source.column} {what}; {hint}", path=file.path
    )
