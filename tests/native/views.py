"""Everything that can be seen of a decoded value, as plain data, so that two cores can be compared."""

from __future__ import annotations

import random
from typing import Any, Final

from inlay_runtime.enums import WireEnum
from inlay_runtime.errors import DecodeError, EncodeError, InlayError, NotDecodedError
from inlay_runtime.extension import Extension
from inlay_runtime.remainder import HasRemainder, Remainder
from inlay_runtime.schema import ListOf, StructSchema
from inlay_runtime.struct import Struct
from inlay_runtime.tags import UnionTag
from inlay_runtime.union import UnknownVariant

PLAIN: Final = frozenset({type(None), bool, int, str, bytes})
"""What is equal only to what cannot be told from it; most values are these."""


def seen(value: Any) -> Any:
    """The value with all that is below it, types and spellings included."""
    kind = type(value)
    if kind in PLAIN:
        return kind, value
    if kind is list:
        return [seen(element) for element in value]
    if isinstance(value, Struct):
        slots = {field.slot: slot(value, field.slot) for field in value.SCHEMA.fields}
        extra = slot(value, "extension"), slot(value, "remainder")
        return type(value).__name__, slots, extra
    if isinstance(value, UnknownVariant):
        return "unknown", value.field_id, value.wire_type, value.raw, seen(value.remainder)
    if isinstance(value, HasRemainder):
        return type(value).__name__, seen(getattr(value, "value", None)), seen(value.remainder)
    if isinstance(value, Extension):
        return "extension", value.payload, value.header
    if isinstance(value, Remainder):
        return {name: seen_part(getattr(value, name)) for name in Remainder.__slots__}
    if isinstance(value, UnionTag):
        return type(value).__name__, value.name, int(value), value.raw
    if isinstance(value, WireEnum):
        return type(value).__name__, value.name, int(value)
    if isinstance(value, memoryview):
        return bytes, value.tobytes()  # as what copies hold
    if isinstance(value, list):
        return [seen(element) for element in value]
    if isinstance(value, tuple):
        return tuple(seen(element) for element in value)
    if isinstance(value, dict):
        return [(seen(key), seen(item)) for key, item in value.items()]
    return type(value).__name__, repr(value)


def seen_part(part: Any) -> Any:
    if isinstance(part, Remainder | Extension):
        return seen(part)
    if isinstance(part, frozenset):
        return sorted(part)
    return (
        repr(part)
        if not isinstance(part, dict)
        else sorted((k, sorted(v.items())) for k, v in part.items())
    )


def slot(record: Struct, name: str) -> Any:
    try:
        return seen(getattr(record, name))
    except NotDecodedError:
        return "not decoded"


def outcome(cls: Any, data: bytes, **how: Any) -> Any:
    """What a decode gives: the value, or everything that its error says."""
    try:
        return cls.decode(data, **how)
    except DecodeError as error:
        return type(error).__name__, error.offset, error.path, error.reason


def seen_outcome(cls: Any, data: bytes, **how: Any) -> Any:
    return seen(outcome(cls, data, **how))


def encoded(value: Any) -> Any:
    """The bytes, or what the error says."""
    try:
        return value.encode()
    except (EncodeError, NotDecodedError) as error:
        return type(error).__name__, str(error)


def touch(value: Any, rng: random.Random) -> None:
    """Reads some of the attributes, at some depth."""
    if isinstance(value, Struct):
        for field in value.SCHEMA.fields:
            if rng.randrange(3):
                try:
                    touch(getattr(value, field.slot), rng)
                except NotDecodedError:
                    continue
    elif isinstance(value, list):
        for element in value:
            if rng.randrange(2):
                touch(element, rng)


def change(value: Any, rng: random.Random) -> None:
    """Sets and deletes some attributes and list elements, the same ones for the same seed."""
    if not isinstance(value, Struct):
        return
    for field in value.SCHEMA.fields:
        choice = rng.randrange(8)
        seed = rng.random()
        try:
            if choice == 0 and not field.required:
                setattr(value, field.slot, None)
            elif choice == 1 and not field.required:
                delattr(value, field.slot)
            elif choice == 2:
                setattr(value, field.slot, getattr(value, field.slot))
            elif choice > 4:
                change_inner(getattr(value, field.slot), random.Random(seed))
        except (InlayError, AttributeError):
            continue


def change_inner(value: Any, rng: random.Random) -> None:
    if isinstance(value, list) and value:
        if rng.randrange(4) == 0:
            value.pop(rng.randrange(len(value)))
        elif rng.randrange(4) == 0:
            value.append(value[0])
        for element in value:
            change(element, rng)
    else:
        change(value, rng)


def random_paths(schema: StructSchema, rng: random.Random) -> list[str]:
    return [path(schema, rng, 0) for _ in range(rng.randrange(4))]


def path(schema: StructSchema, rng: random.Random, depth: int) -> str:
    if not schema.fields or rng.randrange(12) == 0:
        return "extension"
    field = rng.choice(schema.fields)
    text = field.name
    element: Any = field.type
    if isinstance(element, ListOf):
        element = element.element
        if rng.randrange(2):
            text += f"[{positions(rng)}]"
    if isinstance(element, type) and issubclass(element, Struct) and rng.randrange(4) and depth < 4:
        text += "." + path(element.SCHEMA, rng, depth + 1)
    return text


def positions(rng: random.Random) -> str:
    return ",".join(
        rng.choice(
            [
                str(rng.randrange(6)),
                f"{rng.randrange(4)}:",
                f":{rng.randrange(5)}",
                f"{rng.randrange(3)}:{rng.randrange(20)}",
            ]
        )
        for _ in range(rng.randrange(1, 4))
    )


def mutated(data: bytes, rng: random.Random, most: int = 3) -> bytes:
    """The bytes with a few mistakes of the usual kinds."""
    out = bytearray(data)
    for _ in range(rng.randrange(1, most + 1)):
        at = rng.randrange(len(out) + 1)
        kind = rng.randrange(6)
        if kind == 0 and at < len(out):
            out[at] ^= 1 << rng.randrange(8)
        elif kind == 1 and at < len(out):
            out[at] = rng.choice([0, 1, 2, 0x0F, 0x15, 0x7F, 0x80, 0xF9, 0xFF, rng.randrange(256)])
        elif kind == 2:
            out[at:at] = bytes(rng.randrange(256) for _ in range(rng.randrange(1, 4)))
        elif kind == 3:
            del out[at : at + rng.randrange(1, 4)]
        elif kind == 4:
            del out[at:]
        elif out:
            start = rng.randrange(len(out))
            out[at:at] = out[start : start + rng.randrange(1, 20)]
    return bytes(out)
