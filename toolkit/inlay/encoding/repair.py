"""What is damaged in a dual file, and how one encoding makes up for the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from inlay.encoding.add import Kept, Plan
from inlay.encoding.body import Place, pages_extent
from inlay.encoding.codecs import is_known
from inlay.encoding.errors import ChunkError
from inlay.encoding.new_encodings import NewEncodings, column_name, meta_at, new_encodings
from inlay.encoding.old_chunk import crc_of
from inlay.encoding.pages import Leaf, data_of, has_damaged_crc, pages_of
from inlay.encoding.plugins import Encodings, ValueEncoding, shown
from inlay.encoding.replacement import PLAIN_CODEC, Replacement, plain_bodies
from inlay.encoding.strip import is_old_damaged, viewed
from inlay.encoding.thrift_file import ThriftFile, leaves_of
from inlay.encoding.transcode import present_in
from inlay.files.source import read_at
from inlay.refusals import RefusedError
from parquet_format.encoding import ColumnEncoding
from parquet_format.parquet import ColumnMetaData, Encoding, FileMetaData

ONLY = "ratified"
"""Pages that there is no other encoding of."""


@dataclass(frozen=True, slots=True)
class Damage:
    """`which` is `old`, `new`, `extension` (of the metadata, which tells of the new encoding) or `ratified`; `offset` is
    where the damaged bytes begin, or of an extension in its payload."""

    column: str
    which: str
    offset: int
    length: int
    what: str = "does not match its CRC"

    def __str__(self) -> str:
        if self.which == "extension":
            return f"{self.column}: what tells of the new encoding is damaged: {self.what}"
        end = self.offset + self.length
        name = "ratified page" if self.which == ONLY else f"{self.which} encoding"
        return f"{self.column}: the {name}, {self.offset:,} to {end:,}, {self.what}"


def damage_in(file: ThriftFile, known: Encodings) -> tuple[int, list[Damage]]:
    """How many chunks have a new encoding, ratified or not; and every region of them that does not match its CRC, and
    every extension that does not tell of its chunk."""
    metadata = file.metadata()
    found = new_encodings(metadata, file.footer)
    damage: list[Damage] = []
    places = sorted(found.known.keys() | found.findings.keys())
    for place in places:
        damage += _damage_at(file, metadata, found, place)
    leaves = leaves_of(metadata)
    ratified = [place for place in _ratified(metadata, known) if place[1] < len(leaves)]
    for place in ratified:
        meta, name = meta_at(metadata, place), column_name(metadata, place)
        damage += _damaged_pages(file, meta, leaves[place[1]], name)
    return len(places) + len(ratified), damage


def both_damaged(damage: Sequence[Damage]) -> str:
    """The first chunk that nothing is left to make up for; empty if there is none."""
    old = {one.column for one in damage if one.which == "old"}
    for one in damage:
        if one.which == "new" and one.column in old:
            return f"{one.column} is damaged in both encodings"
        if one.which == ONLY:
            return f"{one}, and there is no other encoding of it"
    return ""


def repaired(file: ThriftFile, known: Encodings) -> ThriftFile:
    """The original, to be read; what was damaged of it is PLAIN pages made from the new encoding.

    Raises RefusedError where that encoding is not in use here.
    """
    metadata = file.metadata()
    found = new_encodings(metadata, file.footer)
    replacements: dict[Place, Replacement] = {}
    for place, encoding in found.known.items():
        if is_old_damaged(file, metadata, place, encoding):
            meta, name = meta_at(metadata, place), column_name(metadata, place)
            plugin = _plugin(known, encoding, meta, f"the old encoding of {name}")
            bodies = plain_bodies(file.source, encoding, plugin, meta.type, name)
            codec = meta.codec if is_known(meta.codec) else PLAIN_CODEC
            replacements[place] = Replacement(Encoding.PLAIN, codec, bodies)
    return viewed(file, found, replacements)


def plan_of_repair(file: ThriftFile, known: Encodings) -> Plan:
    """The new encodings that the file has to have: those that are whole stay, the others are made again.

    Raises RefusedError where one of these is not in use here. A chunk of which nothing tells what it had gets what its
    column has in other row groups, if anything.
    """
    metadata = file.metadata()
    found = new_encodings(metadata, file.footer)
    plan: dict[Place, ValueEncoding | Kept] = {}
    for place, encoding in found.known.items():
        if _is_new_damaged(file, encoding):
            meta, name = meta_at(metadata, place), column_name(metadata, place)
            plan[place] = _plugin(known, encoding, meta, f"the new encoding of {name}")
        else:
            plan[place] = Kept(encoding, file.source)
    elsewhere = {column: encoding for (_, column), encoding in found.known.items()}
    for place in found.lost:
        said = elsewhere.get(place[1])
        type_ = meta_at(metadata, place).type
        plugin = known.find(said.name, said.version, type_) if said is not None else None
        if plugin is not None:
            plan[place] = plugin
    return plan


def kept(file: ThriftFile) -> Plan:
    """The new encodings that the file has, to be left as they are."""
    found = new_encodings(file.metadata(), file.footer)
    return {place: Kept(encoding, file.source) for place, encoding in found.known.items()}


def _plugin(
    known: Encodings, encoding: ColumnEncoding, meta: ColumnMetaData, what: str
) -> ValueEncoding:
    plugin = known.find(encoding.name, encoding.version, meta.type)
    if plugin is None:
        name = shown(encoding.name, encoding.version)
        reason = f"{what} is damaged, and only {name} can make it again: "
        raise RefusedError("encoding", reason + known.missing(encoding.name, encoding.version))
    return plugin


def _damage_at(
    file: ThriftFile, metadata: FileMetaData, found: NewEncodings, place: Place
) -> Iterator[Damage]:
    name = column_name(metadata, place)
    finding, encoding = found.findings.get(place), found.known.get(place)
    if finding is not None:
        yield Damage(name, "extension", finding.offset, 0, str(finding))
    if encoding is None:
        return
    if _is_new_damaged(file, encoding):
        yield Damage(name, "new", encoding.offset, encoding.length)
    if is_old_damaged(file, metadata, place, encoding):
        start, _ = pages_extent(meta_at(metadata, place))
        yield Damage(name, "old", start, encoding.original.length)


def _ratified(metadata: FileMetaData, known: Encodings) -> Iterator[Place]:
    """Chunks with pages in a number that has a plug-in here, or that nobody knows."""
    for group, row_group in enumerate(metadata.row_groups):
        for column, chunk in enumerate(row_group.columns):
            meta = chunk.meta_data
            if meta is None or chunk.file_path is not None:
                continue
            is_new = any(one.is_unknown for one in meta.encodings)
            if is_new or known.ratified(meta.encodings) is not None:
                yield group, column


def _damaged_pages(
    file: ThriftFile, meta: ColumnMetaData, leaf: Leaf, name: str
) -> Iterator[Damage]:
    """By their CRCs; and by their headers, which no CRC is of."""
    start, end = pages_extent(meta)
    try:
        for page in pages_of(read_at(file.source, start, end - start), meta, start):
            at = start + page.offset
            if has_damaged_crc(page):
                yield Damage(name, ONLY, at, page.size)
            elif page.is_data and is_known(meta.codec):
                data = data_of(page, meta.codec, leaf, start)
                present_in(data, leaf, at)
                if data.encoding not in meta.encodings:
                    what = f"is in the encoding {data.encoding.name}, which its chunk does not list"
                    yield Damage(name, ONLY, at, page.size, what)
    except ChunkError as error:
        length = max(end - error.offset, 0)
        yield Damage(name, ONLY, error.offset, length, f"is damaged: {error.what}")


def _is_new_damaged(file: ThriftFile, encoding: ColumnEncoding) -> bool:
    return crc_of(file.source, encoding.offset, encoding.length) != encoding.crc
