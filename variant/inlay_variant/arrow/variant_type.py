"""The Arrow extension type `arrow.parquet.variant`, and its arrays."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, Self, cast

import pyarrow as pa

from inlay_runtime import amounts
from inlay_variant.arrow.shown_values import MOST_CHARACTERS, WINDOW, show_row, show_rows
from inlay_variant.storage.arrow_classes import Array, ExtensionArray, ExtensionScalar, fields_of
from inlay_variant.storage.arrow_values import binaries, flags
from inlay_variant.storage.normalize_storage import normalize_storage
from inlay_variant.storage.shape import METADATA, VALUE, Group, shape_of, storage_of
from inlay_variant.value.variant import Variant, decode, encode

NAME: Final = "arrow.parquet.variant"


class VariantType(pa.ExtensionType):
    """A Variant over any storage that the document allows.

    Raises StorageError for another one, with the rule that it breaks and the field that does.
    """

    def __init__(self, storage: pa.DataType | None = None, *, checked: bool = True) -> None:
        chosen = storage_of(Group(True, None)) if storage is None else storage
        self._shape = shape_of(chosen) if checked else None
        super().__init__(chosen, NAME)

    @property
    def shape(self) -> Group:
        """The groups of columns that the storage is made of.

        Raises StorageError for a type that came out of a file and breaks a rule.
        """
        if self._shape is None:
            self._shape = shape_of(self.storage_type)
        return self._shape

    @property
    def is_shredded(self) -> bool:
        """Whether there is a typed_value."""
        return self.shape.is_shredded

    def __arrow_ext_serialize__(self) -> bytes:
        # 'Extension metadata is an empty string.'
        return b""

    @classmethod
    def __arrow_ext_deserialize__(cls, storage_type: pa.DataType, serialized: bytes) -> Self:
        del serialized  # no parameters
        # An error here would make the whole file unreadable, for everyone in this process; and columns
        # that were chosen from a group are not always enough for a Variant. `shape` checks.
        return cls(storage_type, checked=False)

    def __arrow_ext_class__(self) -> type[VariantArray]:
        return VariantArray

    def __arrow_ext_scalar_class__(self) -> type[VariantScalar]:
        return VariantScalar

    def to_pandas_dtype(self) -> Any:
        """A dtype of pandas that keeps the array as it is, and decodes the values that are touched."""
        from inlay_variant.arrow.pandas_column import dtype_of

        return dtype_of(self)

    def __hash__(self) -> int:
        # pyarrow compares extension types by class, name and storage, and has no hash for those of Python.
        return hash((NAME, self.storage_type))

    def __reduce__(self) -> Any:
        return type(self), (self.storage_type,)


class VariantArray(ExtensionArray):
    """An array of Variants, shredded or not."""

    @property
    def shape(self) -> Group:
        return cast(VariantType, self.type).shape

    def variants(self, *, tolerant: bool = False) -> list[Variant | None]:
        """Metadata and value of each row, put together where they are shredded; None for null. `tolerant` as `unshred` has it."""
        from inlay_variant.arrow.shredding import unshred

        plain = unshred(self, tolerant=tolerant)
        storage = normalize_storage(plain.storage, Group(True, None))
        return [
            (
                None
                if not valid
                else Variant(
                    metadata.as_buffer().to_pybytes(), value.as_py() if value.is_valid else b"\0"
                )
            )
            for valid, metadata, value in zip(
                storage.is_valid().to_pylist(),
                storage.field(METADATA),
                storage.field(VALUE),
                strict=True,
            )
        ]

    def to_python(self, *, tolerant: bool = False) -> list[object]:
        """Each row as a Python value; a null row and a Variant null are both None. `tolerant` as `unshred` has it. Raises what
        `unshred` and `decode` raise."""
        rows = self.variants(tolerant=tolerant)
        return [None if variant is None else decode(variant) for variant in rows]

    def to_pylist(self, *, maps_as_pydicts: Any = None) -> Any:
        """`to_python`, under pyarrow's name; `storage.to_pylist()` gives the columns. A Variant has no maps."""
        del maps_as_pydicts
        return self.to_python()

    def to_string(
        self,
        *,
        indent: int = 2,
        top_level_indent: int = 0,
        window: int = WINDOW,
        element_size_limit: int = MOST_CHARACTERS,
        **options: Any,
    ) -> str:
        """The first and last `window` rows as JSON, each cut after `element_size_limit` characters. What is damaged says so.

        pyarrow's other options change nothing here.
        """
        del options
        pad = " " * top_level_indent
        rows = show_rows(
            self, indent=top_level_indent + indent, window=window, most=element_size_limit
        )
        return f"{pad}[\n{rows}\n{pad}]" if rows else f"{pad}[]"

    def __str__(self) -> str:
        return self.to_string()

    def __repr__(self) -> str:
        rows = amounts.count(len(self), "row")
        return f"<{type(self).__name__} of {rows}>\n{self}"


class VariantScalar(ExtensionScalar):
    """One row of a VariantArray; `value` is its storage, a scalar of pyarrow, and None for a null row."""

    def variant(self) -> Variant | None:
        """Metadata and value, put together where they are shredded; None for a null row. Raises what `unshred` raises."""
        if self.value is None:
            return None
        return self._as_array().variants()[0]

    def as_py(self, *, maps_as_pydicts: Any = None) -> Any:
        """The value as Python has it, which is that of `decode`; a null row and a Variant null are both None.

        Raises what `variant` and `decode` raise.
        """
        del maps_as_pydicts  # a Variant has no maps
        variant = self.variant()
        return None if variant is None else decode(variant)

    def __str__(self) -> str:
        return "null" if self.value is None else show_row(self._as_array(), MOST_CHARACTERS)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self}>"

    def _as_array(self) -> VariantArray:
        return wrap(pa.repeat(self.value, 1))


def variant_array(values: Iterable[object]) -> VariantArray:
    """Python values as an array. None is a null row; a Variant null is `Scalar(PrimitiveType.NULL)`.

    Raises EncodeError with the path of what no Variant can hold.
    """
    pairs = [
        value if isinstance(value, Variant) or value is None else encode(value) for value in values
    ]
    return from_pairs(pairs)


def from_pairs(pairs: Iterable[Variant | None]) -> VariantArray:
    """Rows of metadata and value as an array; nothing is checked."""
    rows = list(pairs)
    empty = encode(None).metadata
    metadata = binaries([empty if row is None else row.metadata for row in rows])
    value = binaries([None if row is None else row.value for row in rows])
    mask = flags([row is None for row in rows])
    storage = pa.StructArray.from_arrays(
        [metadata, value],
        fields=fields_of(storage_of(Group(True, None))),
        mask=mask if None in rows else None,
    )
    return wrap(storage)


def wrap(storage: Array) -> VariantArray:
    """Storage as an array of the extension type."""
    array = pa.ExtensionArray.from_storage(VariantType(storage.type), storage)
    return cast(VariantArray, array)
