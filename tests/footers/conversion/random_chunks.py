"""Random row groups, with chunks that have the types and paths of a schema, and statistics that such columns have."""

from __future__ import annotations

import struct

from parquet_format import parquet
from parquet_format.parquet import (
    BoundingBox,
    ColumnChunk,
    ColumnMetaData,
    CompressionCodec,
    Encoding,
    GeospatialStatistics,
    PageEncodingStats,
    PageType,
    RowGroup,
    SchemaElement,
    SizeStatistics,
    SortingColumn,
    Statistics,
    Type,
)
from tests.footers.conversion.random_parts import Parts

NAN = struct.unpack("<d", bytes.fromhex("010000000000f87f"))[0]


class RowGroups(Parts):
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
        minimum, maximum = (
            self.rng.choice([None, low, low, low]),
            self.rng.choice([None, high, high]),
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
