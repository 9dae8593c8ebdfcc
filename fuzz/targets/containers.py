"""Any bytes as the payload of an extension."""

from __future__ import annotations

from functools import cache
from typing import Final

from fuzz.mutators.raw_bytes import mutate_bytes
from fuzz.target import Target
from inlay.containers import (
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


def check(data: bytes) -> None:
    for kind in ("", *CONTAINERS):
        content = unwrap(data, kind=kind)
        if isinstance(content, Content):
            assert content.start == 0
            again = unwrap(wrap(content.data, content.uuid, kind=kind), kind=kind)
            assert isinstance(again, Content)
            assert (again.data, again.uuid) == (content.data, content.uuid)
            if not kind:
                assert identify(data) == content.uuid
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
)
