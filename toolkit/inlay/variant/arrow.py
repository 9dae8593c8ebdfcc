"""pyarrow's classes under plain names: what their type parameters are is known at run time only."""

from __future__ import annotations

from typing import Any, TypeAlias

import pyarrow as pa
import pyarrow.compute

Array: TypeAlias = "pa.Array[Any]"
ChunkedArray: TypeAlias = "pa.ChunkedArray[Any]"
ListArray: TypeAlias = "pa.ListArray[Any]"
Field: TypeAlias = "pa.Field[Any]"

pc: Any = pyarrow.compute
"""The functions of pyarrow.compute, many of which exist only once it is imported."""
