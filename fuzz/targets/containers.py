"""Any bytes as the payload of an extension."""

from __future__ import annotations

from functools import cache
from typing import Final
from zlib import crc32

from fuzz.mutators.raw_bytes import mutate_bytes
from fuzz.sampling import SHARE
from fuzz.target import Target
from inlay.footers.containers import (
    CONTAINERS,
    INDEX,
    PROTOTYPE,
    SEAL,
    Content,
    Entry,
    entries_in,
    identify,
    payload_of,
    unwrap,
    wrap,
)

KINDS: Final = ("", *CONTAINERS)


def check(data: bytes) -> None:
    for kind in KINDS:
        _check_kind(data, kind)
    _check_entries(data)


def quick(data: bytes) -> None:
    """As an envelope, and as one kind of container: which one is up to the bytes."""
    _check_kind(data, KINDS[crc32(data) // SHARE % len(KINDS)])
    _check_entries(data)


def _check_kind(data: bytes, kind: str) -> None:
    content = unwrap(data, kind=kind)
    if isinstance(content, Content):
        assert content.start == 0
        again = unwrap(wrap(content.data, content.uuid, kind=kind), kind=kind)
        assert isinstance(again, Content)
        assert (again.data, again.uuid) == (content.data, content.uuid)
        if not kind:
            assert identify(data) == content.uuid


def _check_entries(data: bytes) -> None:
    entries = entries_in(data)
    if not isinstance(entries, tuple):
        return
    payload = payload_of(entries)
    assert payload is not None
    assert entries_in(payload) == entries


@cache
def seeds() -> tuple[bytes, ...]:
    plain = [wrap(b"content " * 9, uuid, kind=kind) for uuid in (SEAL, INDEX, PROTOTYPE) for kind in CONTAINERS]  # fmt: skip
    pair = payload_of([Entry(SEAL, wrap(b"crc!", SEAL)), Entry(INDEX, wrap(b"index", INDEX)), Entry(None, b"of another")])  # fmt: skip
    assert pair is not None
    return (*plain, pair)


TARGET: Final = Target(
    "content that was unwrapped is wrapped and unwrapped as the same; entries of an envelope likewise",
    check,
    seeds,
    mutate_bytes,
    quick=quick,
)
