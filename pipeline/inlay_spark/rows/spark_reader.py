"""Which files Spark's own reader can read, and reads right: decided from the footer alone, by a list of what is known to be
read right. Whatever is not on it is read here.

Held against Spark by `tests/pipeline/test_read.py`.
"""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum
from typing import Final

from inlay.footers.footer.footer import Footer
from inlay.footers.footer.form import Form
from inlay.ground.schema.meaning import find_meaning
from inlay.ground.schema.tree import Node, SchemaTree
from inlay.ground.writers import writer_of
from inlay.ground.writers.arrow_dictionaries import list_written_columns
from inlay.ground.writers.distrust import may_index_be_wrong, misreads_pages_v2
from inlay_spark.rows.file_columns import FILE_COLUMNS, METADATA
from parquet_format.parquet import (
    CompressionCodec,
    DateType,
    DecimalType,
    Encoding,
    FieldRepetitionType,
    FileMetaData,
    IntType,
    ListType,
    MapType,
    SchemaElement,
    StringType,
    TimestampType,
    TimeUnit,
    Type,
    VariantType,
)


class FileReader(StrEnum):
    """Who reads a file."""

    SPARK = "spark"
    SPARK_WITHOUT_BOUNDS = "spark, without bounds"
    """Its bounds, counts of nulls or indexes may be wrong, by who wrote them: it must not be pruned by these."""
    INLAY = "inlay"


_FORMS: Final = (Form.THRIFT, Form.PRIVATE, Form.MIGRATION)
"""With a Thrift footer where Spark looks for it."""

_CODECS: Final = {
    *[CompressionCodec.UNCOMPRESSED, CompressionCodec.SNAPPY, CompressionCodec.GZIP],
    *[CompressionCodec.ZSTD, CompressionCodec.LZ4_RAW],
}
"""BROTLI and LZO it has not; of LZ4 there are two kinds, which a footer does not tell apart."""

_ENCODINGS: Final = {
    *[Encoding.PLAIN, Encoding.PLAIN_DICTIONARY, Encoding.RLE, Encoding.BIT_PACKED],
    *[Encoding.RLE_DICTIONARY, Encoding.DELTA_BINARY_PACKED, Encoding.DELTA_BYTE_ARRAY],
    *[Encoding.DELTA_LENGTH_BYTE_ARRAY, Encoding.BYTE_STREAM_SPLIT],
}

_MEANINGS: Final[dict[Type, tuple[type, ...]]] = {
    Type.BOOLEAN: (),
    Type.INT32: (IntType, DateType, DecimalType),
    Type.INT64: (IntType, TimestampType, DecimalType),
    Type.INT96: (),
    Type.FLOAT: (),
    Type.DOUBLE: (),
    Type.BYTE_ARRAY: (StringType,),
    Type.FIXED_LEN_BYTE_ARRAY: (DecimalType,),
}
"""By physical type, what its values may mean besides nothing. Spark has no unsigned numbers of 64 bits, and refuses times of
day, nanoseconds, and decimals of few digits in BYTE_ARRAY."""

_OF_SPARK: Final = "org.apache.spark.version"
_LEGACY_DATES: Final = "org.apache.spark.legacyDateTime"
_LEGACY_INT96: Final = "org.apache.spark.legacyINT96"

_REPEATED: Final[dict[type, tuple[set[str], int]]] = {
    ListType: ({"list", "bag"}, 1),
    MapType: ({"key_value", "map"}, 2),
}
"""What is in a list and in a map, by name and number of children: of other shapes, readers have ideas of their own."""


def choose_reader(footer: Footer, columns: Collection[str]) -> FileReader:
    """Who reads these columns; a file may lack some. Raises what `footer.metadata` does.

    The types are the caller's concern: Spark is right where they are those that the file has by itself.
    """
    if footer.is_encrypted or footer.form not in _FORMS or footer.is_derived or footer.findings:
        return FileReader.INLAY
    metadata = footer.metadata
    tree = SchemaTree(metadata.schema)
    if tree.root is None or tree.problems or not _is_plain(metadata):
        return FileReader.INLAY
    fields = {node.element.name: node for node in tree.root.children}
    folded = {name.casefold() for name in fields}
    if len(folded) < len(tree.root.children):
        return FileReader.INLAY
    wanted = [fields[name] for name in columns if name in fields]
    if any(name.casefold() in folded and name not in fields for name in columns):
        return FileReader.INLAY
    if _has_file_columns(folded, columns) or _may_be_shifted(metadata, wanted):
        return FileReader.INLAY
    if not all(map(_is_known, wanted)) or _may_variants_contradict(metadata, wanted):
        return FileReader.INLAY
    if not _are_chunks_known(metadata, set(columns)):
        return FileReader.INLAY
    return (
        FileReader.SPARK if _are_bounds_right(metadata, tree) else FileReader.SPARK_WITHOUT_BOUNDS
    )


def _has_file_columns(folded: set[str], columns: Collection[str]) -> bool:
    """Whether the file has columns that hide what Spark says of files, or are hidden by it."""
    own = {name for name in columns if name in FILE_COLUMNS}
    return bool(own) and not folded.isdisjoint({*own, METADATA})


def _may_be_shifted(metadata: FileMetaData, fields: list[Node]) -> bool:
    """Whether the file says that its dates or timestamps are of the hybrid calendar, which Spark then converts from.

    `DataSourceUtils.datetimeRebaseSpec` and `int96RebaseSpec` of Spark, which compare versions as text.
    """
    said = [(pair.key, pair.value or "") for pair in metadata.key_value_metadata or []]
    keys = {key for key, _ in said}
    versions = [value for key, value in said if key == _OF_SPARK]
    dates = _LEGACY_DATES in keys or any(version < "3.0.0" for version in versions)
    int96 = _LEGACY_INT96 in keys or any(version < "3.1.0" for version in versions)
    if not dates and not int96:
        return False
    waiting = list(fields)
    while waiting:
        below = waiting.pop()
        waiting += below.children
        if dates and isinstance(find_meaning(below.element), DateType | TimestampType):
            return True
        if int96 and below.element.type is Type.INT96:
            return True
    return False


def _is_plain(metadata: FileMetaData) -> bool:
    """Not encrypted in parts, with counts of rows that agree, and with pages that say how they are compressed."""
    counts = [group.num_rows for group in metadata.row_groups]
    return (
        metadata.encryption_algorithm is None
        and all(count >= 0 for count in counts)
        and sum(counts) == metadata.num_rows
        and not misreads_pages_v2(writer_of(metadata.created_by))
    )


def _is_known(node: Node) -> bool:
    """The field, and all below it."""
    waiting = [node]
    while waiting:
        below = waiting.pop()
        if below.is_leaf:
            if not _is_leaf_known(below.element):
                return False
            continue
        if not below.children or not _is_group_known(below):
            return False
        if len({child.element.name.casefold() for child in below.children}) < len(below.children):
            return False
        waiting += below.children
    return True


def _is_leaf_known(element: SchemaElement) -> bool:
    means = find_meaning(element)
    if element.type is None or element.repetition_type == FieldRepetitionType.REPEATED:
        return False
    if means is None:
        return element.converted_type is None
    if isinstance(means, IntType) and not means.isSigned and means.bitWidth == 64:
        return False
    if isinstance(means, TimestampType) and means.unit not in (TimeUnit.MILLIS, TimeUnit.MICROS):
        return False
    return isinstance(means, _MEANINGS.get(element.type, ()))


def _is_group_known(node: Node) -> bool:
    means = find_meaning(node.element)
    is_repeated = node.element.repetition_type == FieldRepetitionType.REPEATED
    if is_repeated:
        above = find_meaning(node.parent.element) if node.parent is not None else None
        names, count = _REPEATED.get(type(above), (set[str](), 0))
        return node.element.name in names and len(node.children) == count
    if isinstance(means, ListType | MapType):
        inner = node.children[0].element
        return len(node.children) == 1 and inner.repetition_type == FieldRepetitionType.REPEATED
    return means is None or isinstance(means, VariantType)


def _may_variants_contradict(metadata: FileMetaData, fields: list[Node]) -> bool:
    """Shredded ones that others than Spark wrote: where `value` and `typed_value` contradict each other, Spark takes one of
    them and says nothing."""
    if any(pair.key == _OF_SPARK for pair in metadata.key_value_metadata or []):
        return False
    waiting = list(fields)
    while waiting:
        below = waiting.pop()
        if isinstance(find_meaning(below.element), VariantType) and len(below.children) > 2:
            return True
        waiting += below.children
    return False


def _are_chunks_known(metadata: FileMetaData, columns: set[str]) -> bool:
    for group in metadata.row_groups:
        for chunk in group.columns:
            known = chunk.meta_data
            if known is None or chunk.file_path or chunk.crypto_metadata is not None:
                return False
            if not known.path_in_schema or known.path_in_schema[0] not in columns:
                continue
            if known.codec not in _CODECS or not _ENCODINGS.issuperset(known.encodings):
                return False
    return True


def _are_bounds_right(metadata: FileMetaData, tree: SchemaTree) -> bool:
    writer = writer_of(metadata.created_by)
    columns = list_written_columns(metadata, tree)
    doubted = [at for at, column in enumerate(columns) if may_index_be_wrong(writer, column)]
    return not any(
        may_index_be_wrong(writer, columns[at], group.columns[at].meta_data)
        for group in metadata.row_groups
        for at in doubted
    )
