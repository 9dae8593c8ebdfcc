"""Any bytes as metadata and value of a Variant."""

from __future__ import annotations

from typing import Final

from fuzz.target import Target
from fuzz.variant_seeds import list_variants, mutate_variant, pack, unpack
from inlay.variant import decode, encode, from_json, split, to_json
from inlay_runtime.errors import DecodeError, EncodeError


def check(data: bytes) -> None:
    variant = unpack(data)
    try:
        typed = decode(variant, typed=True)
    except DecodeError:
        return
    canonical = variant.canonical()
    assert encode(typed) == canonical
    assert canonical.canonical() == canonical
    assert decode(canonical, typed=True) == typed
    assert split(canonical.metadata + canonical.value) == canonical
    try:
        text = to_json(variant)
    except (DecodeError, EncodeError):
        return
    again = from_json(text)
    assert from_json(to_json(again)) == again


def seeds() -> list[bytes]:
    return [pack(variant) for variant in list_variants()]


TARGET: Final = Target(
    "what is decoded is encoded as its canonical bytes, which decode as the same; JSON of it is read and written as the same",
    check,
    seeds,
    mutate_variant,
)
