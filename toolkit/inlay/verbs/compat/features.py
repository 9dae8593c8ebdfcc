"""What of a footer readers may stumble over, as words of a small vocabulary: `docs/compat.md` has its kinds.

The measurement and the verb take the words from here, so that a rule made of an evidence file means the same in any other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from inlay.footers.footer.footer import Footer
from inlay.ground.schema.meaning import find_meaning
from inlay.ground.schema.notation import format_annotation
from inlay.ground.schema.tree import Node, SchemaTree
from inlay.ground.wording.printable import escape_unprintable
from parquet_format.parquet import (
    ColumnMetaData,
    ColumnOrder,
    ConvertedType,
    DecimalType,
    Encoding,
    FieldRepetitionType,
    FileMetaData,
    FileType,
    GeographyType,
    GeometryType,
    ListType,
    MapType,
    PageType,
    SchemaElement,
    Type,
    VariantType,
)

KINDS: Final[Mapping[str, str]] = {
    "form": "which footers the file has",
    "encryption": "what of the file is encrypted",
    "file": "what the file lacks",
    "names": "what is odd about the names of its columns",
    "type": "the physical type of a column and its annotation",
    "nested": "what a column lies in",
    "codec": "how its pages are compressed",
    "encoding": "how its values are encoded, by physical type",
    "pages": "the version of its data pages, where it is 2",
    "order": "the order of its bounds, where it is not that of the type",
    "bounds": "floating-point bounds, and what is said of NaN beside them",
    "index": "what helps to leave out its pages",
}
"""A feature is a kind, a colon, and a value."""

LEVELS: Final = frozenset({Encoding.RLE, Encoding.BIT_PACKED})
_DATA_PAGES: Final = frozenset({PageType.DATA_PAGE, PageType.DATA_PAGE_V2})
_DIGITS: Final = (9, 18, 38, 76)
_OUTER: Final = (ListType, MapType, VariantType, FileType)
_TOTAL_ORDER: Final = getattr(ColumnOrder, "IEEE_754_TOTAL_ORDER", None)

Features = frozenset[str]


class FileFeatures(NamedTuple):
    """`columns` are those of the top of the schema: what one lies above counts for it, too."""

    file: Features
    columns: Mapping[str, Features]


def features_of(footer: Footer) -> FileFeatures:
    """Of a file whose footer is encrypted there are no columns. Raises what `Footer.metadata` raises."""
    if footer.is_encrypted:
        return FileFeatures(frozenset({"encryption: footer"}), {})
    metadata = footer.metadata
    tree = SchemaTree(metadata.schema)
    file = {*_of_file(metadata), *_of_names(tree)}
    if not footer.form.is_plain:
        file.add(f"form: {footer.form.value}")
    columns: dict[str, Features] = {}
    for ordinal, leaf in enumerate(tree.leaves):
        features = frozenset(_of_column(metadata, ordinal, leaf))
        name = leaf.path[0]
        columns[name] = columns.get(name, frozenset()) | features
    if any("encryption: column" in each for each in columns.values()):
        file.add("encryption: columns")
    return FileFeatures(frozenset(file), columns)


def _of_file(metadata: FileMetaData) -> Iterator[str]:
    if not metadata.row_groups:
        yield "file: no row groups"
    elif not metadata.num_rows:
        yield "file: no rows"
    elif any(group.num_rows == 0 for group in metadata.row_groups):
        yield "file: a row group without rows"
    if metadata.column_orders is None and metadata.row_groups:
        yield "file: no column orders"


def _of_names(tree: SchemaTree) -> Iterator[str]:
    names = [node.path[-1] for node in tree.nodes if len(node.path) == 1]
    if len(set(names)) < len(names):
        yield "names: two columns of one name"
    elif len({name.lower() for name in names}) < len(names):
        yield "names: two that differ in case alone"
    if "" in names:
        yield "names: empty"
    if any("." in name for name in names):
        yield "names: with a dot"


def _of_column(metadata: FileMetaData, ordinal: int, leaf: Node) -> Iterator[str]:
    yield f"type: {_type_of(leaf.element)}"
    yield from _nesting(leaf)
    orders = metadata.column_orders
    is_total = orders is not None and ordinal < len(orders) and orders[ordinal] == _TOTAL_ORDER
    if is_total:
        yield "order: IEEE_754_TOTAL_ORDER"
    for group in metadata.row_groups:
        if ordinal >= len(group.columns):
            continue
        chunk = group.columns[ordinal]
        if chunk.crypto_metadata is not None or chunk.meta_data is None:
            yield "encryption: column"
            continue
        yield from _of_chunk(chunk.meta_data)
        if chunk.column_index_offset is not None:
            yield "index: pages"


def _of_chunk(meta: ColumnMetaData) -> Iterator[str]:
    yield f"codec: {meta.codec.name}"
    stats = [it for it in meta.encoding_stats or () if it.page_type in _DATA_PAGES]
    encodings = {it.encoding for it in stats} if stats else _of_data(meta)
    for encoding in encodings:
        yield f"encoding: {encoding.name} of {meta.type.name}"
    if any(it.page_type == PageType.DATA_PAGE_V2 for it in stats):
        yield "pages: version 2"
    if meta.bloom_filter_offset is not None:
        yield "index: Bloom filter"
    said = meta.statistics
    if meta.type in (Type.FLOAT, Type.DOUBLE) and said is not None and said.min_value is not None:
        if said.nan_count is None:
            yield "bounds: NaN not counted"
        elif said.nan_count:
            yield "bounds: NaN"


def _of_data(meta: ColumnMetaData) -> set[Encoding]:
    """Those of a chunk whose pages are not counted: levels are in the list, and of booleans values, too. With a dictionary,
    PLAIN may be the encoding of its page."""
    encodings = set(meta.encodings)
    left = encodings - LEVELS
    if any(it.name.endswith("DICTIONARY") for it in left):
        left.discard(Encoding.PLAIN)
    return left or encodings & {Encoding.RLE}


def _type_of(element: SchemaElement) -> str:
    assert element.type is not None
    meaning = find_meaning(element)
    if isinstance(meaning, DecimalType):
        digits = next((most for most in _DIGITS if meaning.precision <= most), None)
        said = f" DECIMAL, {f'at most {digits}' if digits else 'more than 76'} digits"
    elif isinstance(meaning, GeometryType | GeographyType):
        name = "GEOMETRY" if isinstance(meaning, GeometryType) else "GEOGRAPHY"
        said = f" {name}" if meaning.crs in (None, "OGC:CRS84") else f" {name} with another CRS"
    else:
        text = format_annotation(element)
        said = f" {text}" if text else ""
    is_old = element.logicalType is None and element.converted_type not in (
        None,
        ConvertedType.INTERVAL,
    )
    return escape_unprintable(
        f"{element.type.name}{said}{', converted type alone' if is_old else ''}"
    )


def _nesting(leaf: Node) -> Iterator[str]:
    if leaf.element.repetition_type == FieldRepetitionType.REPEATED:
        above = leaf.parent
        is_list = above is not None and isinstance(find_meaning(above.element), ListType)
        yield "nested: LIST of two levels" if is_list else "nested: repeated without LIST"
    depth = 0
    node = leaf.parent
    while node is not None and node.parent is not None:
        meaning = find_meaning(node.element)
        is_repeated = node.element.repetition_type == FieldRepetitionType.REPEATED
        if isinstance(meaning, VariantType):
            shredded = any(child.path[-1] == "typed_value" for child in node.children)
            yield "nested: VARIANT, shredded" if shredded else "nested: VARIANT"
        elif isinstance(meaning, _OUTER):
            yield f"nested: {type(meaning).__name__.removesuffix('Type').upper()}"
            depth += isinstance(meaning, ListType | MapType)
        elif not is_repeated:
            nullable = node.element.repetition_type == FieldRepetitionType.OPTIONAL
            yield "nested: struct that may be null" if nullable else "nested: struct"
        node = node.parent
    if depth > 1:
        yield "nested: LIST or MAP in another"
