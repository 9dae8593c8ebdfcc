"""Lists and structs among the columns of the runtime, as Arrow arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from inlay.footers.designs.extracted import Array, list_of
from inlay.ground.arrow_rows import make_struct

if TYPE_CHECKING:
    from inlay_runtime.columnar import ExtractedColumn


def list_of_structs(
    lists: Sequence[ExtractedColumn], items: Sequence[Array], type_: pa.DataType
) -> Array:
    """One list column from columns of the fields of its elements, which have the same offsets."""
    fields = [pa.field(name, kind) for name, kind in fields_of(type_).items()]
    return list_of(lists[0], make_struct(items, fields))


def fields_of(structs: pa.DataType) -> Mapping[str, pa.DataType]:
    """The fields of a type of structs, or of lists of them."""
    type_: Any = structs
    inner = type_.value_type if pa.types.is_list(structs) else type_
    return {inner.field(at).name: inner.field(at).type for at in range(inner.num_fields)}


def offsets_of(lists: Array) -> list[int]:
    """Where each list begins among the elements, and where the last ends."""
    offsets: list[int] = lists.offsets.to_pylist()
    return offsets
