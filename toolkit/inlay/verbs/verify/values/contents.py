"""Values against their logical type: text, numbers in their width and precision, times of a day, JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

import pyarrow as pa
from pyarrow import compute

from inlay.ground.schema.meaning import find_meaning
from inlay.ground.values.extremes import read_raw
from inlay.ground.values.orders import rank
from inlay.verbs.verify.check import Check
from inlay.verbs.verify.values.audited import AuditedPage
from inlay.verbs.verify.values.looks import ContentRule
from inlay.verbs.verify.values.value_ranges import find_room
from parquet_format.parquet import EnumType, JsonType, SchemaElement, StringType, Type

pc: Final[Any] = compute

_TEXTS: Final = (StringType, EnumType, JsonType)


def check_text(page: AuditedPage) -> str | None:
    """Of JSON too, which is UTF-8."""
    if page.chunk.meta.type != Type.BYTE_ARRAY or not is_text(page.chunk.element):
        return None
    return page.chunk.find_faults(TEXT).get(page.number)


def check_json(page: AuditedPage) -> str | None:
    """Of texts that are UTF-8. One that is nested more deeply than is read here is taken for right."""
    if not isinstance(find_meaning(page.chunk.element), JsonType):
        return None
    if page.chunk.meta.type != Type.BYTE_ARRAY:
        return None
    return page.chunk.find_faults(JSON).get(page.number)


def check_range(page: AuditedPage) -> str | None:
    room = find_room(page.chunk.element)
    if room is None:
        return None
    extremes = page.find_extremes(room.key)
    for raw in (extremes.low, extremes.high):
        value = rank(room.key, raw) if raw is not None else None
        if value is not None and not room.least <= value <= room.most:
            return (
                f"{room.kind} has values from {room.least:,} to {room.most:,}, and one is {value:,}"
            )
    return None


def is_text(element: SchemaElement) -> bool:
    return isinstance(find_meaning(element), _TEXTS)


def _are_utf8(values: pa.ChunkedArray[Any]) -> bool:
    if pa.types.is_dictionary(values.type):
        pieces: list[Any] = values.chunks
        if all(
            _is_utf8(piece.dictionary) for piece in pieces
        ):  # which entries are used is asked later
            return True
    return all(map(_is_utf8, list_entries(values)))


def _is_utf8(entries: Any) -> bool:
    try:
        entries.cast(pa.string())
    except pa.ArrowInvalid:
        return False
    return True


def _are_json(values: pa.ChunkedArray[Any]) -> bool:
    for entries in list_entries(values):
        raw_at = read_raw(entries)
        if not all(_parse(raw_at(at)) for at in range(len(entries))):
            return False
    return True


def list_entries(values: pa.ChunkedArray[Any]) -> Iterator[Any]:
    """The values, of a dictionary those that are used."""
    for piece in values.chunks:
        entries: Any = piece
        if pa.types.is_dictionary(entries.type):
            entries = entries.dictionary.take(pc.unique(entries.indices))
        yield entries


def _decode(raw: bytes) -> bool:
    try:
        raw.decode()
    except UnicodeDecodeError:
        return False
    return True


def _parse(raw: bytes) -> bool:
    try:
        text = raw.decode()
    except UnicodeDecodeError:
        return True  # of that `value-text` speaks
    try:
        _JSON.decode(text)
    except RecursionError:
        return True
    except ValueError:
        return False
    return True


def _refuse(constant: str) -> float:
    """NaN and infinities, which Python takes."""
    raise ValueError(constant)


_JSON: Final = json.JSONDecoder(parse_int=len, parse_float=len, parse_constant=_refuse)
"""Numbers are not looked at: they may have any length."""

TEXT: Final = ContentRule(_are_utf8, _decode, "is not UTF-8")
JSON: Final = ContentRule(_are_json, _parse, "is not JSON")

PAGES: Final[tuple[Check[AuditedPage], ...]] = (
    Check("value-text", "", "strings, enums and JSON are UTF-8", check_text),
    Check("value-json", "", "JSON is JSON", check_json),
    Check(
        "value-range",
        "",
        "decimals are in their precision, times in a day, and integers in their bits",
        check_range,
    ),
)
