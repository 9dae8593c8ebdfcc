"""JSON from files: what is not of the shape that a key promises is a reason, and never a traceback."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TypeAlias, cast

from inlay.ground.schema_copies.errors import CannotAgreeError
from inlay_runtime.text import is_utf8

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | float | bool | None"
Object: TypeAlias = "dict[str, Json]"


def parse(text: str) -> Json:
    """CannotAgreeError for what is not JSON."""
    if not is_utf8(text):
        raise CannotAgreeError("it was not text")
    try:
        return cast(Json, json.loads(text))
    except (ValueError, RecursionError):
        raise CannotAgreeError("it was not JSON") from None


def parse_object(text: str) -> Object:
    return as_object(parse(text))


def parse_objects(texts: Sequence[str]) -> list[Object]:
    """One object for each, and the same one for equal texts, of which there may be thousands."""
    parsed = {text: parse_object(text) for text in dict.fromkeys(texts)}
    return [parsed[text] for text in texts]


def unparse(value: Json, like: str) -> str:
    """In ASCII, spaced as the text that it was."""
    separators = (", ", ": ") if '": ' in like else (",", ":")
    return json.dumps(value, separators=separators)


def replace_members(value: Object, members: Object) -> Object:
    """The object with these members, new ones last."""
    return value | members


def as_object(value: Json) -> Object:
    if not isinstance(value, dict):
        raise _other_shape()
    return value


def as_list(value: Json) -> list[Json]:
    if not isinstance(value, list):
        raise _other_shape()
    return value


def as_text(value: Json) -> str:
    if not isinstance(value, str):
        raise _other_shape()
    return value


def objects_in(value: Json) -> list[Object]:
    return [as_object(item) for item in as_list(value)]


def _other_shape() -> CannotAgreeError:
    return CannotAgreeError("it had another shape than is known")
