"""Guesses which UUID a payload is marked with.

The extension document leaves identification to the implementer; those that exist put a UUID first
or last. No payload says so, so whatever is found is a guess.
"""

from __future__ import annotations

from typing import Final, NamedTuple
from uuid import RFC_4122, UUID

PLACEHOLDER: Final = UUID("deadbeef-dead-beef-dead-beefdeadbeef")
"""What the Arrow and arrow-rs prototypes write, until a UUID is standardised."""

_MOST_ZEROS: Final = 6
"""A random UUID practically never has more zero bytes; sizes and offsets have them all the time."""


class UuidGuess(NamedTuple):
    """A UUID, whether it is the payload's `first` or `last` 16 bytes, and why it looks like one."""

    uuid: UUID
    place: str
    reason: str


def guess_uuid(payload: bytes) -> UuidGuess | None:
    """The UUID that a payload ends or begins with, if its bits look like one."""
    if len(payload) < 16:
        return None
    places = [("last", payload[-16:])]
    if len(payload) > 16:
        places.append(("first", payload[:16]))
    guesses = [(place, UUID(bytes=data)) for place, data in places]
    for place, uuid in guesses:
        if uuid == PLACEHOLDER:
            return UuidGuess(uuid, place, "the placeholder of the prototypes")
    for place, uuid in guesses:
        if _looks_random(uuid):
            return UuidGuess(uuid, place, f"the bits of a version {uuid.version} UUID")
    return None


def _looks_random(uuid: UUID) -> bool:
    """The variant and version of RFC 9562, which one in eight random payloads has too."""
    if uuid.variant != RFC_4122 or uuid.version not in range(1, 9):
        return False
    return uuid.bytes.count(0) <= _MOST_ZEROS
