"""The type that pyarrow knows under `arrow.parquet.variant`, for the whole process: ours only where somebody asks for it.

Where a type that is defined in Python has this name, `pyarrow.parquet.write_table` takes it for its own C++ class, and the process
ends. So nothing here is done by importing Inlay or by reading with it.
"""

from __future__ import annotations

from typing import Any, cast

import pyarrow as pa

from inlay_runtime.errors import RequestError
from inlay_variant.arrow.nested_types import is_called_variant
from inlay_variant.arrow.variant_type import NAME, VariantType


class RegisteredError(RequestError):
    """Another type has the name in this process."""

    def __init__(self) -> None:
        super().__init__(NAME)

    def __str__(self) -> str:
        return (
            f"another type is registered as {NAME}; pyarrow.unregister_extension_type({NAME!r}) "
            "takes it away"
        )


def register() -> None:
    """Makes pyarrow give every Variant in this process the type `VariantType`: what it reads from Parquet, IPC and Flight.

    From then on, write a table that pyarrow read with Variants by `inlay.variant.write_table`: pyarrow's own may end the
    process. Once is enough; a second time changes nothing. Raises RegisteredError where another type has the name.
    """
    try:
        cast(Any, pa.register_extension_type)(VariantType())
    except pa.ArrowKeyError:
        if not is_registered():
            raise RegisteredError from None


def unregister() -> None:
    """Takes back `register`. A type of somebody else's stays."""
    if is_registered():
        cast(Any, pa.unregister_extension_type)(NAME)


def is_registered() -> bool:
    """Whether it is our type that pyarrow knows under the name, and not another one or none."""
    return isinstance(_known(), VariantType)


def is_known() -> bool:
    """Whether any type has the name."""
    return is_called_variant(_known())


def _known() -> pa.DataType:
    described = pa.schema([pa.field("v", VariantType())]).serialize()
    known: pa.DataType = pa.ipc.read_schema(described).field(0).type
    return known
