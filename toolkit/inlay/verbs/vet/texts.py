"""Values of Arrow arrays as texts that do not depend on how a reader represents them.

An integer is the same at any width, a text the same as its bytes, a moment the same in any unit, a dictionary the same as its
values, a map the same as a list of pairs, a Variant the same however it is stored. What a value is called, and whether it may be
null, is not compared.
"""

from __future__ import annotations

from decimal import Context, Decimal
from functools import cache
from hashlib import blake2b
from importlib import import_module
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, cast

from inlay.verbs.vet.variants import decode_variants

if TYPE_CHECKING:
    from pyarrow import Table

BLOCK: Final = 4096
"""Rows of one digest."""

_LONGEST: Final = 256
"""Bytes of a value that are written out; of a longer one, the length and a digest follow its beginning. A reader must not run
out of memory for our texts."""

_LONGEST_TEXT: Final = 1024
"""Characters of the text of a value, with all that is in it."""

REST: Final = "+"
"""Stands before them."""

_MILLISECONDS_A_DAY: Final = 86_400_000
_EXACT: Final = Context(prec=100)
"""An Arrow decimal has 76 digits at most; the context of a thread would round to 28."""

_NANOSECONDS: Final = {"s": 1_000_000_000, "ms": 1_000_000, "us": 1_000, "ns": 1}


def texts_at(table: Table, column: int, start: int, *, variants: bool = False) -> list[str]:
    """Of the values of one block."""
    values = table.column(column).slice(start, BLOCK)
    if _is_number(values.type):
        return ["null" if value is None else repr(value) for value in values.to_pylist()]
    return [text for chunk in values.chunks for text in _texts(chunk, variants)]


@cache
def _is_number(kind: Any) -> bool:
    """Of those that `_text` writes as Python does: told once, for a table may have very many columns."""
    import pyarrow as pa

    types = pa.types
    return types.is_integer(kind) or types.is_float32(kind) or types.is_float64(kind)


def cut_text(text: str) -> str:
    """Of a long one, such as that of a list, the beginning and a digest: another where the text is another."""
    if len(text) <= _LONGEST_TEXT:
        return text
    return text[:_LONGEST_TEXT] + blake2b(text.encode(), digest_size=12).hexdigest()


def _texts(array: Any, variants: bool) -> list[str]:
    import pyarrow as pa

    kind, types = array.type, pa.types
    if isinstance(kind, pa.BaseExtensionType):
        return _texts(array.storage, variants)
    if types.is_dictionary(kind):
        return _texts(array.dictionary_decode(), variants)
    if types.is_struct(kind):
        if variants and (texts := _texts_of_variants(array)) is not None:
            return texts
        fields = [_texts(field, variants) for field in array.flatten()]
        return _where_valid(
            array, [f"{{{','.join(parts)}}}" for parts in zip(*fields, strict=True)]
        )
    if types.is_map(kind):
        return _texts_of_maps(array, variants)
    if types.is_run_end_encoded(kind):
        return _texts(import_module("pyarrow.compute").run_end_decode(array), variants)
    if types.is_nested(kind) and hasattr(array, "value_lengths"):
        return _texts_of_lists(array, variants)
    if types.is_timestamp(kind) or types.is_time(kind) or types.is_duration(kind):
        return _texts_of_moments(array)
    if types.is_date(kind):
        return _texts_of_days(array)
    if types.is_string(kind) or types.is_large_string(kind) or types.is_string_view(kind):
        array = array.cast(pa.large_binary())
    return [_text(value) for value in array.to_pylist()]


def _texts_of_variants(array: Any) -> list[str] | None:
    """None where its storage is all that can be compared: of a row that cannot be decoded, or of a struct that is not a Variant."""
    rows = decode_variants(array)
    if rows is None and len(array) > 1:
        parts = [_texts_of_variants(array.slice(at, 1)) for at in range(len(array))]
        if any(parts):
            return [
                part[0] if part is not None else _texts(array.slice(at, 1), False)[0]
                for at, part in enumerate(parts)
            ]
    if rows is None:
        return None
    return ["null" if row is None else f"variant {_text_of_variant(row.value)}" for row in rows]


def _text_of_variant(value: object) -> str:
    """Whole numbers and decimals are one class of values; the fields of an object have no order."""
    match value:
        case dict():
            fields = sorted(cast("dict[str, object]", value).items())
            return f"{{{','.join(f'{_text(name)}:{_text_of_variant(it)}' for name, it in fields)}}}"
        case list():
            return f"[{','.join(map(_text_of_variant, cast('list[object]', value)))}]"
        case int() if not isinstance(value, bool):
            return _text(Decimal(value))
        case _:
            return _text(value)


def _where_valid(array: Any, texts: list[str]) -> list[str]:
    """A struct without fields has no parts to count it by."""
    texts = texts or ["{}"] * len(array)
    valid = array.is_valid().to_pylist()
    return [text if is_valid else "null" for text, is_valid in zip(texts, valid, strict=True)]


def _texts_of_lists(array: Any, variants: bool) -> list[str]:
    inner = iter(_texts(array.flatten(), variants))
    return [
        "null" if length is None else f"[{','.join(next(inner) for _ in range(length))}]"
        for length in array.value_lengths().to_pylist()
    ]


def _texts_of_maps(array: Any, variants: bool) -> list[str]:
    """As those of lists of pairs. The keys and the items of an array begin before it where it is a slice."""
    offsets = array.offsets.to_pylist() if len(array) else [0]
    begin, end = offsets[0], offsets[-1]
    keys, items = (
        _texts(part.slice(begin, end - begin), variants) for part in (array.keys, array.items)
    )
    pairs = [f"{{{key},{item}}}" for key, item in zip(keys, items, strict=True)]
    lists = [f"[{','.join(pairs[a - begin : b - begin])}]" for a, b in pairwise(offsets)]
    return _where_valid(array, lists)


def _texts_of_days(array: Any) -> list[str]:
    """Those in milliseconds may have a rest, though the format has none."""
    import pyarrow as pa

    if array.type.bit_width == 32:
        return [
            "null" if day is None else f"day {day}" for day in array.view(pa.int32()).to_pylist()
        ]
    return [
        "null" if value is None else _text_of_day(*divmod(value, _MILLISECONDS_A_DAY))
        for value in array.view(pa.int64()).to_pylist()
    ]


def _text_of_day(day: int, rest: int) -> str:
    return f"day {day} and {rest} ms" if rest else f"day {day}"


def _texts_of_moments(array: Any) -> list[str]:
    import pyarrow as pa

    unit = _NANOSECONDS[array.type.unit]
    width = pa.int32() if array.type.bit_width == 32 else pa.int64()
    values = array.view(width).to_pylist()
    return ["null" if value is None else f"{value * unit} ns" for value in values]


def _text(value: object) -> str:
    match value:
        case None:
            return "null"
        case str() | bytes():
            data = value.encode("utf-8", "surrogateescape") if isinstance(value, str) else value
            return f"x{data[:_LONGEST].hex()}{_text_of_rest(data)}"
        case bool() | int() | float():
            return repr(value)
        case Decimal():
            return f"decimal {value.normalize(_EXACT)}"
        case tuple():
            return f"{{{','.join(map(_text, cast('tuple[object, ...]', value)))}}}"
        case _ if hasattr(value, "is_integer"):  # half-precision floats are of a class of their own
            return repr(float(str(value)))
        case _:
            return repr(value)


def _text_of_rest(data: bytes) -> str:
    if len(data) <= _LONGEST:
        return ""
    return f"{REST}{len(data)}:{blake2b(data, digest_size=12).hexdigest()}"
