"""What is damaged in a dual file, and how one encoding makes up for the other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from inlay.ground.files.source import read_at
from inlay.ground.refusals import RefusedError
from inlay.pages.encodings.add import ChunkChoice
from inlay.pages.encodings.encode_chunk import Kept
from inlay.pages.encodings.errors import PluginFailedError
from inlay.pages.encodings.new_encodings import NewEncodings, find_encodings
from inlay.pages.encodings.old_chunk import crc_of
from inlay.pages.encodings.plugins import Encodings, ValueEncoding, format_encoding
from inlay.pages.encodings.replacement import PLAIN_CODEC, Replacement, decode_page, iterate_plain
from inlay.pages.encodings.strip import is_old_damaged, view_replaced
from inlay.pages.encodings.transcode import present_in
from inlay.pages.engine.chunk_metadata import locate_pages, metadata_at, name_column
from inlay.pages.engine.chunk_pages import data_of, has_damaged_crc, pages_of
from inlay.pages.engine.codecs import is_known
from inlay.pages.engine.errors import ChunkError
from inlay.pages.engine.leaf import Leaf, leaves_of
from inlay.pages.engine.passing_chunks import pass_chunks
from inlay.pages.engine.piece import Place
from inlay.pages.engine.thrift_file import ThriftFile
from inlay_runtime.finding import Finding
from parquet_format.encoding import ColumnEncoding
from parquet_format.parquet import ColumnMetaData, Encoding, FileMetaData

OLD: Final = "old-encoding"
NEW: Final = "new-encoding"
EXTENSION: Final = "encoding-extension"
"""In the metadata: it tells of the new encoding. The offset of such a finding is that in its payload."""
RATIFIED: Final = "ratified-page"
"""Pages that there is no other encoding of."""

_REGIONS: Final = {OLD: "old encoding", NEW: "new encoding", RATIFIED: "ratified page"}
_NO_MATCH: Final = "does not match its CRC"


def find_damage(file: ThriftFile, known: Encodings) -> tuple[int, list[Finding]]:
    """How many chunks have a new encoding, ratified or not; and a finding, of one of the codes above, for every region of
    them that does not match its CRC, and for every extension that does not tell of its chunk. `at` is the column.
    """
    metadata = file.metadata()
    encodings = find_encodings(metadata, file.footer)
    damage: list[Finding] = []
    places = sorted(encodings.known.keys() | encodings.findings.keys())
    for place in places:
        damage += _damage_at(file, metadata, encodings, place)
    leaves = leaves_of(metadata)
    ratified = [place for place in _find_ratified(metadata, known) if place[1] < len(leaves)]
    for place in ratified:
        meta, name = metadata_at(metadata, place), name_column(metadata, place)
        plugin = known.find_ratified(meta.encodings)
        damage += _check_pages(file, meta, leaves[place[1]], name, plugin)
    return len(places) + len(ratified), damage


def find_both_damaged(damage: Sequence[Finding]) -> str:
    """The first chunk that nothing is left to make up for; empty if there is none."""
    old = {finding.at for finding in damage if finding.code == OLD}
    for finding in damage:
        if finding.code == NEW and finding.at in old:
            return f"{finding.at} is damaged in both encodings"
        if finding.code == RATIFIED:
            return f"{finding.sentence}, and there is no other encoding of it"
    return ""


def repair(file: ThriftFile, known: Encodings) -> ThriftFile:
    """The original, to be read; what was damaged of it is PLAIN pages made from the new encoding.

    Raises RefusedError where that encoding is not in use here.
    """
    metadata = file.metadata()
    encodings = find_encodings(metadata, file.footer)
    replacements: dict[Place, Replacement] = {}
    for place, encoding in encodings.known.items():
        if is_old_damaged(file, metadata, place, encoding):
            meta, name = metadata_at(metadata, place), name_column(metadata, place)
            plugin = _plugin(known, encoding, meta, f"the old encoding of {name}")
            bodies = iterate_plain(file.source, encoding, plugin, meta.type, name)
            codec = meta.codec if is_known(meta.codec) else PLAIN_CODEC
            replacements[place] = Replacement(Encoding.PLAIN, codec, bodies)
    return view_replaced(file, encodings, replacements, file.metadata())


def choice_of_repair(file: ThriftFile, known: Encodings) -> ChunkChoice:
    """The new encodings that the file has to have: those that are whole stay, the others are made again.

    Raises RefusedError where one of these is not in use here. A chunk of which nothing tells what it had gets what its
    column has in other row groups, if anything.
    """
    metadata = file.metadata()
    encodings = find_encodings(metadata, file.footer)
    choice: dict[Place, ValueEncoding | Kept] = {}
    for place, encoding in encodings.known.items():
        if _is_new_damaged(file, encoding):
            meta, name = metadata_at(metadata, place), name_column(metadata, place)
            choice[place] = _plugin(known, encoding, meta, f"the new encoding of {name}")
        else:
            choice[place] = Kept(encoding, file.source)
    elsewhere = {column: encoding for (_, column), encoding in encodings.known.items()}
    for place in encodings.lost:
        said = elsewhere.get(place[1])
        type_ = metadata_at(metadata, place).type
        plugin = known.find(said.name, said.version, type_) if said is not None else None
        if plugin is not None:
            choice[place] = plugin
    return choice


def keep_all(file: ThriftFile) -> Mapping[Place, Kept]:
    """The new encodings that the file has, to be left as they are."""
    encodings = find_encodings(file.metadata(), file.footer)
    return {place: Kept(encoding, file.source) for place, encoding in encodings.known.items()}


def _plugin(
    known: Encodings, encoding: ColumnEncoding, meta: ColumnMetaData, what: str
) -> ValueEncoding:
    plugin = known.find(encoding.name, encoding.version, meta.type)
    if plugin is None:
        name = format_encoding(encoding.name, encoding.version)
        reason = f"{what} is damaged, and only {name} can make it again: "
        raise RefusedError("encoding", reason + known.missing(encoding.name, encoding.version))
    return plugin


def _damage_at(
    file: ThriftFile, metadata: FileMetaData, encodings: NewEncodings, place: Place
) -> Iterator[Finding]:
    name = name_column(metadata, place)
    finding, encoding = encodings.findings.get(place), encodings.known.get(place)
    if finding is not None:
        what = f"what tells of the new encoding is damaged: {finding}"
        yield Finding(EXTENSION, finding.offset, what, name)
    if encoding is None:
        return
    if _is_new_damaged(file, encoding):
        yield _region(NEW, name, encoding.offset, encoding.length)
    if is_old_damaged(file, metadata, place, encoding):
        start, _ = locate_pages(metadata_at(metadata, place))
        yield _region(OLD, name, start, encoding.original.length)


def _find_ratified(metadata: FileMetaData, known: Encodings) -> Iterator[Place]:
    """Chunks with pages in a number that has a plug-in here, or that nobody knows."""
    for group, row_group in enumerate(metadata.row_groups):
        for column, chunk in enumerate(pass_chunks(row_group)):
            meta = chunk.meta_data
            if meta is None or chunk.file_path is not None:
                continue
            is_new = any(encoding.is_unknown for encoding in meta.encodings)
            if is_new or known.find_ratified(meta.encodings) is not None:
                yield group, column


def _check_pages(
    file: ThriftFile,
    meta: ColumnMetaData,
    leaf: Leaf,
    name: str,
    ratified: tuple[Encoding, ValueEncoding] | None,
) -> Iterator[Finding]:
    """By their CRCs; by their headers, which no CRC is of; and by decoding them, where the encoding is in use here: most
    writers leave CRCs out."""
    start, end = locate_pages(meta)
    try:
        for page in pages_of(read_at(file.source, start, end - start), meta, start):
            at = start + page.offset
            if has_damaged_crc(page):
                yield _region(RATIFIED, name, at, page.size)
            elif page.is_data and is_known(meta.codec):
                data = data_of(page, meta.codec, leaf, start)
                present = present_in(data, leaf, at)
                if data.encoding not in meta.encodings:
                    what = f"is in the encoding {data.encoding.name}, which its chunk does not list"
                    yield _region(RATIFIED, name, at, page.size, what)
                elif ratified is not None and ratified[0] == data.encoding:
                    try:
                        decode_page(data, present, meta.type, leaf, ratified[1], at)
                    except PluginFailedError as error:
                        what = f"is damaged: {error.what}"
                        yield _region(RATIFIED, name, at, page.size, what)
    except ChunkError as error:
        length = max(end - error.offset, 0)
        what = f"is damaged: {error.what}"
        yield _region(RATIFIED, name, error.offset, length, what)


def _region(code: str, column: str, start: int, length: int, wrong: str = _NO_MATCH) -> Finding:
    """`wrong` is what is wrong with the bytes from `start` on, as a predicate."""
    what = f"the {_REGIONS[code]}, {start:,} to {start + length:,}, {wrong}"
    return Finding(code, start, what, column)


def _is_new_damaged(file: ThriftFile, encoding: ColumnEncoding) -> bool:
    return crc_of(file.source, encoding.offset, encoding.length) != encoding.crc
