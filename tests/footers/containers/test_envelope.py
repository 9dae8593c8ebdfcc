"""The envelope: several extensions in a slot, as a FlatBuffer that others read and write too."""

from __future__ import annotations

import json
import subprocess
import uuid
from pathlib import Path
from random import Random
from typing import Any

import flatbuffers
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inlay.footers.containers import ENVELOPE, Entry, Finding, entries_in, payload_of, wrap
from inlay.footers.containers.envelope_flatbuffer import EnvelopeError, decode, encode
from tests.support.programs import find_program

SCHEMA = Path(__file__).parents[3] / "idl" / "envelope.fbs"
FIRST, SECOND = uuid.UUID(int=1 << 100 | 77), uuid.UUID(int=1 << 99 | 78)

Pairs = list[tuple[bytes | None, bytes]]
pairs = st.lists(
    st.tuples(st.none() | st.binary(min_size=16, max_size=16), st.binary(max_size=40)), max_size=6
)


@given(pairs)
def test_what_is_encoded_is_decoded(entries: Pairs) -> None:
    assert decode(encode(entries)) == entries


def flatc(*arguments: str | Path) -> None:
    found = find_program("flatc")
    if found is None:
        pytest.skip("flatc is not there")
    subprocess.run([found, *map(str, arguments)], check=True, capture_output=True)


EXAMPLE: Pairs = [(FIRST.bytes, b"one"), (None, b""), (SECOND.bytes, bytes(range(256)))]


def as_json(entries: Pairs) -> dict[str, Any]:
    return {
        "entries": [
            ({"uuid": {"bytes": list(mark)}} if mark is not None else {}) | {"payload": list(data)}
            for mark, data in entries
        ]
    }


def test_flatc_reads_what_we_write(tmp_path: Path) -> None:
    (tmp_path / "envelope.bin").write_bytes(encode(EXAMPLE))
    options = ("--json", "--strict-json", "--raw-binary", "-o", tmp_path)
    flatc(*options, SCHEMA, "--", tmp_path / "envelope.bin")
    assert json.loads((tmp_path / "envelope.json").read_text()) == as_json(EXAMPLE)


def test_we_read_what_flatc_writes(tmp_path: Path) -> None:
    (tmp_path / "example.json").write_text(json.dumps(as_json(EXAMPLE)))
    flatc("--binary", "-o", tmp_path, SCHEMA, tmp_path / "example.json")
    assert decode((tmp_path / "example.bin").read_bytes()) == EXAMPLE


def test_damage_is_an_error_and_nothing_else() -> None:
    whole = encode(EXAMPLE)
    random = Random(5)
    for _ in range(20_000):
        damaged = bytearray(whole)
        for _ in range(random.randint(1, 3)):
            damaged[random.randrange(90 if random.random() < 0.8 else len(whole))] = (
                random.randrange(256)
            )
        size = len(damaged) if random.random() < 0.8 else random.randrange(len(damaged))
        try:
            found = decode(bytes(damaged[:size]))
        except EnvelopeError:
            continue
        assert sum(len(payload) for _, payload in found) <= size


def test_entries_that_share_their_bytes_are_refused() -> None:
    """A small buffer that describes a large one."""
    builder = flatbuffers.Builder()
    payload = builder.CreateByteVector(bytes(1_000))
    entries: list[int] = []
    for _ in range(2):
        builder.StartObject(2)
        builder.PrependUOffsetTRelativeSlot(1, payload, 0)
        entries.append(builder.EndObject())
    builder.StartVector(4, len(entries), 4)
    for entry in entries:
        builder.PrependUOffsetTRelative(entry)
    vector = builder.EndVector()
    builder.StartObject(1)
    builder.PrependUOffsetTRelativeSlot(0, vector, 0)
    builder.Finish(builder.EndObject())
    with pytest.raises(EnvelopeError, match="share"):
        decode(bytes(builder.Output()))


def test_an_entry_leaves_the_slot_as_it_was_before_it_came() -> None:
    one, two = Entry(FIRST, wrap(b"one", FIRST)), Entry(None, b"two")
    assert payload_of([]) is None
    assert payload_of([one]) == one.payload
    both = payload_of([one, two])
    assert both is not None
    assert both[-16:] == ENVELOPE.bytes
    assert entries_in(both) == (one, two)
    assert entries_in(one.payload) == (one,)
    assert entries_in(two.payload) == (two,)


@pytest.mark.parametrize(
    ("entries", "reason"),
    [
        ([Entry(FIRST, b"a"), Entry(FIRST, b"b")], "same UUID"),
        ([Entry(None, b"a"), Entry(None, b"b")], "same UUID"),
        ([Entry(FIRST, b"a"), Entry(ENVELOPE, b"b")], "an envelope in an envelope"),
        ([Entry(uuid.UUID(int=at), b"") for at in range(1_001)], "1000 are allowed"),
    ],
)
def test_what_cannot_stand_together(entries: list[Entry], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        payload_of(entries)
    pairs = [(entry.uuid.bytes if entry.uuid else None, entry.payload) for entry in entries]
    found = entries_in(wrap(encode(pairs), ENVELOPE))
    assert isinstance(found, Finding)
    assert reason in found.what


def test_an_envelope_that_is_damaged_is_no_raw_payload() -> None:
    payload = payload_of([Entry(FIRST, b"one"), Entry(SECOND, b"two")])
    assert payload is not None
    for at in (0, 40, len(payload) - 20):
        damaged = bytearray(payload)
        damaged[at] ^= 1
        assert isinstance(entries_in(bytes(damaged)), Finding)
    assert isinstance(entries_in(wrap(b"no FlatBuffer", ENVELOPE)), Finding)
    assert isinstance(entries_in(wrap(encode([]), ENVELOPE)), Finding)


def test_a_bare_one_is_found_by_who_names_it() -> None:
    last = Entry(None, b"content" + FIRST.bytes)
    assert last.carries(FIRST)
    assert not last.carries(SECOND)
    assert not Entry(SECOND, FIRST.bytes).carries(FIRST)
