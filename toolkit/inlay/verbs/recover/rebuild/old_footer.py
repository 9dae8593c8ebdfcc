"""What a footer says that may be damaged: its fields from the front as far as they decode, and behind the damage those that end where it does."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from typing import Final

from inlay.footers.footer.magic import PLAIN
from inlay.footers.footer.trailer import TRAILER
from inlay_runtime.attempt import decode_or_none
from inlay_runtime.compact.reader import CompactReader
from inlay_runtime.errors import DecodeError
from inlay_runtime.wire_types import STRUCT
from parquet_format.parquet import FileMetaData, KeyValue, RowGroup, SchemaElement

_BEHIND_GROUPS: Final = re.compile(
    rb"""(?x)(?=
        \x19 (?: [\x1c\x2c\x3c\x4c\x5c\x6c\x7c\x8c\x9c\xac\xbc\xcc\xdc\xec] | \xfc [\x0f-\x7f] ) \x18  # 5: list of structs with a text
      | \x28 [\x04-\x7f] [\x20-\x7e]{4}       # 6: text
    )""",
    re.DOTALL,
)
"""How what is behind the row groups begins: with keys, or with the name of the writer."""

_FRONT: Final = FileMetaData(version=1, schema=[], num_rows=0, row_groups=[]).encode()[:-1]
"""The fields before."""

_LONGEST_BACK: Final = 1 << 20
_MOST_ATTEMPTS: Final = 1_000


@dataclass(slots=True)
class FooterRemains:
    """`row_groups` is how many it says that there are, `group_rows` the rows of those that decode, from the first. `is_whole` says that nothing
    in it is damaged. None, and nothing, is what cannot be read."""

    schema: list[SchemaElement] | None = None
    rows: int | None = None
    row_groups: int | None = None
    group_rows: list[int] = field(default_factory=list[int])
    keys: tuple[str, ...] = ()
    created_by: str | None = None
    is_whole: bool = False


def read_part(data: bytes) -> FooterRemains:
    """Of a footer that `data` begins with, and ends with, as files do, unless it is cut."""
    decoded = decode_or_none(FileMetaData, data)
    if decoded is not None:
        metadata = decoded[0]
        sizes = [group.num_rows for group in metadata.row_groups]
        part = FooterRemains(metadata.schema, metadata.num_rows, len(sizes), sizes, is_whole=True)
        _take_words(part, metadata)
        return part
    part, reader = FooterRemains(), CompactReader(data)
    with suppress(DecodeError):
        _read_front(part, reader)
    if not part.keys and part.created_by is None:
        _read_back(part, data)
    return part


def _read_front(part: FooterRemains, reader: CompactReader) -> None:
    """Raises DecodeError at the damage, or where the data ends."""
    for tag in reader.fields(FileMetaData.SCHEMA):
        match tag:
            case 2:
                part.schema = reader.list_of(STRUCT, SchemaElement.read)
            case 3:
                part.rows = reader.i64()
            case 4:
                _read_groups(part, reader)
            case 5:
                part.keys = _names(reader.list_of(STRUCT, KeyValue.read))
            case 6:
                part.created_by = reader.string()
            case _:
                reader.skip(reader.wire_type)


def _read_groups(part: FooterRemains, reader: CompactReader) -> None:
    part.row_groups, _ = reader.list_header()
    for _ in range(part.row_groups):
        decoded = decode_or_none(RowGroup, reader.buffer, reader.position)
        if decoded is None:
            RowGroup.read(reader)  # raises what is wrong with it
            continue
        group, reader.position = decoded
        part.group_rows.append(group.num_rows)


def _read_back(part: FooterRemains, data: bytes) -> None:
    """The words behind damage, wherever that is. That what decodes ends where the footer does is no accident."""
    end = len(data) - TRAILER
    if not data.endswith(PLAIN):
        return
    places = _BEHIND_GROUPS.finditer(data, max(0, end - _LONGEST_BACK), end)
    for match in islice(places, _MOST_ATTEMPTS):
        back = _FRONT + data[match.start() : end]
        decoded = decode_or_none(FileMetaData, back)
        if decoded is not None and decoded[1] == len(back):
            _take_words(part, decoded[0])
            return


def _take_words(part: FooterRemains, metadata: FileMetaData) -> None:
    part.keys = _names(metadata.key_value_metadata or [])
    part.created_by = metadata.created_by


def _names(pairs: list[KeyValue]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(pair.key for pair in pairs))
