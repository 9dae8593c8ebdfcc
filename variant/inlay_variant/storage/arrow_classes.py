"""pyarrow's classes under plain names: what their type parameters are is known at run time only."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias, cast

import pyarrow as pa
import pyarrow.compute

Array: TypeAlias = "pa.Array[Any]"
ChunkedArray: TypeAlias = "pa.ChunkedArray[Any]"
ListArray: TypeAlias = "pa.ListArray[Any]"
Field: TypeAlias = "pa.Field[Any]"

if TYPE_CHECKING:
    ExtensionArray: TypeAlias = pa.ExtensionArray[Any]
else:
    ExtensionArray = pa.ExtensionArray
ExtensionScalar = pa.ExtensionScalar


def fields_of(struct: pa.DataType) -> list[Field]:
    """The fields of a struct type."""
    return [cast(Any, struct).field(index) for index in range(struct.num_fields)]


pc: Any = pyarrow.compute
"""The functions of pyarrow.compute, many of which exist only once it is imported."""
