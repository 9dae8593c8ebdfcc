"""Digests of many values: equal where all their texts are equal, and nowhere else.

Of numbers and of bytes, which most columns are made of, no text is made: what stands in memory is brought into one form, which is as
different as the texts are, and takes a twentieth of the time.
"""

from __future__ import annotations

from hashlib import blake2b
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from inlay.verbs.vet.texts import BLOCK, texts_at

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pyarrow import Table

_SIZE: Final = 12
"""Bytes of a digest."""


def digest_columns(table: Table, *, variants: bool = False) -> list[list[str]]:
    """Of each column, the digests of its blocks, the last of which may be short. With `variants`, structs that look like the storage of
    Variants are compared as Variants."""
    return [
        [_digest(table, at, start, variants) for start in range(0, table.num_rows, BLOCK)]
        for at in range(table.num_columns)
    ]


def _digest(table: Table, column: int, start: int, variants: bool) -> str:
    chunks: list[Any] = table.column(column).slice(start, BLOCK).chunks
    digest = blake2b(digest_size=_SIZE)
    for part in _uniform_parts(chunks) or _text_parts(
        texts_at(table, column, start, variants=variants)
    ):
        digest.update(part)
    return digest.hexdigest()


def _text_parts(texts: list[str]) -> Iterator[bytes]:
    return (f"{text}\n".encode() for text in texts)


def _uniform_parts(chunks: list[Any]) -> list[Any] | None:
    """Which values are there, and then the values, or lengths and bytes; None for what only texts compare. Nulls alone have no type that
    all readers give them."""
    plain = [_make_plain(chunk) for chunk in chunks]
    if all(chunk.null_count == len(chunk) for chunk in plain):
        return None
    unify = _find_form(plain[0].type)
    if unify is None:
        return None
    valid = [_list_valid(chunk) for chunk in plain]
    columns = [unify(chunk) for chunk in plain]
    if any(column is None for column in columns):
        return None
    # Of all chunks first the one, then the other: a reader may cut them anywhere.
    values = [part for parts in zip(*columns, strict=True) for part in parts]
    return [unify.__name__.encode(), *valid, *values]


def _list_valid(array: Any) -> Any:
    """A byte for each value. Of a file with very many columns, each call of Arrow for a column costs as much as the column."""
    return _buffer(array.is_valid().cast("uint8"), 1) if array.null_count else b"\1" * len(array)


def _fill(array: Any, value: object) -> Any:
    return array.fill_null(value) if array.null_count else array


def _make_plain(array: Any) -> Any:
    import pyarrow as pa

    kind, types = array.type, pa.types
    if isinstance(kind, pa.BaseExtensionType):
        return _make_plain(array.storage)
    if types.is_dictionary(kind):
        return _make_plain(array.dictionary_decode())
    if types.is_run_end_encoded(kind):
        return _make_plain(import_module("pyarrow.compute").run_end_decode(array))
    return array


def _find_form(kind: Any) -> Callable[[Any], tuple[Any, ...] | None] | None:
    import pyarrow as pa

    types = pa.types
    if types.is_integer(kind):
        return _unify_integers
    if types.is_floating(kind):
        return _unify_floats
    if (
        types.is_string(kind)
        or types.is_large_string(kind)
        or types.is_string_view(kind)
        or types.is_binary(kind)
        or types.is_large_binary(kind)
        or types.is_binary_view(kind)
        or types.is_fixed_size_binary(kind)
    ):
        return _unify_bytes
    return None


def _unify_integers(array: Any) -> tuple[Any] | None:
    """None where one of them is too large for 64 bits with a sign, which no other type has but an unsigned one."""
    import pyarrow as pa

    try:
        return (_buffer(_fill(array.cast(pa.int64()), 0), 8),)
    except pa.ArrowInvalid:
        return None


def _unify_floats(array: Any) -> tuple[Any]:
    """Half-precision ones are what their texts say."""
    import pyarrow as pa

    if array.type.bit_width == 16:
        given = [None if it is None else float(str(it)) for it in array.to_pylist()]
        array = pa.array(given, pa.float64())
    doubles = _fill(array if array.type.equals(pa.float64()) else array.cast(pa.float64()), 0.0)
    is_nan = doubles.is_nan()
    if is_nan.true_count:
        nan = pa.scalar(float("nan"), pa.float64())
        doubles = import_module("pyarrow.compute").if_else(is_nan, nan, doubles)
    return (_buffer(doubles, 8),)


def _unify_bytes(array: Any) -> tuple[Any, Any]:
    import pyarrow as pa

    compute = import_module("pyarrow.compute")
    whole = _fill(array.cast(pa.large_binary()), b"")
    offsets = _buffer(whole, 8, more=1).cast("q")
    data = whole.buffers()[2]
    values = memoryview(data)[offsets[0] : offsets[-1]] if data is not None else b""
    return _buffer(compute.binary_length(whole), 8), values


def _buffer(array: Any, width: int, *, more: int = 0) -> memoryview:
    """The values of an array of numbers, or the offsets of one of bytes, which are one more than its values."""
    data = memoryview(array.buffers()[1])
    return data[array.offset * width : (array.offset + len(array) + more) * width]
