"""`inlay.diff`: two files, row by row of the tables of their footers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

import pyarrow as pa

from inlay.footers.containers import REGISTRY
from inlay.footers.conversion.collector import pause_collector
from inlay.footers.designs.build import array_from
from inlay.footers.footer.footer import Footer
from inlay.footers.footer.read import read_footer
from inlay.ground.files.source import Source
from inlay.ground.keywords import check_keywords
from inlay.tables.columnar import footer_tables
from inlay.verbs.diff.changed_cells import list_changed_bounds, list_changes
from inlay.verbs.diff.changes import Changes
from inlay.verbs.diff.difference import ASPECTS, ONLY, Difference
from inlay.verbs.diff.matching_rows import MatchedRows, match_rows, whole_column
from inlay.verbs.diff.page_bytes import compare_pages
from inlay.verbs.diff.unnamed import compare_unnamed

if TYPE_CHECKING:
    from inlay.footers.encryption.keys import EncryptionKeys, KeyRetriever

_CHUNK: Final[Mapping[str, str]] = {
    "physical_type": "schema",
    "codec": "storage",
    "num_values": "storage",
    "total_compressed_size": "storage",
    "total_uncompressed_size": "storage",
    "file_path": "storage",
    "encryption": "storage",
    "encrypted_metadata_length": "storage",
    "encodings": "encodings",
    "encoding_stats": "encodings",
    "null_count": "statistics",
    "distinct_count": "statistics",
    "nan_count": "statistics",
    "min_value": "statistics",
    "max_value": "statistics",
    "min_deprecated": "statistics",
    "max_deprecated": "statistics",
    "is_min_value_exact": "statistics",
    "is_max_value_exact": "statistics",
    "unencoded_byte_array_data_bytes": "statistics",
    "repetition_level_histogram": "statistics",
    "definition_level_histogram": "statistics",
    "bounding_box": "statistics",
    "geospatial_types": "statistics",
    "key_values": "key-values",
    "file_offset": "places",
    "data_page_offset": "places",
    "index_page_offset": "places",
    "dictionary_page_offset": "places",
    "offset_index_offset": "places",
    "column_index_offset": "places",
    "bloom_filter_offset": "places",
    "offset_index_length": "storage",
    "column_index_length": "storage",
    "bloom_filter_length": "storage",
}
"""The aspect of each column of `column_chunks`."""

_GROUP: Final[Mapping[str, str]] = {
    "num_rows": "storage",
    "num_columns": "storage",
    "total_byte_size": "storage",
    "total_compressed_size": "storage",
    "ordinal": "storage",
    "sorting_columns": "storage",
    "file_offset": "places",
}
_SCHEMA: Final = (
    "name",
    "repetition",
    "physical_type",
    "converted_type",
    "logical_type",
    "type_length",
    "num_children",
    "scale",
    "precision",
    "field_id",
    "column_order",
)
_FILE: Final = (
    "version",
    "num_rows",
    "num_row_groups",
    "num_columns",
    "created_by",
    "encryption_algorithm",
    "signing_key_metadata",
    "footer_length",
    "trailing_length",
    "num_unknown_fields",
)
_SIZES: Final = ("file_size", "footer_length", "trailing_length")
"""They follow from other differences, and do not say which."""

_EXTENSION: Final = ("struct", "header", "length", "uuid", "payload")
_BOUNDS: Final = {
    "min_value": "min_text",
    "max_value": "max_text",
    "min_deprecated": "min_text",
    "max_deprecated": "max_text",
}
"""How people read them."""

_WANTED: Final[Mapping[str, Sequence[str] | None]] = {
    "files": _FILE,
    "schema": ("path", *_SCHEMA),
    "row_groups": ("row_group", *_GROUP),
    "column_chunks": ("row_group", "path"),
    "key_values": ("key", "value"),
    "extensions": ("path", *_EXTENSION),
}
_AT_ONCE: Final = 6
"""Columns of `column_chunks` that are in memory: all of them take more than the footers do."""

_PLACE: Final = re.compile(r"row_groups\[(\d+)\]\.columns\[(\d+)\]")


@check_keywords
@pause_collector()
def diff(
    old: Source | Footer,
    new: Source | Footer,
    *,
    pages: bool = False,
    keys: EncryptionKeys | KeyRetriever | None = None,
) -> list[Difference]:
    """What differs between two files, by aspect, the schema first; empty if nothing does.

    Columns are matched by their paths, row groups by their positions, key-value pairs by their keys. With `pages`, the bytes of
    pages, page indexes and Bloom filters are compared, too; without, nothing but footers is read. Footers of other bytes always
    differ in something: what no table has is `other`. `keys` are for both; of what they open, pages are compared as they are in the clear.

    Raises FooterError for a footer that cannot be read, DecodeError for one that is damaged, OSError.
    """
    by_aspect: dict[str, list[Difference]] = {aspect: [] for aspect in ASPECTS}
    for changes in find_changes(old, new, pages=pages, keys=keys):
        by_aspect[changes.aspect] += changes.each()
    return [*chain.from_iterable(by_aspect.values())]


def find_changes(
    old: Source | Footer,
    new: Source | Footer,
    *,
    pages: bool,
    keys: EncryptionKeys | KeyRetriever | None,
) -> Iterator[Changes]:
    """The same, aspect by aspect in the order in which they are compared."""
    first, second = (
        it if isinstance(it, Footer) else read_footer(it, keys=keys) for it in (old, new)
    )
    is_explained = False
    for changes in _compare_files(first, second):
        is_explained = is_explained or changes.field not in _SIZES
        yield changes
    if first.data != second.data and not is_explained:
        yield Changes.of(Difference("other", None, "", "bytes of the footer", None, None))
    if pages:
        yield from map(Changes.of, compare_pages(first, second, keys))


def _compare_files(old: Footer, new: Footer) -> Iterator[Changes]:
    for name in ("form", "file_size"):
        values = [str(getattr(it, name)) if name == "form" else it.file_size for it in (old, new)]
        if values[0] != values[1]:
            yield Changes.of(Difference("file", None, "", name, values[0], values[1]))
    # Before anything is compared: errors of a Footer name its file, and encrypted ones are refused.
    _ = old.metadata, new.metadata
    if old.thrift == new.thrift:
        return
    before, after = footer_tables(old, _WANTED), footer_tables(new, _WANTED)
    for name in _FILE:
        was, now = (table["files"].column(name)[0].as_py() for table in (before, after))
        if was != now:
            yield Changes.of(Difference("file", None, "", name, was, now))
    yield from _compare_schemas(before["schema"], after["schema"])
    yield from _compare_table(before["row_groups"], after["row_groups"], ("row_group",), _GROUP)
    yield from _compare_chunks(old, new, before, after)
    yield from _compare_table(
        before["key_values"], after["key_values"], ("key",), {"value": "key-values"}
    )
    yield from map(Changes.of, _compare_extensions(before, after))
    yield from map(Changes.of, compare_unnamed(old, new))


def _compare_table(
    old: pa.Table, new: pa.Table, names: Sequence[str], aspects: Mapping[str, str]
) -> Iterator[Changes]:
    rows = match_rows(old, new, names)
    yield from map(Changes.of, _only(rows, next(iter(aspects.values()))))
    for name, aspect in aspects.items():
        yield from list_changes(old, new, rows, aspect, name)


def _only(rows: MatchedRows, aspect: str) -> Iterator[Difference]:
    for place in chain.from_iterable(rows.only_old.locate()):
        yield Difference(aspect, *place, ONLY, True, None)
    for place in chain.from_iterable(rows.only_new.locate()):
        yield Difference(aspect, *place, ONLY, None, True)


def _compare_schemas(old: pa.Table, new: pa.Table) -> Iterator[Changes]:
    yield from _compare_table(old, new, ("path",), dict.fromkeys(_SCHEMA, "schema"))
    rows = match_rows(old, new, ("path",))
    if rows.new is not None:
        places: list[int] = rows.new.to_pylist()
        if places != sorted(places):
            before = [path for (path, *_) in rows.keys]
            after = [before[at] for at in sorted(range(len(places)), key=places.__getitem__)]
            # Without the root, whose path is empty.
            lists = [[path for path in paths if path] for paths in (before, after)]
            yield Changes.of(Difference("schema", None, "", "order of columns", *lists))


def _compare_chunks(
    old: Footer, new: Footer, before: Mapping[str, pa.Table], after: Mapping[str, pa.Table]
) -> Iterator[Changes]:
    rows = match_rows(before["column_chunks"], after["column_chunks"], ("row_group", "path"))
    # What a whole row group or column has more is told once, and not chunk by chunk.
    groups = [set(table["row_groups"]["row_group"].to_pylist()) for table in (before, after)]
    paths = [set(table["schema"]["path"].to_pylist()) for table in (before, after)]
    both_groups, both_paths = groups[0] & groups[1], paths[0] & paths[1]
    for difference in _only(rows, "storage"):
        if difference.row_group in both_groups and difference.path in both_paths:
            yield Changes.of(difference)
    names = [*_CHUNK]
    for begin in range(0, len(names), _AT_ONCE):
        yield from _compare_columns(old, new, rows, names[begin : begin + _AT_ONCE])


def _compare_columns(
    old: Footer, new: Footer, rows: MatchedRows, names: Sequence[str]
) -> Iterator[Changes]:
    tables = _read_chunks(old, new, names)
    for name in names:
        of = _CHUNK[name], name
        if name in _BOUNDS:
            yield from list_changed_bounds(*tables, rows, *of, _BOUNDS[name])
        else:
            yield from list_changes(*tables, rows, *of)


def _read_chunks(old: Footer, new: Footer, names: Sequence[str]) -> tuple[pa.Table, pa.Table]:
    """These columns of `column_chunks`, and what bounds among them are read with."""
    texts = [_BOUNDS[name] for name in names if name in _BOUNDS]
    names = [*dict.fromkeys([*names, *texts, *(["physical_type"] if texts else [])])]
    first, second = (footer_tables(it, {"column_chunks": names}) for it in (old, new))
    return first["column_chunks"], second["column_chunks"]


def _compare_extensions(
    before: Mapping[str, pa.Table], after: Mapping[str, pa.Table]
) -> Iterator[Difference]:
    old, new = (_name_columns(tables) for tables in (before, after))
    names = [_list_names(table) for table in (old, new)]
    aspects: dict[str, str] = dict.fromkeys(_EXTENSION, "extensions")
    changes = _compare_table(old, new, ("path",), aspects)
    for difference in chain.from_iterable(it.each() for it in changes):
        if difference.field == ONLY and difference.new is None:
            yield difference._replace(old=names[0].get(difference.path, True))
        elif difference.field == ONLY:
            yield difference._replace(new=names[1].get(difference.path, True))
        elif difference.field != "length":  # the payload says more
            yield difference


def _list_names(extensions: pa.Table) -> dict[str, str]:
    """What those that this version knows are called, by where they are."""
    rows: list[dict[str, Any]] = extensions.select(["path", "uuid"]).to_pylist()
    uuids = {row["path"]: UUID(row["uuid"]) for row in rows if row["uuid"] is not None}
    return {path: known.name for path, uuid in uuids.items() if (known := REGISTRY.get(uuid))}


def _name_columns(tables: Mapping[str, pa.Table]) -> pa.Table:
    """The extensions, with names in the place of numbers of columns."""
    table, chunks = tables["extensions"], tables["column_chunks"]
    if not table.num_rows:
        return table
    paths, starts, start = chunks["path"], dict[int, int](), 0
    for group in whole_column(chunks, "row_group").value_counts().to_pylist():
        starts[group["values"]] = start
        start += group["counts"]

    def name(match: re.Match[str]) -> str:
        group, column = int(match[1]), int(match[2])
        return f"row_groups[{group}].columns[{paths[starts[group] + column].as_py()}]"

    rows: list[Any] = table["path"].to_pylist()
    places = array_from([_PLACE.sub(name, path) for path in rows], pa.string())
    return table.set_column(table.schema.get_field_index("path"), "path", places)
