"""A column of Variants in pandas: the Arrow array as it is, whose rows are Python values when they are looked at.

pandas asks pyarrow for a numpy array where it shows or maps a column, and pyarrow knows only the storage.
"""

from __future__ import annotations

from collections.abc import Collection
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeAlias

from inlay_variant.arrow.variant_type import VariantType

pd: Any = import_module("pandas")
"""Without stubs, so without types."""

if TYPE_CHECKING:
    _ArrowColumn: TypeAlias = Collection[object]
    _ArrowDtype: TypeAlias = object
else:
    _ArrowColumn = pd.arrays.ArrowExtensionArray
    _ArrowDtype = pd.ArrowDtype


class VariantColumn(_ArrowColumn):
    """What a column of the dtype `VariantDtype` consists of."""

    def to_numpy(self, dtype: Any = None, copy: bool = False, na_value: Any = None) -> Any:
        """The values as objects; null rows and Variant nulls are `na_value`, by default `pandas.NA`."""
        del copy  # it is always a new one
        missing = (
            pd.NA if na_value is None or na_value is pd.api.extensions.no_default else na_value
        )
        rows = [missing if value is pd.NA else value for value in self]
        # Not an array of the list: rows that are lists would become its dimensions.
        values = pd.Series(rows, dtype=object).to_numpy()
        return values if dtype is None else values.astype(dtype, copy=False)


class VariantDtype(_ArrowDtype):
    """The dtype of pandas for a VariantType."""

    @classmethod
    def construct_array_type(cls) -> type[VariantColumn]:
        """What pandas asks of every dtype."""
        return VariantColumn


def dtype_of(type_: VariantType) -> Any:
    """The dtype of pandas whose columns hold arrays of this type."""
    dtype: Any = VariantDtype
    return dtype(type_)
