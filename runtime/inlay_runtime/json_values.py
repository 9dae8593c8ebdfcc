"""Single values as JSON, and the text of a document.

binary     {"hex": "00ff"}; and so is a string that is not UTF-8
double     a number, or "NaN", "Infinity", "-Infinity"
"""

from __future__ import annotations

import math
from difflib import get_close_matches
from typing import TYPE_CHECKING, Final, TypeAlias, TypeGuard, cast

from inlay_runtime.errors import EncodeError
from inlay_runtime.text import bytes_of, is_utf8, shown, text_from

if TYPE_CHECKING:
    from collections.abc import Iterable

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | float | bool | None"

HEX: Final = "hex"
_NUMBERS: Final = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf}


# Written


def document_binary(data: bytes) -> Json:
    return {HEX: data.hex()}


def document_text(value: str) -> Json:
    """Text; bytes, as of a binary, where it is not UTF-8, which JSON has to be."""
    return value if is_utf8(value) else document_binary(bytes_of(value))


def document_number(value: float) -> Json:
    """JSON has no NaN and no infinities: these are strings."""
    if math.isfinite(value):
        return float(value)
    if math.isnan(value):
        return "NaN"
    return "Infinity" if value > 0 else "-Infinity"


def format_json(document: Json, *, in_line: bool = False) -> str:
    """ASCII, so that no terminal and no encoding can spoil it; every text in it is `text`."""
    import json

    return json.dumps(make_encodable(document), indent=None if in_line else 2, allow_nan=False)


def make_encodable(document: Json) -> Json:
    """The same document, in which every text is UTF-8, as JSON needs it."""
    match document:
        case str():
            return document_text(document)
        case dict():
            return {shown(key): make_encodable(value) for key, value in document.items()}
        case list():
            return [make_encodable(value) for value in document]
        case _:
            return document


# Read


def parse_json(text: str | bytes | bytearray) -> object:
    """A document. Raises EncodeError for text that is not JSON, or has the same key twice in an object."""
    import json

    try:
        return cast("object", json.loads(text, object_pairs_hook=_join_pairs))
    except RecursionError:
        raise EncodeError("nested too deeply") from None
    except ValueError as error:
        raise EncodeError(f"not JSON: {error}") from error


def _join_pairs(pairs: list[tuple[str, object]]) -> dict[str, object]:
    document = dict(pairs)
    if len(document) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise EncodeError(f"the key {twice!r} is there twice in one object")
    return document


def read_binary(value: object, path: str) -> bytes:
    """The bytes of `{"hex": ...}`."""
    text = value[HEX] if is_object(value) and value.keys() == {HEX} else None
    if isinstance(text, str):
        try:
            return bytes.fromhex(text)
        except ValueError:
            raise EncodeError(f"{text[:40]!r} is not hexadecimal text", path) from None
    raise EncodeError(f'expected bytes as {{"hex": "00ff"}}, found {kind_of(value)}', path)


def read_text(value: object, path: str) -> str:
    if isinstance(value, str):
        return value
    if is_object(value):
        return text_from(read_binary(value, path))
    raise EncodeError(f"expected text, found {kind_of(value)}", path)


def read_integer(value: object, path: str) -> int:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise EncodeError(f"expected an integer, found {kind_of(value)}", path)


def read_number(value: object, path: str) -> float:
    """An int stays one, as any number is good for a field of floats."""
    if isinstance(value, str) and value in _NUMBERS:
        return _NUMBERS[value]
    if isinstance(value, int | float) and not isinstance(value, bool):
        return value
    raise EncodeError(f"expected a number, found {kind_of(value)}", path)


def read_boolean(value: object, path: str) -> bool:
    if isinstance(value, bool):
        return value
    raise EncodeError(f"expected true or false, found {kind_of(value)}", path)


def read_list(value: object, path: str) -> list[object]:
    if isinstance(value, list):
        return cast("list[object]", value)
    raise EncodeError(f"expected a list, found {kind_of(value)}", path)


def read_object(value: object, path: str, of: str, keys: Iterable[str]) -> dict[str, object]:
    """An object with no keys but these; `of` is what it stands for."""
    if not is_object(value):
        raise EncodeError(f"expected an object, as {of} is, found {kind_of(value)}", path)
    known = list(keys)
    for key in value:
        if key not in known:
            what = f"{of} has no field {key!r}{suggest_name(key, known)}"
            raise EncodeError(what, below(path, key))
    return value


def suggest_name(name: str, known: Iterable[str]) -> str:
    """The end of a sentence about a name that there is not."""
    close = get_close_matches(name, list(known), 1)
    return f": did you mean {close[0]!r}?" if close else ""


def is_object(value: object) -> TypeGuard[dict[str, object]]:
    return isinstance(value, dict) and all(
        isinstance(key, str) for key in cast("dict[object, object]", value)
    )


def below(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def kind_of(value: object) -> str:
    """What JSON calls it."""
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case str():
            return f"the text {value[:40]!r}"
        case int() | float():
            return f"the number {value}" if abs(value) < 1e40 else "a large number"
        case list():
            return "a list"
        case dict():
            return "an object"
        case _:
            return type(value).__name__
