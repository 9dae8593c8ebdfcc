"""Footers spelled as others may: a stop byte that is not 00, a padded length, the FlatBuffer behind the struct."""

from __future__ import annotations

import importlib
import io
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow.parquet as pq
import pytest

import inlay
from inlay.changes.life_cycle import steps as life_cycle
from inlay.footers.containers.spec import SpecTrailer
from inlay.footers.conversion import encode, v1
from inlay.footers.conversion.without_extension import without_extension
from inlay.footers.designs.flatbuffers import ours
from inlay.footers.footer.footer import Footer
from inlay.footers.footer.form import Form
from inlay.footers.footer.read import read_footer
from inlay.footers.footer.trailer import tail_of
from inlay.ground.refusals import FormError
from inlay_runtime.compact.varint import unsigned
from inlay_runtime.extension import Header
from parquet_format import footer
from tests.changes.life_cycle.test_vouched import TABLE, small
from tests.faults.flips import STEPS, after

if TYPE_CHECKING:
    from tests.support.small_files import Inlay


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "odd.parquet"


def parts() -> tuple[bytes, bytes]:
    """The data of a file, and its Thrift footer."""
    data = small()
    tail = read_footer(io.BytesIO(data))
    return data[: tail.offset], tail.end.own_thrift(tail)


def wrapped(thrift: bytes, *, sealed: bool) -> bytes:
    flat = encode(v1.to_flatbuffers(thrift, sealed=sealed))
    return SpecTrailer().wrap(flat, footer.FileMetaData.UUID)


def inside(thrift: bytes, payload: bytes, length: bytes) -> bytes:
    return thrift[:-1] + Header.SPEC.data + length + payload + thrift[-1:]


def behind(thrift: bytes, payload: bytes, length: bytes) -> bytes:
    return thrift + Header.SPEC.data + length + payload + b"\0"


def padded(width: int) -> Callable[[int], bytes]:
    def length(size: int) -> bytes:
        shortest = unsigned(size)
        more = b"\x80" * (width - len(shortest) - 1)
        return shortest[:-1] + bytes([shortest[-1] | 0x80]) + more + b"\0"

    return length


PLACES = {"inside": inside, "behind": behind}
LENGTHS = {"shortest": unsigned, "three": padded(3), "four": padded(4), "five": padded(5)}


@pytest.mark.parametrize("sealed", [True, False])
@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("place", PLACES)
def test_wherever_it_stands_everybody_finds_the_same(
    place: str, length: str, sealed: bool, path: Path, inlay: Inlay
) -> None:
    body, thrift = parts()
    payload = wrapped(thrift, sealed=sealed)
    odd = PLACES[place](thrift, payload, LENGTHS[length](len(payload)))
    path.write_bytes(body + tail_of(odd))
    tail = read_footer(str(path))
    assert (tail.form, tail.second.findings, tail.second.agrees) == (
        Form.MIGRATION,
        (),
        True if sealed else None,
    )
    assert tail.end.plain_thrift(tail) == thrift
    assert "they agree" in inlay("footer", "show", path).out
    assert inlay("verify", path).code == 0
    assert pq.read_table(path).equals(TABLE)
    before = path.read_bytes()
    assert inlay("footer", "finalize", path).code == 0
    assert inlay("footer", "revert", path).code == 0
    assert path.read_bytes() == body + tail_of(thrift)
    path.write_bytes(before)
    assert inlay("footer", "revert", path).code == 0
    assert path.read_bytes() == body + tail_of(thrift)


@pytest.mark.parametrize("place", PLACES)
def test_the_drawing_names_every_byte_of_it(place: str, path: Path, inlay: Inlay) -> None:
    body, thrift = parts()
    payload = wrapped(thrift, sealed=True)
    path.write_bytes(body + tail_of(PLACES[place](thrift, payload, padded(5)(len(payload)))))
    shown = inlay("footer", "show", path).out
    assert ("no stop byte" in shown) == (place == "inside")
    (line,) = [line for line in shown.splitlines() if "length of the extension" in line]
    assert line.split()[1] == "5"


@pytest.mark.parametrize("stop", [0x10, 0x20, 0xF0])
def test_a_stop_byte_with_something_in_its_upper_half_comes_back(stop: int) -> None:
    body, thrift = parts()
    odd = body + tail_of(thrift[:-1] + bytes([stop]))
    assert inlay.read_table(io.BytesIO(odd)).equals(TABLE)
    for count in range(1, 4):
        changed = after(odd, STEPS[:count])
        tail = read_footer(io.BytesIO(changed))
        assert tail.second.findings == ()
        assert changed[: tail.offset] + life_cycle.revert(tail) == odd
        assert inlay.read_table(io.BytesIO(changed)).equals(TABLE)


@pytest.mark.parametrize("step", ["add", "promote", "finalize", "seal", "ext"])
def test_what_does_not_revert_is_not_written(
    step: str, path: Path, tmp_path: Path, inlay: Inlay, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every step reads what it made and reverts it, and nothing is published that does not lead back."""
    count = {"add": 0, "promote": 1}.get(step, 2)
    path.write_bytes(after(small(), STEPS[:count]))
    payload = tmp_path / "payload"
    payload.write_bytes(b"somebody's")
    command = {
        "seal": ["seal", path],
        "ext": ["ext", "append", path, payload, "--raw", "--at", "row_groups[0]"],
    }.get(step, ["footer", step, path])
    before = path.read_bytes()
    # Imported before it is patched, so that what reads the file that is there keeps the true one.
    importlib.import_module("inlay.changes.life_cycle.edit_extension")
    proof = life_cycle.restore_thrift
    asked = 0

    def forgets(tail: Footer) -> bytes:
        """Of the file that is there it tells the truth, of the one that was made not."""
        nonlocal asked
        asked += 1
        found = proof(tail)
        return found if tail.path == str(path) else found[:-1] + b"\x20"

    monkeypatch.setattr(life_cycle, "restore_thrift", forgets)
    refused = inlay(*command)
    assert (refused.code, "byte for byte" in refused.err) == (4, True), refused
    assert asked > 0
    assert path.read_bytes() == before


def test_a_step_that_would_write_a_finding_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    data = small()
    made = without_extension

    def with_another_stop_byte(thrift: bytes) -> bytes:
        return made(thrift)[:-1] + b"\x20"

    monkeypatch.setattr(ours, "without_extension", with_another_stop_byte)
    with pytest.raises(FormError, match="reads back with a finding"):
        life_cycle.add(read_footer(io.BytesIO(data)))


def test_a_seal_says_what_it_does_not_cover(path: Path, inlay: Inlay) -> None:
    body, thrift = parts()
    path.write_bytes(body + tail_of(thrift[:-1] + b"\x20"))
    refused = inlay("seal", path)
    assert (refused.code, "stop byte 0x20" in refused.err) == (4, True)
