"""JSON of keys and types, which is compared and written again: nested so little that this needs no deep stack."""

from __future__ import annotations

from typing import Final

from inlay.ground.schema_copies.errors import CannotAgreeError
from inlay.ground.schema_copies.json_text import Json, Object, parse

_DEEPEST: Final = 100
"""PROJJSON of compound, derived systems has about 20."""


def parse_shallow(text: str) -> Object:
    """Raises CannotAgreeError, with a clause about the text, for what is not an object or nested deeper."""
    try:
        value = parse(text)
    except CannotAgreeError:
        raise CannotAgreeError("it is not JSON") from None
    if not isinstance(value, dict):
        raise CannotAgreeError("it is not a JSON object")
    level: list[Json] = [value]
    for _ in range(_DEEPEST):
        level = [inner for outer in level for inner in _list_inner(outer)]
        if not level:
            return value
    raise CannotAgreeError(f"it is nested more than {_DEEPEST} deep")


def _list_inner(value: Json) -> list[Json]:
    """What can hold something in turn."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [it for it in inner if isinstance(it, dict | list)]
