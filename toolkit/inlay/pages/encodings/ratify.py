"""A dual file as it would be after standardization, and from there to a file that everybody reads."""

from __future__ import annotations

from inlay.ground.files.source import Seekable, read_at
from inlay.ground.refusals import RefusedError
from inlay.pages.encodings.new_encodings import NewEncodings
from inlay.pages.encodings.old_chunk import read_original_pages
from inlay.pages.encodings.plugins import Encodings, ValueEncoding
from inlay.pages.encodings.replacement import (
    PLAIN_CODEC,
    Bodies,
    Replacement,
    bodies_of_ratified,
    read_ratified_bodies,
    tell_plain_size,
)
from inlay.pages.encodings.strip import in_old_order, is_old_damaged, require_intact
from inlay.pages.encodings.transcode import transcode_pages
from inlay.pages.engine.chunk_metadata import locate_pages, metadata_at, name_column
from inlay.pages.engine.codecs import is_known
from inlay.pages.engine.errors import place_errors
from inlay.pages.engine.leaf import Leaf, leaves_of
from inlay.pages.engine.passing_chunks import pass_chunks
from inlay.pages.engine.piece import Place
from inlay.pages.engine.progress import Progress, ignore_progress
from inlay.pages.engine.sink import Sink
from inlay.pages.engine.thrift_file import ThriftFile
from parquet_format.encoding import ColumnEncoding
from parquet_format.parquet import ColumnMetaData, CompressionCodec, Encoding, FileMetaData


def ratify(
    file: ThriftFile, sink: Sink, known: Encodings, progress: Progress = ignore_progress
) -> None:
    """Writes the file without extensions and without duplicates, the encoding a number of the enum.

    Raises RefusedError where an encoding has no number here, or is not in use here: who reads the file will only have
    the number to go by.
    """
    before = file.metadata()
    encodings = require_intact(file, before)
    if not encodings:
        raise RefusedError("encoding", "no column of the file has a new encoding")
    replacements: dict[Place, Replacement] = {}
    for place, encoding in encodings.items():
        number = _number(known, encoding, metadata_at(before, place))
        bodies = read_ratified_bodies(file.source, encoding, name_column(before, place))
        replacements[place] = Replacement(number, CompressionCodec.UNCOMPRESSED, bodies)
    metadata = file.metadata()
    in_old_order(file, sink, NewEncodings(encodings), replacements, metadata, progress)
    for place, encoding in encodings.items():
        tell_plain_size(metadata_at(metadata, place), encoding)
    file.append_tail(sink, metadata)


def prove_ratified(before: ThriftFile, after: ThriftFile, known: Encodings) -> None:
    """That the ratified pages hold the values of the old ones, which are gone then.

    Raises RefusedError where they do not, ChunkError and PluginFailedError where they cannot be read.
    """
    old, new = before.metadata(), after.metadata()
    leaves = leaves_of(old)
    for place, encoding in require_intact(before, old).items():
        meta, leaf, name = metadata_at(old, place), leaves[place[1]], name_column(old, place)
        ratified_by = known.find_ratified(metadata_at(new, place).encodings)
        assert ratified_by is not None  # `ratify` has seen to it
        with place_errors(name):
            values = list(_plain(after.source, metadata_at(new, place), leaf, ratified_by))
        if is_old_damaged(before, old, place, encoding):
            continue  # nothing to compare with, and one more reason to keep the new pages
        chunk = read_original_pages(before.source, meta, encoding.original)
        pages = transcode_pages(chunk, meta, leaf, locate_pages(meta)[0])
        if values != [(page.levels + bytes(page.values), page.num_values) for page in pages]:
            reason = f"the encoding {encoding.name} does not give back the values of {name}"
            raise RefusedError("column", reason)


def _number(known: Encodings, encoding: ColumnEncoding, meta: ColumnMetaData) -> Encoding:
    number = known.numbers.get(encoding.name)
    if number is None:
        reason = f"the configuration has no number of the Encoding enum for {encoding.name}"
        raise RefusedError(
            "number", reason, "[encodings.ratified] in the configuration gives it one"
        )
    if known.find(encoding.name, encoding.version, meta.type) is None:
        reason = known.missing(encoding.name, encoding.version)
        raise RefusedError("encoding", reason, "[encodings] use = [...] in the configuration")
    return Encoding(number)


def write_plain_again(
    file: ThriftFile, sink: Sink, known: Encodings, progress: Progress = ignore_progress
) -> None:
    """Writes a ratified file with its values in PLAIN encoding."""
    before = file.metadata()
    leaves = leaves_of(before)
    replacements: dict[Place, Replacement] = {}
    for place, ratified_by in find_ratified_places(before, known).items():
        bodies = _plain(file.source, metadata_at(before, place), leaves[place[1]], ratified_by)
        named = _naming(bodies, name_column(before, place))
        replacements[place] = Replacement(Encoding.PLAIN, PLAIN_CODEC, named)
    metadata = file.metadata()
    in_old_order(file, sink, NewEncodings(), replacements, metadata, progress)
    file.append_tail(sink, metadata)


def find_ratified_places(
    metadata: FileMetaData, known: Encodings
) -> dict[Place, tuple[Encoding, ValueEncoding]]:
    """The chunks with an encoding that has a number here."""
    places: dict[Place, tuple[Encoding, ValueEncoding]] = {}
    for group, row_group in enumerate(metadata.row_groups):
        for column, chunk in enumerate(pass_chunks(row_group)):
            if chunk.meta_data is None or not is_known(chunk.meta_data.codec):
                continue
            ratified_by = known.find_ratified(chunk.meta_data.encodings)
            if ratified_by is not None:
                places[group, column] = ratified_by
    return places


def _naming(bodies: Bodies, column: str) -> Bodies:
    with place_errors(column):
        yield from bodies


def _plain(
    source: Seekable, meta: ColumnMetaData, leaf: Leaf, ratified_by: tuple[Encoding, ValueEncoding]
) -> Bodies:
    """Read when the pages are taken, so that one chunk at a time is in memory."""
    start, end = locate_pages(meta)
    chunk = read_at(source, start, end - start)
    yield from bodies_of_ratified(chunk, meta, leaf, ratified_by, start)
