"""Footers to convert: real ones, wide ones, and random ones that make sense or do not."""

from __future__ import annotations

import random
import struct
from pathlib import Path

from inlay_runtime.extension import Extension, Header
from inlay_runtime.remainder import Remainder, UnknownField
from inlay_runtime.struct import EmptyVariant, Struct
from inlay_runtime.union import UnknownVariant
from parquet_format import parquet
from parquet_format.parquet import (
    BoundingBox,
    ColumnChunk,
    ColumnMetaData,
    ColumnOrder,
    CompressionCodec,
    ConvertedType,
    Encoding,
    FieldRepetitionType,
    FileMetaData,
    GeospatialStatistics,
    KeyValue,
    LogicalType,
    PageEncodingStats,
    PageType,
    RowGroup,
    SchemaElement,
    SizeStatistics,
    SortingColumn,
    Statistics,
    TimeUnit,
    Type,
)

NAN = struct.unpack("<d", bytes.fromhex("010000000000f87f"))[0]


def corpus_footers(folder: Path) -> dict[str, bytes]:
    """The plain footers of a folder: from the first byte of the struct to the length field."""
    found: dict[str, bytes] = {}
    for path in sorted(folder.rglob("*.parquet*")):
        data = path.read_bytes()
        if data[-4:] == b"PAR1" and len(data) >= 12:
            size = int.from_bytes(data[-8:-4], "little")
            found[str(path.relative_to(folder))] = data[-8 - size : -8]
    return found


def wide(columns: int, groups: int) -> FileMetaData:
    """As pyarrow writes them: numbers and text, with statistics."""
    rng = random.Random(7)
    types = [Type.INT64, Type.DOUBLE, Type.BYTE_ARRAY, Type.INT32]
    root = SchemaElement(name="schema", num_children=columns)
    leaves = [
        SchemaElement(
            type=types[at % 4],
            repetition_type=FieldRepetitionType.OPTIONAL,
            name=f"column_{at}",
            logicalType=parquet.StringType() if at % 4 == 2 else None,
            converted_type=ConvertedType.UTF8 if at % 4 == 2 else None,
        )
        for at in range(columns)
    ]
    row_groups = [
        RowGroup(
            columns=[_wide_chunk(rng, leaf) for leaf in leaves],
            total_byte_size=rng.randrange(1 << 30),
            num_rows=20,
            file_offset=4,
            total_compressed_size=rng.randrange(1 << 30),
            ordinal=number,
        )
        for number in range(groups)
    ]
    return FileMetaData(
        version=2,
        schema=[root, *leaves],
        num_rows=20 * groups,
        row_groups=row_groups,
        created_by="inlay tests",
        column_orders=[ColumnOrder.TYPE_ORDER] * columns,
    )


def _wide_chunk(rng: random.Random, leaf: SchemaElement) -> ColumnChunk:
    sizes = {Type.INT64: 8, Type.DOUBLE: 8, Type.INT32: 4}
    size = sizes.get(leaf.type or Type.BOOLEAN)
    low, high = (
        (rng.randbytes(size), rng.randbytes(size))
        if size
        else (b"value-%d" % rng.randrange(1 << 20), b"value-%d" % rng.randrange(1 << 20))
    )
    offset = rng.randrange(1 << 30)
    return ColumnChunk(
        file_offset=0,
        meta_data=ColumnMetaData(
            type=leaf.type or Type.BOOLEAN,
            encodings=[Encoding.PLAIN, Encoding.RLE, Encoding.RLE_DICTIONARY],
            path_in_schema=[leaf.name],
            codec=CompressionCodec.ZSTD,
            num_values=20,
            total_uncompressed_size=rng.randrange(1 << 20),
            total_compressed_size=rng.randrange(1 << 20),
            data_page_offset=offset,
            dictionary_page_offset=offset - 100,
            statistics=Statistics(
                null_count=0,
                max_value=max(low, high),
                min_value=min(low, high),
                is_max_value_exact=True,
                is_min_value_exact=True,
            ),
            encoding_stats=[
                PageEncodingStats(
                    page_type=PageType.DICTIONARY_PAGE, encoding=Encoding.PLAIN, count=1
                ),
                PageEncodingStats(
                    page_type=PageType.DATA_PAGE, encoding=Encoding.RLE_DICTIONARY, count=1
                ),
            ],
        ),
    )


class Footers:
    """Random footers whose parts fit each other: a schema, and chunks that have its types and paths,
    with statistics that such columns have. `oddity` is the chance that a part does not fit."""

    def __init__(self, rng: random.Random, *, oddity: float = 0.05) -> None:
        self.rng = rng
        self.oddity = oddity

    def odd(self) -> bool:
        return self.rng.random() < self.oddity

    def maybe(self) -> bool:
        return self.rng.random() < 0.5

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

    def extended(self, value: Struct) -> None:
        """Sometimes with an extension, sometimes with a field that nobody knows."""
        remainder = value.remainder
        if self.odd() and remainder is None:
            fields = (UnknownField(300, 5, b"\x02"), UnknownField(301, 1, b""))
            value.remainder = Remainder(unknown_fields=fields[: self.rng.randint(1, 2)])
        if self.odd() and value.extension is None and not isinstance(value, EmptyVariant):
            header = self.rng.choice([Header.SPEC, Header.ZIGZAG])
            value.extension = Extension(self.rng.choice([b"", b"x", bytes(200)]), header)

    # The schema

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

    # Row groups

    def row_group(self, leaves: list[tuple[SchemaElement, list[str]]]) -> RowGroup:
        rows = self.rng.choice([0, 3, 1 << 40])
        chunks = [self.chunk(leaf, path, rows) for leaf, path in leaves]
        if self.odd():
            chunks.append(self.chunk(SchemaElement(name="x", type=Type.INT64), ["x"], rows))
        group = RowGroup(
            columns=chunks,
            total_byte_size=self.integer(63),
            num_rows=rows,
            sorting_columns=self.rng.choice(
                [None, [], [SortingColumn(column_idx=0, descending=True, nulls_first=False)]]
            ),
            file_offset=self.rng.choice([None, 0, 4]),
            total_compressed_size=self.rng.choice([None, 0, 4]),
            ordinal=self.rng.choice([None, 0, 4, -1]),
        )
        self.extended(group)
        return group

    def chunk(self, leaf: SchemaElement, path: list[str], rows: int) -> ColumnChunk:
        chunk = ColumnChunk(
            file_path=self.rng.choice([None, None, "", "elsewhere"]),
            file_offset=self.rng.choice([0, 4, -1]),
            meta_data=None if self.odd() else self.metadata(leaf, path, rows),
            offset_index_offset=self.rng.choice([None, 0, 9]),
            offset_index_length=self.rng.choice([None, 0, 9]),
            column_index_offset=self.rng.choice([None, 0, 9]),
            column_index_length=self.rng.choice([None, 0, 9]),
        )
        if self.odd():
            column_key = parquet.EncryptionWithColumnKey(path_in_schema=path, key_metadata=b"k")
            footer_key = parquet.EncryptionWithFooterKey()
            chunk.crypto_metadata = column_key if self.maybe() else footer_key
            chunk.encrypted_column_metadata = self.rng.choice([None, b"", b"secret"])
        self.extended(chunk)
        return chunk

    def metadata(self, leaf: SchemaElement, path: list[str], rows: int) -> ColumnMetaData:
        assert leaf.type is not None
        metadata = ColumnMetaData(
            type=Type.INT32 if self.odd() else leaf.type,
            encodings=self.rng.choice(
                [[], [Encoding.PLAIN], [Encoding.PLAIN_DICTIONARY, Encoding.RLE], [Encoding(300)]]
            ),
            path_in_schema=["elsewhere"] if self.odd() else list(path),
            codec=CompressionCodec(self.rng.choice([0, 1, 6, 99, 1000])),
            num_values=rows if self.maybe() else self.integer(63),
            total_uncompressed_size=self.integer(63),
            total_compressed_size=self.integer(63),
            key_value_metadata=self.key_values(),
            data_page_offset=self.integer(63),
            index_page_offset=self.rng.choice([None, 0, 9]),
            dictionary_page_offset=self.rng.choice([None, 0, 9]),
            statistics=None if self.odd() else self.statistics(leaf.type),
            encoding_stats=self.encoding_stats(),
            bloom_filter_offset=self.rng.choice([None, 0, 9]),
            bloom_filter_length=self.rng.choice([None, 0, 9]),
            size_statistics=self.rng.choice([None, self.sizes()]),
            geospatial_statistics=self.rng.choice([None, self.geospatial()]),
        )
        self.extended(metadata)
        return metadata

    def encoding_stats(self) -> list[PageEncodingStats] | None:
        if self.maybe():
            return None
        stats = [
            PageEncodingStats(
                page_type=PageType(self.rng.choice([0, 2, 3, 77])),
                encoding=Encoding(self.rng.choice([0, 2, 8, 300])),
                count=self.rng.choice([0, 1, 9]),
            )
            for _ in range(self.rng.choice([0, 1, 2]))
        ]
        for entry in stats:
            self.extended(entry)
        return stats

    def statistics(self, type_: Type) -> Statistics:
        low, high = sorted([self.bound(type_), self.bound(type_)])
        if self.rng.random() < 0.3:
            shared = self.rng.choice([b"", b"shared/", b"\xff" * 20, "ü".encode() * 9])
            low, high = shared + low, shared + high
        minimum, maximum = self.rng.choice([None, low, low, low]), self.rng.choice(
            [None, high, high]
        )
        statistics = Statistics(
            max=self.rng.choice([None, maximum, b"", high]),
            min=self.rng.choice([None, minimum, b"", low]),
            null_count=self.rng.choice([None, 0, 1 << 40]),
            distinct_count=self.rng.choice([None, 0, 9]),
            max_value=maximum,
            min_value=minimum,
            is_max_value_exact=self.rng.choice([None, True, False]),
            is_min_value_exact=self.rng.choice([None, True, False]),
            nan_count=self.rng.choice([None, 0, 9]),
        )
        self.extended(statistics)
        return statistics

    def bound(self, type_: Type) -> bytes:
        sizes = {
            Type.BOOLEAN: 1,
            Type.INT32: 4,
            Type.FLOAT: 4,
            Type.INT64: 8,
            Type.DOUBLE: 8,
            Type.INT96: 12,
        }
        if self.odd() or type_ not in sizes:
            sizes = {type_: self.rng.choice([0, 1, 2, 4, 5, 8, 12, 15, 16, 17, 40])}
        size = sizes[type_]
        special = [b"\xff" * size, b"\0" * size, b"a" * size]
        if size == 8:
            special += [struct.pack("<d", -0.0), struct.pack("<d", NAN)]
        return self.rng.choice([*special, self.rng.randbytes(size), self.rng.randbytes(size)])

    def sizes(self) -> SizeStatistics:
        sizes = SizeStatistics(
            unencoded_byte_array_data_bytes=self.rng.choice([None, 0, 9]),
            repetition_level_histogram=self.rng.choice([None, [], [0, 1]]),
            definition_level_histogram=self.rng.choice([None, [], list(range(20))]),
        )
        self.extended(sizes)
        return sizes

    def geospatial(self) -> GeospatialStatistics:
        def number() -> float:
            return float(self.rng.choice([0.0, -0.0, NAN, 1.5, float("-inf")]))

        box = BoundingBox(xmin=number(), xmax=number(), ymin=number(), ymax=number())
        if self.maybe():
            box.zmin, box.mmax = number(), number()
        self.extended(box)
        geospatial = GeospatialStatistics(
            bbox=self.rng.choice([None, box]), geospatial_types=self.rng.choice([None, [], [1, -2]])
        )
        self.extended(geospatial)
        return geospatial

    def key_values(self) -> list[KeyValue] | None:
        choices = [
            None,
            [],
            [KeyValue(key=""), KeyValue(key="k", value=""), KeyValue(key="k", value="v")],
        ]
        entries = self.rng.choice(choices)
        for entry in entries or []:
            self.extended(entry)
        return entries

    def integer(self, bits: int) -> int:
        return self.rng.choice([0, 1, -1, 1 << 20, (1 << bits) - 1, -(1 << bits)])
