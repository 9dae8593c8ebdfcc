"""Variants: encoded, in Arrow, shredded, in Parquet (`docs/variant.md`).

One value          encode, decode, from_json, to_json, get, Variant, Scalar, scalar, PrimitiveType
Arrow              VariantType, VariantArray, variant_array, from_json_array, variant_get,
                   to_python, register, unregister
Shredding          shred, unshred, check, infer_schema
Parquet            write_table, read_table, read_path, VariantWriter
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from inlay.variant.limits import Limits
from inlay.variant.path import PathError
from inlay.variant.primitives import PrimitiveType, Scalar, scalar
from inlay.variant.value import Variant, decode, encode, from_json, get, split, to_json

if TYPE_CHECKING:
    from inlay.variant.arrow_type import VariantArray, VariantType, from_pairs, variant_array
    from inlay.variant.errors import (
        CastError,
        DamagedRowError,
        RowError,
        ShreddingError,
        StorageError,
        VariantWarning,
    )
    from inlay.variant.getting import variant_get
    from inlay.variant.given import to_python
    from inlay.variant.inference import Choice, Inferred, infer_schema
    from inlay.variant.json_column import from_json_array
    from inlay.variant.path_reading import read_path
    from inlay.variant.reading import read_table
    from inlay.variant.registration import RegisteredError, register, unregister
    from inlay.variant.shredding import check, shred, unshred
    from inlay.variant.writing import VariantWriter, write_table

__all__ = [
    "CastError",
    "Choice",
    "DamagedRowError",
    "Inferred",
    "Limits",
    "PathError",
    "PrimitiveType",
    "RegisteredError",
    "RowError",
    "Scalar",
    "ShreddingError",
    "StorageError",
    "Variant",
    "VariantArray",
    "VariantType",
    "VariantWarning",
    "VariantWriter",
    "check",
    "decode",
    "encode",
    "from_json",
    "from_json_array",
    "from_pairs",
    "get",
    "infer_schema",
    "read_path",
    "read_table",
    "register",
    "scalar",
    "shred",
    "split",
    "to_json",
    "to_python",
    "unregister",
    "unshred",
    "variant_array",
    "variant_get",
    "write_table",
]

_HOMES = {
    "arrow_type": "VariantArray VariantType from_pairs variant_array",
    "errors": "CastError DamagedRowError RowError ShreddingError StorageError VariantWarning",
    "json_column": "from_json_array",
    "getting": "variant_get",
    "given": "to_python",
    "inference": "Choice Inferred infer_schema",
    "path_reading": "read_path",
    "reading": "read_table",
    "registration": "RegisteredError register unregister",
    "shredding": "check shred unshred",
    "writing": "VariantWriter write_table",
}
"""What needs pyarrow, by module; imported when it is first used."""

if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        from importlib import import_module

        for module, names in _HOMES.items():
            if name in names.split():
                return getattr(import_module(f"inlay.variant.{module}"), name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
