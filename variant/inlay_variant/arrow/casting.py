"""How values of other types than the wanted one are taken: which casts there are, and what becomes of a value without one.

The table is in `docs/variant_casts.md`. Spark's casts are done by what is fastest: values that lose nothing natively, common
pairs of types by pyarrow (`fast_casts`), and the rest one by one, each different value once (`cast_spark`).
"""

from __future__ import annotations

from datetime import UTC, tzinfo
from typing import Final, Literal, NamedTuple, TypeAlias, cast

import pyarrow as pa

from inlay_runtime.errors import DecodeError, EncodeError, RequestError
from inlay_variant.arrow import kernels
from inlay_variant.arrow.cast_spark import UNKNOWN_LEAVES, cast_as_spark
from inlay_variant.arrow.fast_casts import cast_in_bulk
from inlay_variant.storage.arrow_classes import Array, pc
from inlay_variant.storage.arrow_values import binary, flag
from inlay_variant.storage.columns import build_leaf_array, bytes_of
from inlay_variant.storage.leaves import VariantLeaf
from inlay_variant.value.containers import OBJECT
from inlay_variant.value.decode import read_scalar, read_value
from inlay_variant.value.errors import CastError, StorageError, damaged
from inlay_variant.value.kinds import name_kind
from inlay_variant.value.limits import VariantLimits
from inlay_variant.value.metadata import read_metadata
from inlay_variant.value.primitives import PrimitiveType, Scalar
from inlay_variant.value.spark_text import write_inside, write_json
from inlay_variant.value.time_zones import require_zone

Cast: TypeAlias = Literal["strict", "spark"]
"""Only casts that lose nothing, or all that Spark has."""

_NULL: Final = binary(b"\0")


class Casting(NamedTuple):
    """Which casts there are; `raises` makes a value without one a CastError, which is null otherwise."""

    is_spark: bool
    raises: bool
    zone: tzinfo


LOSSLESS: Final = Casting(is_spark=False, raises=False, zone=UTC)


def choose_casting(table: str | None, timezone: str, *, raises: bool = True) -> Casting:
    """None is the strict table, without errors. Raises RequestError for another name, and TimeZoneError."""
    if table not in (None, "strict", "spark"):
        raise RequestError(f"{table!r} is not a table of casts: there are 'strict' and 'spark'")
    return Casting(table == "spark", raises and table is not None, require_zone(timezone))


def require_spark_leaf(leaf: VariantLeaf, type_: pa.DataType) -> None:
    """Raises StorageError for a type that Spark does not have."""
    if leaf.type in UNKNOWN_LEAVES:
        raise StorageError("type", f"Spark has no {type_}, so it has no casts to it")


def needs_names(leaf: VariantLeaf, casting: Casting) -> bool:
    """Whether objects become values of the type, so that the dictionary is looked at: as JSON."""
    return casting.is_spark and leaf.type == PrimitiveType.STRING


def cast_values(
    values: Array, metadata: Array, leaf: VariantLeaf, casting: Casting, limits: VariantLimits
) -> Array:
    """Encoded values as a typed column; a Variant null is null. `metadata` is looked at where `needs_names` says so.

    Raises DamagedRowError and CastError.
    """
    if not casting.is_spark:
        return kernels.cast_values(values, leaf, strict=casting.raises)
    exact = kernels.cast_values(values, leaf, strict=False)
    left = pc.and_(exact.is_null(), pc.fill_null(pc.not_equal(values, _NULL), flag(False)))
    if not left.true_count:
        return exact
    rows = pc.indices_nonzero(left)
    cast_ = cast_in_bulk(values.take(rows), leaf, casting.zone)
    if cast_.null_count and needs_names(leaf, casting):
        texts = _write_natively(values.take(rows), metadata.take(rows), casting.zone, limits)
        cast_ = cast_ if texts is None else pc.coalesce(cast_, texts)
    if cast_.null_count:
        missing = cast_.is_null()
        others = rows.filter(missing)
        slow = _cast_each(values, metadata, others, leaf, casting, limits)
        cast_ = pc.replace_with_mask(cast_, missing, slow)
    if casting.raises and cast_.null_count:
        row = cast(int, rows[pc.index(cast_.is_null(), True).as_py()].as_py())
        raise make_cast_error(row, cast(bytes, values[row].as_py()), leaf.arrow)
    merged: Array = pc.replace_with_mask(exact, left, cast_)
    return merged


def make_cast_error(row: int, value: bytes, wanted: pa.DataType) -> CastError:
    """The error of a value that the wanted type does not take."""
    kind = name_kind(value)
    return CastError(row, "$", f"is not {wanted} but {kind}", kind, wanted)


def _cast_each(
    values: Array,
    metadata: Array,
    rows: Array,
    leaf: VariantLeaf,
    casting: Casting,
    limits: VariantLimits,
) -> Array:
    """The values of some rows, one by one in Python."""
    known: dict[bytes, bytes | None] = {}
    payloads: list[bytes | None] = []
    numbers = cast("list[int]", rows.to_pylist())
    for row, value in zip(numbers, bytes_of(values.take(rows)), strict=True):
        assert value is not None
        if value not in known:
            try:
                if not value or value[0] & 3 < OBJECT:
                    scalar = read_scalar(value, 0, len(value))
                    known[value] = cast_as_spark(leaf, scalar, casting.zone)
                elif needs_names(leaf, casting):
                    # Not remembered: the same bytes have other names with another dictionary.
                    dictionary = cast(bytes, metadata[row].as_py())
                    payloads.append(_write(value, dictionary, casting.zone, limits))
                    continue
                else:
                    known[value] = None
            except DecodeError as error:
                raise damaged(row, error) from None
        payloads.append(known[value])
    return build_leaf_array(leaf, payloads)


def _write_natively(
    values: Array, metadata: Array, zone: tzinfo, limits: VariantLimits
) -> Array | None:
    """Objects and arrays as JSON; what is null is written one by one."""

    def write_other(type_: int, payload: bytes) -> bytes | None:
        try:
            return write_inside(Scalar(type_, payload), zone).encode()
        except (EncodeError, UnicodeDecodeError):
            return None

    storage = pa.StructArray.from_arrays([metadata, values], ["metadata", "value"])
    return kernels.write_json(storage, limits, write_other)


def _write(value: bytes, dictionary: bytes, zone: tzinfo, limits: VariantLimits) -> bytes | None:
    tree = read_value(value, read_metadata(dictionary, limits), limits)
    try:
        return write_json(tree, zone).encode()
    except EncodeError:
        return None
