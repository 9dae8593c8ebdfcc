"""Random footers that make sense or do not."""

from __future__ import annotations

import random

from inlay_runtime.extension import Extension, Header
from inlay_runtime.remainder import Remainder
from inlay_runtime.union import UnknownVariant
from parquet_format import parquet
from parquet_format.parquet import (
    ColumnOrder,
    ConvertedType,
    FieldRepetitionType,
    FileMetaData,
    LogicalType,
    SchemaElement,
    TimeUnit,
    Type,
)
from tests.footers.conversion.random_chunks import RowGroups


class Footers(RowGroups):
    """Random footers whose parts fit each other: a schema, and row groups of it."""

    def footer(self) -> FileMetaData:
        schema, leaves = self.schema()
        orders = [self.order() for _ in leaves] if self.maybe() else None
        if orders is not None and self.odd():
            orders = self.rng.choice([[], orders[1:], [*orders, ColumnOrder.TYPE_ORDER]])
        count = self.rng.choice([0, 1, 1, 2, 15])
        footer = FileMetaData(
            version=self.rng.choice([0, 1, 2, -1]),
            schema=schema,
            num_rows=self.integer(63),
            row_groups=[self.row_group(leaves) for _ in range(count)],
            key_value_metadata=self.key_values(),
            created_by=self.rng.choice([None, "", "inlay", "häß\0"]),
            column_orders=orders,
            footer_signing_key_metadata=self.rng.choice([None, None, None, b"", b"key"]),
        )
        if self.odd():
            footer.extension = Extension(b"payload", Header.TRAILING)
        elif self.odd():
            footer.remainder = Remainder(trailing=b"signature")
        self.extended(footer)
        return footer

    def schema(self) -> tuple[list[SchemaElement], list[tuple[SchemaElement, list[str]]]]:
        elements: list[SchemaElement] = []
        leaves: list[tuple[SchemaElement, list[str]]] = []
        self._group(elements, leaves, [], depth=0)
        if self.odd():
            elements.append(self.leaf("behind the tree"))
        return elements, leaves

    def _group(
        self,
        elements: list[SchemaElement],
        leaves: list[tuple[SchemaElement, list[str]]],
        path: list[str],
        depth: int,
    ) -> None:
        count = self.rng.choice([0, 1, 2, 3] if depth else [1, 2, 5])
        group = SchemaElement(
            name=path[-1] if path else "schema",
            repetition_type=FieldRepetitionType.OPTIONAL if path else None,
            num_children=count + (1 if self.odd() else 0),
            logicalType=parquet.ListType() if self.odd() else None,
        )
        self.extended(group)
        elements.append(group)
        for at in range(count):
            name = self.rng.choice(["a", "b.c", "", "ü"]) + str(at)
            if depth < 3 and self.rng.random() < 0.2:
                self._group(elements, leaves, [*path, name], depth + 1)
            else:
                leaf = self.leaf(name)
                elements.append(leaf)
                leaves.append((leaf, [*path, name]))

    def leaf(self, name: str) -> SchemaElement:
        logical, type_ = self.logical_type()
        element = SchemaElement(
            type=type_,
            type_length=self.rng.choice([None, 0, 2, 12, 16]),
            repetition_type=FieldRepetitionType(self.rng.choice([0, 1, 2, 3, 1000])),
            name=name,
            num_children=0 if self.odd() else None,
            converted_type=(
                ConvertedType(self.rng.choice([*range(23), 77, 500]))
                if self.rng.random() < 0.3
                else None
            ),
            scale=self.rng.choice([None, None, 0, 3]),
            precision=self.rng.choice([None, None, 0, 9]),
            field_id=self.rng.choice([None, 0, 7, -1]),
            logicalType=logical if self.maybe() else None,
        )
        self.extended(element)
        return element

    def logical_type(self) -> tuple[LogicalType, Type]:
        unit = TimeUnit(self.rng.choice([1, 2, 3, 77]))
        utc = self.maybe()
        algorithm = parquet.EdgeInterpolationAlgorithm(self.rng.choice([0, 2, 99, 1000]))
        choices: list[tuple[LogicalType, Type]] = [
            (parquet.StringType(), Type.BYTE_ARRAY),
            (parquet.JsonType(), Type.BYTE_ARRAY),
            (parquet.BsonType(), Type.BYTE_ARRAY),
            (parquet.EnumType(), Type.BYTE_ARRAY),
            (parquet.DecimalType(scale=2, precision=9), Type.BYTE_ARRAY),
            (parquet.DecimalType(scale=0, precision=0), Type.INT32),
            (parquet.DateType(), Type.INT32),
            (parquet.TimeType(isAdjustedToUTC=utc, unit=unit), Type.INT64),
            (parquet.TimestampType(isAdjustedToUTC=utc, unit=unit), Type.INT64),
            (parquet.IntType(bitWidth=self.rng.choice([8, 16, 32, 64, 0, -3]), isSigned=utc), Type.INT32),
            (parquet.NullType(), Type.INT32),
            (parquet.UUIDType(), Type.FIXED_LEN_BYTE_ARRAY),
            (parquet.Float16Type(), Type.FIXED_LEN_BYTE_ARRAY),
            (parquet.VariantType(specification_version=self.rng.choice([None, 0, 1])), Type.BYTE_ARRAY),
            (parquet.GeometryType(crs=self.rng.choice([None, "", "EPSG:1"])), Type.BYTE_ARRAY),
            (parquet.GeographyType(algorithm=self.rng.choice([None, algorithm])), Type.BYTE_ARRAY),
            (parquet.FileType(), Type.BYTE_ARRAY),
            (UnknownVariant(300, b"\x00"), Type.BYTE_ARRAY),
            (UnknownVariant(301, b"", 1), Type.BYTE_ARRAY),
            (parquet.MapType(), Type.BOOLEAN),
            (parquet.ListType(), Type.INT96),
            (parquet.DateType(), Type.FLOAT),
            (parquet.DateType(), Type.DOUBLE),
            (parquet.DateType(), Type(99)),
            (parquet.DateType(), Type(1000)),
        ]  # fmt: skip
        logical, type_ = self.rng.choice(choices)
        if not isinstance(logical, UnknownVariant):
            self.extended(logical)
        return logical, type_

    def order(self) -> ColumnOrder:
        return ColumnOrder(self.rng.choice([1, 1, 1, 1, 2, 3, 77]))


def with_logical_types(footer: FileMetaData) -> FileMetaData:
    """The footer, with random logical types that the IDL has at its columns."""
    footers = Footers(random.Random(1), oddity=0)
    for element in footer.schema[1:]:
        element.logicalType, element.type = footers.logical_type()
        unit = getattr(element.logicalType, "unit", 1)
        if isinstance(element.logicalType, UnknownVariant) or unit == 77:
            element.logicalType = None
    return footer
