"""What is damaged in a dual file, and how one encoding makes up for the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from zlib import crc32

from inlay.encoding.body import Place, pages_extent
from inlay.encoding.codecs import is_known
from inlay.encoding.errors import BothDamagedError
from inlay.encoding.plugins import Encodings
from inlay.encoding.replacement import PLAIN_CODEC, Replacement, plain_bodies
from inlay.encoding.strip import column_name, encodings_in, is_old_damaged, meta_at, viewed
from inlay.encoding.thrift_file import ThriftFile
from inlay.footer.source import read_at
from parquet_format.encoding import ColumnEncoding
from parquet_format.parquet import Encoding


@dataclass(frozen=True, slots=True)
class Damage:
    """`which` is `old` or `new`; `offset` where the damaged bytes begin."""

    column: str
    which: str
    offset: int
    length: int

    def __str__(self) -> str:
        end = self.offset + self.length
        return (
            f"{self.column}: the {self.which} encoding, {self.offset:,} to {end:,}, "
            "does not match its CRC"
        )


def damage_in(file: ThriftFile) -> list[Damage]:
    """Every region that does not match its CRC."""
    metadata = file.metadata()
    encodings = encodings_in(file, metadata)
    found: list[Damage] = []
    for place, encoding in encodings.items():
        name = column_name(metadata, place)
        if _is_new_damaged(file, encoding):
            found.append(Damage(name, "new", encoding.offset, encoding.length))
        if is_old_damaged(file, metadata, encodings, place):
            start, _ = pages_extent(meta_at(metadata, place))
            found.append(Damage(name, "old", start, encoding.original.length))
    return found


def both_damaged(damage: Sequence[Damage]) -> str:
    """The first chunk that is damaged in either encoding; empty if there is none."""
    old = {one.column for one in damage if one.which == "old"}
    return next((one.column for one in damage if one.which == "new" and one.column in old), "")


def repaired(file: ThriftFile, known: Encodings) -> ThriftFile:
    """The original, to be read; what was damaged of it is PLAIN pages made from the new encoding."""
    metadata = file.metadata()
    encodings = encodings_in(file, metadata)
    replacements: dict[Place, Replacement] = {}
    for place, encoding in encodings.items():
        if is_old_damaged(file, metadata, encodings, place):
            replacements[place] = _made_again(file, known, place, encoding)
    return viewed(file, encodings, replacements)


def _made_again(
    file: ThriftFile, known: Encodings, place: Place, encoding: ColumnEncoding
) -> Replacement:
    metadata = file.metadata()
    meta, name = meta_at(metadata, place), column_name(metadata, place)
    plugin = known.named(encoding.name)
    if plugin is None:
        raise BothDamagedError(
            f"the old encoding of {name} is damaged, and the new one, {encoding.name}, is not in use here"
        )
    bodies = plain_bodies(file.source, encoding, plugin, meta.type, name)
    codec = meta.codec if is_known(meta.codec) else PLAIN_CODEC
    return Replacement(Encoding.PLAIN, codec, bodies)


def _is_new_damaged(file: ThriftFile, encoding: ColumnEncoding) -> bool:
    return crc32(read_at(file.source, encoding.offset, encoding.length)) != encoding.crc
