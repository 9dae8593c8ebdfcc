"""What the matrix has to say: a reader reads whatever is not listed for it here.

`some`: it reads some of the files that have the struct, the same ones every time.
`luck`: what it makes of them is not the same every time.
`unknown`: it reads no file that has the struct, with or without an extension.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from inlay.footers.footer.form import Form
from tests.readers.beside import IN_INDEXES, IN_PAGES
from tests.readers.cases import DESIGNS, FORMS, LARGE, OUTSIDE, PLACES, SHAPES, TEXT
from tests.readers.registry import READERS

ROWS: Final = (*(form.value for form in FORMS), *PLACES, *LARGE, *OUTSIDE)

KNOWN_EMPTY: Final = """
    StringType MapType ListType EnumType DateType NullType JsonType BsonType UUIDType Float16Type
    MILLIS MICROS NANOS TYPE_ORDER
"""
"""Empty structs, without three that are newer than the DataFusion of the matrix."""
UNIONS: Final = "LogicalType TimeUnit ColumnOrder"
PAGES: Final = " ".join(IN_PAGES)

ALONE: Final = " ".join(form.value for form in (Form.FINAL, *DESIGNS))
"""Without a Thrift footer where others look for it."""

NO_TEXT: Final = {
    "fails": f"private migration dual {ALONE} {' '.join(SHAPES)}",
    "unknown": f"{PAGES} {' '.join(IN_INDEXES)}",
}
"""Of what skips bytes as if they were text, which pseudo-random ones are not."""
SKIPS_AS_TEXT: Final = ("Apache Thrift (Python)", "parquet-tools")

EXCEPTIONS: Final[Mapping[str, Mapping[str, str]]] = {
    "pyarrow": {"fails": ALONE, "unknown": "FileType"},
    "DuckDB": {"fails": ALONE},
    "Polars": {
        "fails": f"{ALONE} {PAGES}",
        "unknown": "VariantType GeometryType GeographyType FileType",
    },
    "DataFusion": {"fails": f"{ALONE} {UNIONS} {KNOWN_EMPTY}"},
    "arro3": {"fails": f"{ALONE} {UNIONS} {KNOWN_EMPTY}"},
    "fastparquet": {
        "fails": f"""
            {ALONE} SchemaElement LogicalType StringType MapType ListType EnumType DecimalType DateType TimeType
            TimeUnit MILLIS MICROS NANOS TimestampType IntType NullType JsonType BsonType UUIDType
            Float16Type VariantType GeometryType ColumnChunk ColumnMetaData Statistics
            SizeStatistics GeospatialStatistics BoundingBox SortingColumn {PAGES}
        """,
        "some": "RowGroup",
        "luck": "KeyValue ColumnOrder TYPE_ORDER IEEE_754_TOTAL_ORDER INT96_TIMESTAMP_ORDER",
        "unknown": "GeographyType FileType",
    },
    "ClickHouse": {
        "fails": ALONE,
        "unknown": "GeometryType GeographyType GeospatialStatistics BoundingBox",
    },
    "Daft": {
        "fails": f"""
            {ALONE} LogicalType ColumnOrder StringType MapType ListType EnumType NullType JsonType BsonType UUIDType
            Float16Type TYPE_ORDER
        """,
        "unknown": """
            DecimalType DateType TimeType TimeUnit MILLIS MICROS NANOS TimestampType IntType VariantType
            SortingColumn
        """,
    },
    "hyparquet": {"fails": ALONE},
    "Apache Thrift (Python)": NO_TEXT,
    "parquet-tools": NO_TEXT,
    "Spark": {
        "fails": f"{ALONE} LogicalType TimeUnit",
        "some": "ColumnOrder",
        "unknown": "FileType",
    },
    "Inlay": {"unknown": "FileType"},
}


BY_PAYLOAD: Final = {
    ("101,000,000 bytes of `00`", "pyarrow"): "fails",
    ("101,000,000 bytes of `00`", "Inlay"): "fails",
    (TEXT, "fastparquet"): "fails",
    **{(row, reader): "fails" for row in LARGE for reader in SKIPS_AS_TEXT},
    **{(TEXT, reader): "unknown" for reader in SKIPS_AS_TEXT},
    **{(row, "Daft"): "unknown" for row in LARGE},
}
"""Where the size or the content of the payload matters, or the one file that gets it: Daft has no type for its times."""


def expected(row: str, reader: str) -> str:
    for word, rows in EXCEPTIONS[reader].items():
        if row in rows.split():
            return word
    return BY_PAYLOAD.get((row, reader), "reads")


def differences(measured: Mapping[str, Mapping[str, str]], rows: Iterable[str] = ROWS) -> list[str]:
    """Every cell of these rows that is not as expected, in the words of the table."""
    found: list[str] = []
    for row in rows:
        for reader in READERS:
            wanted = expected(row, reader)
            seen = measured.get(row, {}).get(reader, "unknown")
            if seen != wanted and (wanted != "luck" or seen == "unknown"):
                found.append(f"{reader}, {row}: {seen}, not {wanted}")
    return found
