"""What of a footer readers may stumble over, as words of a small vocabulary: `docs/compat.md` has its kinds.

The measurement and the verb take the words from here, so that a rule made of an evidence file means the same in any other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from inlay.footers.footer.footer import Footer
from inlay.ground.schema.meaning import find_meaning
from inlay.ground.schema.notation import format_annotation
from inlay.ground.schema.tree import Node, SchemaTree
from inlay.ground.wording.printable import escape_unprintable
from inlay.pages.engine.passing_chunks import pass_chunks
from parquet_format.parquet import (
    ColumnChunk,
    ColumnMetaData,
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
    "nullability": "whether a column may be null, where it may not",
    "codec": "how its pages are compressed",
    "encoding": "how its values are encoded, by physical type",
    "pages": "the version of its data pages, where it is 2",
    "order": "the order of its bounds, where it is not that of the type",
    "bounds": "floating-point bounds, what is said of NaN beside them, and boxes of geometries",
    "index": "what helps to leave out its pages",
    "extension": "whether the metadata of a column has an extension",
}
"""A feature is a kind, a colon, and a value."""

LEVELS: Final = frozenset({Encoding.RLE, Encoding.BIT_PACKED})
_DATA_PAGES: Final = frozenset({PageType.DATA_PAGE, PageType.DATA_PAGE_V2})
_DIGITS: Final = (9, 18, 38, 76)
_OUTER: Final = (ListType, MapType, VariantType, FileType)
_NEW_ORDERS: Final = ("IEEE_754_TOTAL_ORDER", "INT96_TIMESTAMP_ORDER")
_ZERO_BELOW: Final = frozenset({bytes(4), bytes(8)})
_ZERO_ABOVE: Final = frozenset({bytes(3) + b"\x80", bytes(7) + b"\x80"})
"""+0.0 as a minimum and -0.0 as a maximum: the other zero may lie beyond them."""
_CRS84: Final = (None, "OGC:CRS84")

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
    for leaf, features in zip(tree.leaves, _of_leaves(metadata, tree.leaves), strict=True):
        name = leaf.path[0]
        columns[name] = columns[name] | features if name in columns else features
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


def _of_leaves(metadata: FileMetaData, leaves: Sequence[Node]) -> list[Features]:
    """Of a wide file most are alike, and share one set; no chunk is kept."""
    shared: dict[Features, Features] = {}
    said = metadata.column_orders or ()
    orders = [getattr(order, "name", "") for order in said[: len(leaves)]]
    orders += [""] * (len(leaves) - len(orders))
    columns = [frozenset(_of_leaf(*pair)) for pair in zip(leaves, orders, strict=True)]
    for group in metadata.row_groups:
        chunks = zip(pass_chunks(group), columns, orders, strict=False)
        for ordinal, (chunk, features, order) in enumerate(chunks):
            both = features.union(_of_chunk(chunk, order))
            columns[ordinal] = shared.setdefault(both, both)
    return columns


def _of_leaf(leaf: Node, order: str) -> Iterator[str]:
    yield f"type: {_type_of(leaf.element)}"
    yield from _nesting(leaf)
    if leaf.element.repetition_type == FieldRepetitionType.REQUIRED:
        yield from _of_required(leaf)
    if order in _NEW_ORDERS:
        yield f"order: {order}"


def _of_chunk(chunk: ColumnChunk, order: str) -> Iterator[str]:
    if chunk.crypto_metadata is not None or chunk.meta_data is None:
        yield "encryption: column"
        return
    yield from _of_pages(chunk.meta_data)
    yield from _of_bounds(chunk.meta_data, order)
    if chunk.column_index_offset is not None:
        yield "index: pages"


def _of_required(leaf: Node) -> Iterator[str]:
    if leaf.parent is None or leaf.parent.parent is None:
        yield "nullability: required"
    elif _is_nullable_struct(leaf.parent):
        yield "nullability: required in a struct that may be null"


def _is_nullable_struct(node: Node) -> bool:
    is_optional = node.element.repetition_type == FieldRepetitionType.OPTIONAL
    return is_optional and not isinstance(find_meaning(node.element), _OUTER)


def _of_pages(meta: ColumnMetaData) -> Iterator[str]:
    stats = [it for it in meta.encoding_stats or () if it.page_type in _DATA_PAGES]
    if meta.num_values:
        yield f"codec: {meta.codec.name}"
        for encoding in {it.encoding for it in stats} if stats else _of_data(meta):
            yield f"encoding: {encoding.name} of {meta.type.name}"
    if any(it.page_type == PageType.DATA_PAGE_V2 for it in stats):
        yield "pages: version 2"
    if meta.bloom_filter_offset is not None:
        yield "index: Bloom filter"
    if meta.extension is not None:
        yield "extension: of a column chunk"


def _of_bounds(meta: ColumnMetaData, order: str) -> Iterator[str]:
    """NaN has a place in the total order, and none in that of the type."""
    said = meta.statistics
    if meta.type in (Type.FLOAT, Type.DOUBLE) and said is not None and said.min_value is not None:
        if order == "IEEE_754_TOTAL_ORDER":
            if said.nan_count:
                yield "bounds: NaN in total order"
        elif said.nan_count is None:
            yield "bounds: NaN not counted"
        elif said.nan_count:
            yield "bounds: NaN"
        is_zero = said.min_value in _ZERO_BELOW or said.max_value in _ZERO_ABOVE
        # Readers widen such a bound, and look for the other zero in a dictionary that lacks it.
        if is_zero and any(it.name.endswith("DICTIONARY") for it in meta.encodings):
            yield "bounds: a zero of one sign in a dictionary"
    places = meta.geospatial_statistics
    if places is not None and places.bbox is not None:
        yield "bounds: a box"


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
        said = f" {name}{_crs_of(meaning.crs)}"
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


def _crs_of(crs: str | None) -> str:
    """How a CRS is written, for readers take some ways and not others."""
    if crs in _CRS84:
        return ""
    assert crs is not None
    start, colon, _ = crs.partition(":")
    if crs.lstrip().startswith("{"):
        return " with a CRS as PROJJSON"
    if colon and start.lower() in ("srid", "projjson"):
        return f" with a CRS by {start.lower()}"
    return " with a CRS by authority" if colon else " with a CRS as text"


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
