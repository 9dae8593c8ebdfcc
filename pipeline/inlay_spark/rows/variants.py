"""VARIANT columns, shredded or not, as the two byte strings that Spark's own type is made of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, TypeAlias, cast

import pyarrow as pa
import pyarrow.compute

from inlay.variant import PrimitiveType, RowError, Scalar, StorageError, Variant
from inlay_spark.rows.errors import UnreadableError, UnreadableRowError
from inlay_variant.arrow.shredding import unshred
from inlay_variant.arrow.sound_types import check_group
from inlay_variant.arrow.variant_type import VariantType, wrap
from inlay_variant.storage.leaves import VariantLeaf
from inlay_variant.storage.normalize_storage import normalize_storage
from inlay_variant.storage.shape import METADATA, TYPED, VALUE, Elements, Entries, Fields, Group
from inlay_variant.value.containers import OBJECT
from inlay_variant.value.decode import step_of
from inlay_variant.value.nodes import Node

Array: TypeAlias = "pa.Array[Any]"

NOT_OF_SPARK: Final = (
    PrimitiveType.TIME_NTZ,
    PrimitiveType.TIMESTAMP_NANOS,
    PrimitiveType.TIMESTAMP_NTZ_NANOS,
)
"""What Spark 4.3 does not know: UNKNOWN_PRIMITIVE_TYPE_IN_VARIANT."""

_HEADERS: Final = frozenset(type_ << 2 for type_ in NOT_OF_SPARK)
"""The first bytes of such values; other bytes may look the same."""

_ANY_HEADER: Final = "[" + "".join(f"\\x{header:02x}" for header in sorted(_HEADERS)) + "]"

_NULL: Final = pa.scalar(b"\x00", pa.binary())
_NO_NAMES: Final = pa.scalar(b"\x01\x00\x00", pa.binary())

_compute: Final[Any] = pyarrow.compute


def is_variant(type_: pa.DataType) -> bool:
    """Whether Spark calls this Arrow type a variant."""
    return pa.types.is_struct(type_) and any(
        (field.metadata or {}).get(b"variant") == b"true" for field in type_
    )


def conform_variant(
    array: Array, type_: pa.StructType, name: str, *, tolerant: bool = False
) -> Array:
    """Storage of Variants, whoever annotated it or did not, as `type_`: value and metadata.

    What is not shredded is handed on as it is, without a look at the bytes, as Spark does. Shredded columns are put
    together; UnreadableRowError where they contradict each other, or hold a type that Spark does not have. `tolerant` as `unshred`
    has it: then every value is looked at, and fields are put in order.
    """
    if not isinstance(array, pa.StructArray):
        raise UnreadableError(f"{name} is {array.type}, which is not a VARIANT")
    group = _group(array.type, name)
    try:
        shredded = normalize_storage(array, group)
        plain = cast("pa.StructArray", unshred(wrap(shredded), tolerant=tolerant).storage)
    except StorageError as error:
        raise UnreadableError(f"{name}.{error}") from None
    except RowError as error:
        raise UnreadableRowError(name, error.row, f"{error.path}: {error.reason}") from None
    if plain.type != shredded.type and _may_be_of_others(shredded, group):
        _refuse_types_of_others(plain, name)
    children = {
        VALUE: _compute.fill_null(plain.field(VALUE), _NULL),
        METADATA: _compute.fill_null(plain.field(METADATA), _NO_NAMES),
    }
    return pa.StructArray.from_arrays(
        [children[field.name] for field in type_], fields=list(type_), mask=plain.is_null()
    )


def _group(storage: pa.DataType, name: str) -> Group:
    try:
        return check_group(VariantType(storage, checked=False), name, tolerant=True)
    except StorageError as error:
        raise UnreadableError(str(error)) from None


def _may_be_of_others(array: pa.StructArray, group: Group) -> bool:
    """False where a look at the columns shows that none of those types is there."""
    if group.value and _compute.any(_looks_like_others(array.field(VALUE))).as_py():
        return True
    match group.typed:
        case None:
            return False
        case VariantLeaf():
            typed = array.field(TYPED)
            return group.typed.type in NOT_OF_SPARK and typed.null_count < len(typed)
        case Elements(element):
            lists: Any = array.field(TYPED)
            return _may_be_of_others(lists.values, element)
        case Fields(fields):
            struct: Any = array.field(TYPED)
            return any(_may_be_of_others(struct.field(name), child) for name, child in fields)
        case Entries():
            raise AssertionError("columns of maps are never stored")


def _looks_like_others(values: Array) -> Array:
    matches: Array = _compute.match_substring_regex(values, _ANY_HEADER)
    return matches


def _refuse_types_of_others(plain: pa.StructArray, name: str) -> None:
    """Spark would give bytes that no function of its own takes, and then not say where they come from."""
    values = plain.field(VALUE)
    for row in _compute.indices_nonzero(_looks_like_others(values)).to_pylist():
        value = values[row].as_py()
        if _holds_others(value):
            variant = Variant(plain.field(METADATA)[row].as_py(), value)
            path, type_ = next(_types_of_others(variant.node(), "$"))
            reason = (
                f"{path}: a {type_.name} (type {type_.value}) is not a value of Spark's VARIANT"
            )
            raise UnreadableRowError(name, row, reason)


def _holds_others(value: bytes) -> bool:
    """Follows the offsets of what `unshred` has written, and so is sound: ten times as fast as decoding it."""
    pending = [0]
    while pending:
        at = pending.pop()
        header = value[at]
        if header in _HEADERS:
            return True
        basic = header & 3
        if basic >= OBJECT:
            width = (header >> 2 & 3) + 1
            id_width = (header >> 4 & 3) + 1 if basic == OBJECT else 0
            count_width = 4 if header >> (6 if basic == OBJECT else 4) & 1 else 1
            count = int.from_bytes(value[at + 1 : at + 1 + count_width], "little")
            table = at + 1 + count_width + count * id_width
            first = table + (count + 1) * width
            if width == 1:
                pending += [first + offset for offset in value[table : table + count]]
            else:
                pending += [
                    first + int.from_bytes(value[place : place + width], "little")
                    for place in range(table, table + count * width, width)
                ]
    return False


def _types_of_others(node: Node, path: str) -> Iterator[tuple[str, PrimitiveType]]:
    if isinstance(node, Scalar):
        if node.type in NOT_OF_SPARK:
            yield path, PrimitiveType(node.type)
    elif isinstance(node, Mapping):
        for key, child in node.items():
            yield from _types_of_others(child, path + step_of(key))
    else:
        for at, child in enumerate(node):
            yield from _types_of_others(child, f"{path}[{at}]")
