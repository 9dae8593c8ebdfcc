"""Any bytes as a FlatBuffer: each footer of ours, and an IDL that uses every kind of field."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from fuzz.mutators.flat_wire import mutate_flatbuffer
from fuzz.seeds import footer_of, make_files
from fuzz.target import Target, behind_choice
from inlay.footers.conversion import encode, prototype, v0, v1
from inlay_runtime.flat import verifier
from inlay_runtime.limits import DEFAULT_LIMITS
from inlay_runtime.shown import whole
from parquet_format import footer, footer_prototype, footer_v0
from tests.flat.mutate import bases
from tests.flat.mutate import check as check_verified


@cache
def list_classes() -> tuple[Any, ...]:
    kinds = (footer_v0.FileMetaData, footer.FileMetaData, footer_prototype.FileMetaData)
    return (*kinds, *(cls for cls, _ in bases()))


def check(data: bytes) -> None:
    """The first byte chooses the table, and whether it is read at once."""
    if data:
        classes = list_classes()
        cls = classes[(data[0] & 0x7F) % len(classes)]
        check_verified(cls, data[1:], eager=data[0] > 0x7F)


def quick(data: bytes) -> None:
    """What native code verifies is read, written, and read again as equal."""
    assert verifier.native_verify is not None
    if not data:
        return
    classes = list_classes()
    cls, wire = classes[(data[0] & 0x7F) % len(classes)], data[1:]
    if verifier.native_verify(wire, cls.SCHEMA, DEFAULT_LIMITS) is None:
        return
    value = cls.decode(wire, eager=data[0] > 0x7F)
    again = cls.decode(value.encode(), eager=data[0] <= 0x7F)
    assert whole(again) == whole(value)


@cache
def seeds() -> tuple[bytes, ...]:
    thrift = [footer_of(file) for file in make_files()[:2]]
    flats = [
        bytes([number]) + bytes(made)
        for data in thrift
        if data is not None
        for number, made in enumerate(
            (v0.to_buffer(data), v1.to_buffer(data), encode(prototype.to_flatbuffers(data)[0]))
        )
    ]
    return (*flats, *(bytes([3 + number]) + data for number, (_, data) in enumerate(bases())))


TARGET: Final = Target(
    "both verifiers agree; what they accept is read alike by both cores, eagerly and lazily, from no byte outside, and is written and read again as equal",
    check,
    seeds,
    behind_choice(mutate_flatbuffer),
    quick=quick if verifier.native_verify else None,
)
