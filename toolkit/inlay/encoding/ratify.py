"""A dual file as it would be after standardization, and from there to a file that everybody reads."""

from __future__ import annotations

from inlay.encoding.body import Place, pages_extent
from inlay.encoding.codecs import is_known
from inlay.encoding.pages import Leaf
from inlay.encoding.plugins import Encodings, ValueEncoding
from inlay.encoding.replacement import (
    PLAIN_CODEC,
    Bodies,
    Replacement,
    bodies_of_ratified,
    ratified_bodies,
    tell_plain_size,
)
from inlay.encoding.sink import Sink
from inlay.encoding.strip import column_name, encodings_in, in_old_order, meta_at
from inlay.encoding.thrift_file import Progress, ThriftFile, leaves_of, no_progress
from inlay.footer.source import Seekable, read_at
from inlay.rewrite.errors import RefusedError
from parquet_format.parquet import ColumnMetaData, CompressionCodec, Encoding, FileMetaData


def ratified(
    file: ThriftFile, sink: Sink, known: Encodings, progress: Progress = no_progress
) -> None:
    """Writes the file without extensions and without duplicates, the encoding a number of the enum."""
    before = file.metadata()
    encodings = encodings_in(file, before)
    if not encodings:
        raise RefusedError("encoding", "no column of the file has a new encoding")
    replacements: dict[Place, Replacement] = {}
    for place, encoding in encodings.items():
        number = known.numbers.get(encoding.name)
        if number is None:
            reason = f"the configuration has no number of the Encoding enum for {encoding.name}"
            raise RefusedError(
                "number", reason, "[encodings.ratified] in the configuration gives it one"
            )
        bodies = ratified_bodies(file.source, encoding, column_name(before, place))
        replacements[place] = Replacement(Encoding(number), CompressionCodec.UNCOMPRESSED, bodies)
    metadata = in_old_order(file, sink, encodings, replacements, progress)
    for place, encoding in encodings.items():
        tell_plain_size(meta_at(metadata, place), encoding)
    sink.write(file.tail(metadata, sink.size))


def plain_again(
    file: ThriftFile, sink: Sink, known: Encodings, progress: Progress = no_progress
) -> None:
    """Writes a ratified file with its values in PLAIN encoding."""
    before = file.metadata()
    leaves = leaves_of(before)
    replacements: dict[Place, Replacement] = {}
    for place, plugin in ratified_places(before, known).items():
        bodies = _plain(file.source, meta_at(before, place), leaves[place[1]], plugin)
        replacements[place] = Replacement(Encoding.PLAIN, PLAIN_CODEC, bodies)
    metadata = in_old_order(file, sink, {}, replacements, progress)
    sink.write(file.tail(metadata, sink.size))


def ratified_places(metadata: FileMetaData, known: Encodings) -> dict[Place, ValueEncoding]:
    """The chunks with an encoding that has a number here."""
    found: dict[Place, ValueEncoding] = {}
    for group, row_group in enumerate(metadata.row_groups):
        for column, chunk in enumerate(row_group.columns):
            if chunk.meta_data is None or not is_known(chunk.meta_data.codec):
                continue
            plugin = next(filter(None, map(known.ratified, chunk.meta_data.encodings)), None)
            if plugin is not None:
                found[group, column] = plugin
    return found


def _plain(source: Seekable, meta: ColumnMetaData, leaf: Leaf, plugin: ValueEncoding) -> Bodies:
    """Read when the pages are taken, so that one chunk at a time is in memory."""
    start, end = pages_extent(meta)
    yield from bodies_of_ratified(read_at(source, start, end - start), meta, leaf, plugin, start)
