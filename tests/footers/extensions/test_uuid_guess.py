from __future__ import annotations

import uuid

from hypothesis import given
from hypothesis import strategies as st

from inlay.footers.extensions.uuid_guess import PLACEHOLDER, guess_uuid

RANDOM = uuid.UUID("7d5d9a3e-2c46-4b1f-9a53-6d0c2f5b8e11")


def test_the_last_bytes_come_before_the_first() -> None:
    other = uuid.UUID("0b5d9a3e-2c46-4b1f-9a53-6d0c2f5b8e22")
    guess = guess_uuid(other.bytes + b"payload" + RANDOM.bytes)
    assert guess is not None
    assert (guess.uuid, guess.place) == (RANDOM, "last")
    assert guess.reason == "the bits of a version 4 UUID"


def test_the_first_bytes_are_tried_too() -> None:
    guess = guess_uuid(RANDOM.bytes + b"\0" * 40)
    assert guess is not None
    assert (guess.uuid, guess.place) == (RANDOM, "first")


def test_the_placeholder_is_known_though_it_is_no_uuid() -> None:
    guess = guess_uuid(RANDOM.bytes + PLACEHOLDER.bytes)
    assert guess is not None
    assert (guess.uuid, guess.place) == (PLACEHOLDER, "last")


def test_no_guess() -> None:
    assert guess_uuid(b"") is None
    assert guess_uuid(RANDOM.bytes[:15]) is None
    assert guess_uuid(b"just text, as an extension may hold") is None
    assert guess_uuid(bytes(6) + b"\x40\0\x80" + bytes(30)) is None


@given(st.uuids(version=4), st.binary(max_size=40))
def test_a_random_uuid_at_the_end_is_found(marker: uuid.UUID, payload: bytes) -> None:
    guess = guess_uuid(payload + marker.bytes)
    assert guess is not None
    if guess.place == "last":
        assert guess.uuid == marker


@given(st.binary())
def test_takes_any_payload(payload: bytes) -> None:
    guess = guess_uuid(payload)
    assert guess is None or guess.uuid.bytes in payload
