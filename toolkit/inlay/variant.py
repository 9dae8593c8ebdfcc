"""Variants: encoded, in Arrow, shredded, in Parquet (`docs/variant.md`). The address of `inlay_variant` and of `inlay.rows.variants`.

One value          encode, decode, from_json, to_json, get, Variant, Scalar, scalar, PrimitiveType
Arrow              VariantType, VariantArray, VariantScalar, variant_array, from_arrow, from_json_array,
                   variant_get, try_variant_get, to_python, decoded, register, unregister
Editing            variant_insert, variant_set, variant_delete, variant_pick, variant_array_append, variant_strip_nulls,
                   variant_merge_patch
Shredding          shred, unshred, check, infer_schema
Parquet            write_table, read_table, read_path, try_read_path, VariantWriter
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from inlay.ground.missing import explain_missing_of
from inlay_runtime.lazy_names import lazy_names
from inlay_variant.value.errors import (
    CastError,
    DamagedRowError,
    EditError,
    RowError,
    ShreddingError,
    StorageError,
    VariantWarning,
)
from inlay_variant.value.limits import VariantLimits
from inlay_variant.value.path import PathError
from inlay_variant.value.primitives import PrimitiveType, Scalar, scalar
from inlay_variant.value.time_zones import TimeZoneError
from inlay_variant.value.variant import Variant, decode, encode, from_json, get, split, to_json

if TYPE_CHECKING:
    from inlay.rows.filtering.read_path import read_path, try_read_path
    from inlay.rows.variants.reading import read_table
    from inlay.rows.variants.writing import VariantWriter, write_table
    from inlay_variant.arrow.edits import (
        try_variant_array_append,
        try_variant_insert,
        try_variant_set,
        variant_array_append,
        variant_delete,
        variant_insert,
        variant_merge_patch,
        variant_pick,
        variant_set,
        variant_strip_nulls,
    )
    from inlay_variant.arrow.from_arrow import from_arrow
    from inlay_variant.arrow.given import decoded, to_python
    from inlay_variant.arrow.inference import Choice, Inferred, infer_schema
    from inlay_variant.arrow.json_column import from_json_array
    from inlay_variant.arrow.registration import RegisteredError, register, unregister
    from inlay_variant.arrow.shredding import check, shred, unshred
    from inlay_variant.arrow.variant_get import try_variant_get, variant_get
    from inlay_variant.arrow.variant_type import (
        VariantArray,
        VariantScalar,
        VariantType,
        from_pairs,
        variant_array,
    )

__all__ = [
    "CastError",
    "Choice",
    "DamagedRowError",
    "EditError",
    "Inferred",
    "PathError",
    "PrimitiveType",
    "RegisteredError",
    "RowError",
    "Scalar",
    "ShreddingError",
    "StorageError",
    "TimeZoneError",
    "Variant",
    "VariantArray",
    "VariantLimits",
    "VariantScalar",
    "VariantType",
    "VariantWarning",
    "VariantWriter",
    "check",
    "decode",
    "decoded",
    "encode",
    "from_arrow",
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
    "try_read_path",
    "try_variant_array_append",
    "try_variant_get",
    "try_variant_insert",
    "try_variant_set",
    "unregister",
    "unshred",
    "variant_array",
    "variant_array_append",
    "variant_delete",
    "variant_get",
    "variant_insert",
    "variant_merge_patch",
    "variant_pick",
    "variant_set",
    "variant_strip_nulls",
    "write_table",
]

_HOMES = {
    "inlay.rows.filtering.read_path": "read_path try_read_path",
    "inlay.rows.variants.reading": "read_table",
    "inlay.rows.variants.writing": "VariantWriter write_table",
    "inlay_variant.arrow.edits": (
        "try_variant_array_append try_variant_insert try_variant_set variant_array_append variant_delete variant_insert "
        "variant_merge_patch variant_pick variant_set variant_strip_nulls"
    ),
    "inlay_variant.arrow.from_arrow": "from_arrow",
    "inlay_variant.arrow.given": "decoded to_python",
    "inlay_variant.arrow.inference": "Choice Inferred infer_schema",
    "inlay_variant.arrow.json_column": "from_json_array",
    "inlay_variant.arrow.registration": "RegisteredError register unregister",
    "inlay_variant.arrow.shredding": "check shred unshred",
    "inlay_variant.arrow.variant_get": "try_variant_get variant_get",
    "inlay_variant.arrow.variant_type": "VariantArray VariantScalar VariantType from_pairs variant_array",
}
"""What needs pyarrow, by module; imported when it is first used."""

if not TYPE_CHECKING:
    _get_lazily, __dir__ = lazy_names(__name__, _HOMES)
    __getattr__ = explain_missing_of(__name__, _get_lazily)
