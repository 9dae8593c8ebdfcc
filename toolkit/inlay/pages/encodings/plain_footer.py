"""A file with new encodings as pyarrow can read it: the body as it is, behind it PLAIN pages that are made when they are
read, and a footer that leads to these.

    body | plain pages of one chunk | plain pages of another | ... | zeros | footer

So pyarrow does what it does for any file, and what it gives is what it gives for the original. A page that is damaged is
made from the old encoding instead, and a finding says so: old and new pages hold the same values one for one.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Final, TypeAlias

from inlay.footers.footer.footer import Footer
from inlay.footers.footer.null_groups import without_null_groups
from inlay.ground.files.source import Seekable, name_of
from inlay.pages.encodings.configuration import read_configured
from inlay.pages.encodings.dual_chunk import DualChunk
from inlay.pages.encodings.new_encodings import find_encodings
from inlay.pages.encodings.old_chunk import OldChunk
from inlay.pages.encodings.plain_view import PlainView
from inlay.pages.encodings.plugins import Encodings
from inlay.pages.encodings.ratified_chunk import RatifiedChunk, bound_plain
from inlay.pages.engine.chunk_metadata import metadata_at, path_of
from inlay.pages.engine.leaf import Leaf, leaves_of
from inlay_runtime.columnar import ExtractionPlan, extract
from inlay_runtime.extension import Header
from inlay_runtime.finding import Finding
from parquet_format.encoding import ColumnEncoding
from parquet_format.parquet import (
    FileMetaData,
)

OnFinding: TypeAlias = Callable[[Finding], None]


class EncodingWarning(UserWarning):
    """A new encoding that is not used, because it is damaged or not known here."""


def warn_of(finding: Finding) -> None:
    warnings.warn(str(finding), EncodingWarning, stacklevel=2)


def with_new_encodings(
    file: Seekable,
    footer: Footer,
    *,
    encodings: Encodings | None = None,
    on_finding: OnFinding = warn_of,
) -> PlainView | None:
    """The file to show to pyarrow; None if there is no new encoding that can be used."""
    if footer.is_encrypted:
        return None
    thrift = footer.thrift
    known = encodings if encodings is not None else read_configured()
    is_dual = may_have_second(footer)
    if not is_dual and not _may_be_ratified(thrift, known):
        return None
    metadata = FileMetaData.decode(without_null_groups(thrift))
    view = PlainView(file, footer.vouched.data_end)
    leaves = leaves_of(metadata)
    if is_dual:
        _show_dual(view, metadata, leaves, known, on_finding)
    if known.numbers:
        _show_ratified(view, metadata, leaves, known)
    return view.finish(metadata) if view.has_chunks else None


def may_have_second(footer: Footer) -> bool:
    """Whether a chunk may have another encoding beside that of its pages."""
    # Without the FlatBuffer beside it, whose field is an extension as well: it is not one of a chunk.
    return _may_be_dual(footer.thrift if footer.is_derived else footer.end.plain_thrift(footer))


def may_have_new(thrift: bytes, encodings: Encodings | None) -> bool:
    """Whether a chunk may have a new encoding, of those that are known."""
    known = encodings if encodings is not None else read_configured()
    return _may_be_dual(thrift) or _may_be_ratified(thrift, known)


def _may_be_dual(thrift: bytes) -> bool:
    """Whether a chunk has an extension: its UUID may be damaged."""
    if ColumnEncoding.UUID.bytes in thrift:
        return True
    if not any(header.data in thrift for header in Header):
        return False
    mask = ["row_groups[:].columns[:].meta_data.extension"]
    return any(
        chunk.meta_data is not None and chunk.meta_data.extension is not None
        for row_group in FileMetaData.decode(thrift, fields=mask).row_groups or ()
        for chunk in row_group.columns
    )


def _may_be_ratified(thrift: bytes, known: Encodings) -> bool:
    numbers = set(known.numbers.values())
    return bool(numbers) and not numbers.isdisjoint(list_encodings_of(thrift))


def _show_dual(
    view: PlainView,
    metadata: FileMetaData,
    leaves: list[Leaf],
    known: Encodings,
    on_finding: OnFinding,
) -> None:
    encodings = find_encodings(metadata, view.body)
    for finding in encodings.findings.values():
        on_finding(finding)
    for place, encoding in encodings.known.items():
        group, column = place
        if column >= len(leaves):
            continue
        chunk, meta = metadata.row_groups[group].columns[column], metadata_at(metadata, place)
        plugin = known.find(encoding.name, encoding.version, meta.type)
        if plugin is not None:
            plain = DualChunk(
                view.file, encoding, meta, leaves[column], plugin, path_of(place), on_finding
            )
            view.show(chunk, meta, plain)
            continue
        what = known.missing(encoding.name, encoding.version)
        on_finding(Finding("encoding-unknown", encoding.offset, what, path_of(place)))
        name = f"{name_of(view.file)}: {path_of(place)}: column {leaves[column].name}"
        view.show_old(chunk, meta, OldChunk(view.file, meta, encoding.original, name))


def _show_ratified(
    view: PlainView, metadata: FileMetaData, leaves: list[Leaf], known: Encodings
) -> None:
    for group, row_group in enumerate(metadata.row_groups):
        for column, chunk in enumerate(row_group.columns):
            meta = chunk.meta_data
            if meta is None or chunk.file_path is not None or column >= len(leaves):
                continue
            ratified = known.find_ratified(meta.encodings)
            # Without a size the pages would have to be decoded before pyarrow asks for any.
            if ratified is not None and bound_plain(meta, leaves[column]) is not None:
                place = path_of((group, column))
                plain = RatifiedChunk(view.file, meta, leaves[column], ratified, place)
                view.show(chunk, meta, plain)


_CHUNKS: Final = "row_groups[].columns[]"
_ENCODINGS: Final = "meta_data.encodings[]"
_PLAN: Final = ExtractionPlan(FileMetaData, {_CHUNKS: (_ENCODINGS,)})


def list_encodings_of(thrift: bytes) -> set[int]:
    """The numbers of the Encoding enum in all column chunks together; none for bytes that are no footer."""
    lists = extract(_PLAN, [thrift]).tables[_CHUNKS].columns[_ENCODINGS]
    assert lists.items is not None
    return set(memoryview(lists.items.values).cast("B").cast("i"))
