"""The keys under which writers leave copies of the schema, and facts about the rows, among the key-value pairs of a footer."""

from __future__ import annotations

from typing import Final

ARROW_SCHEMA: Final = "ARROW:schema"
PANDAS: Final = "pandas"
SPARK_SCHEMA: Final = "org.apache.spark.sql.parquet.row.metadata"
AVRO_SCHEMAS: Final = ("parquet.avro.schema", "avro.schema")
ICEBERG_SCHEMA: Final = "iceberg.schema"
GEO: Final = "geo"
HUGGINGFACE: Final = "huggingface"

OF_COLUMNS: Final = (
    "r",
    "gdal:schema",
    "thrift.class",
    "thrift.descriptor",
    "parquet.proto.class",
    "parquet.proto.descriptor",
)
"""What describes columns by their names, in a notation that is not followed here."""

OF_ROWS: Final = (
    "org.apache.hudi.bloomfilter",
    "com.uber.hoodie.bloomfilter",
    "hoodie_bloom_filter_type_code",
    "hoodie_min_record_key",
    "hoodie_max_record_key",
)
"""What is known of the rows of one file: their keys, and the filter over them."""

OF_WRITERS: Final = ("writer.model.name",)
"""Who wrote the file: of two that differ, neither wrote the result."""
