"""`inlay recover` on private, migration and dual files: a whole FlatBuffer or design gives back the file in the form that it
had."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from inlay.footers.footer.read import read_footer
from inlay_runtime.extension import Header
from tests.changes.life_cycle.test_vouched import BEFORE

if TYPE_CHECKING:
    from tests.support.small_files import Inlay

FORMS = {"private": ("add",), "migration": ("add", "promote")}
STEPS = {
    **FORMS,
    "modular": ("add --design modular",),
}


def _at(data: bytes, at: int, new: bytes) -> bytes:
    at %= len(data)
    return data[:at] + new + data[at + len(new) :]


def _flipped(data: bytes, at: int, mask: int = 1) -> bytes:
    return _at(data, at, bytes([data[at] ^ mask]))


def _footer_start(data: bytes) -> int:
    return len(data) - 8 - int.from_bytes(data[-8:-4], "little")


def _name(data: bytes) -> int:
    """Where the name of the root begins in the Thrift."""
    return data.index(b"schema", _footer_start(data))


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "the Thrift cannot be decoded": lambda data: _at(data, _name(data) - 1, b"\x7f"),
    "the Thrift tells another version": lambda data: _at(data, _footer_start(data) + 1, b"\x06"),
    "a sector of the Thrift is zeros": lambda data: _at(data, _footer_start(data), bytes(64)),
    "bytes of the Thrift are lost": lambda data: data[: _name(data)] + data[_name(data) + 3 :],
    "bytes of the Thrift are lost, and the length": lambda data: (
        data[: _name(data)] + data[_name(data) + 3 : -8]
    ),
    "length": lambda data: _at(data, len(data) - 6, b"\x55"),
    "magic": lambda data: data[:-4] + b"PAR9",
    "magic cut": lambda data: data[:-2],
    "length and magic cut": lambda data: data[:-8],
    "stop byte cut": lambda data: data[:-9],
    "header of the field": lambda data: _flipped(data, data.rindex(Header.SPEC.data) + 1),
    "length of the field": lambda data: _flipped(data, data.rindex(Header.SPEC.data) + 4),
    "UUID": lambda data: _flipped(data, len(data) - 12),
    "appended": lambda data: data + bytes(100),
    "far": lambda data: data + b"x" * 200_000,
}


@pytest.fixture(params=STEPS)
def path(request: pytest.FixtureRequest, tmp_path: Path, inlay: Inlay) -> Path:
    path = tmp_path / "small.parquet"
    pq.write_table(pa.table({"item": ["nut", "bolt", None], "price": [0.25, 1.5, -0.0]}), path)
    for step in STEPS[str(request.param)]:
        assert inlay("footer", *step.split(), path).code == 0
    return path


@pytest.mark.parametrize("name", DAMAGE)
def test_the_file_comes_back_byte_for_byte(name: str, path: Path, inlay: Inlay) -> None:
    whole = path.read_bytes()
    form = read_footer(path).form.value
    path.write_bytes(DAMAGE[name](whole))
    found = inlay("recover", path, "--format", "json")
    assert found.code == 1, found
    best = json.loads(found.out)["candidates"][0]
    assert (best["form"], best["confidence"]) == (form, "high")
    out = path.with_name("out.parquet")
    assert inlay("recover", path, "-o", out).code == 0
    assert out.read_bytes() == whole
    assert "nothing to recover" in inlay("recover", out).out


@pytest.mark.parametrize("form", FORMS)
def test_files_of_the_version_before_come_back_too(form: str, tmp_path: Path, inlay: Inlay) -> None:
    whole = (BEFORE / f"{form}.parquet").read_bytes()
    damaged = tmp_path / "damaged.parquet"
    damaged.write_bytes(DAMAGE["the Thrift cannot be decoded"](whole))
    out = tmp_path / "out.parquet"
    assert inlay("recover", damaged, "-o", out).code == 0
    assert out.read_bytes() == whole


def test_no_message_says_that_there_is_no_second_copy(path: Path, inlay: Inlay) -> None:
    whole = path.read_bytes()
    for name, damage in DAMAGE.items():
        path.write_bytes(damage(whole))
        for command in (("inspect",), ("verify",), ("ext", "list"), ("seal",), ("recover",)):
            found = inlay(*command, path)
            assert "no second copy" not in found.out + found.err, (name, command)


def test_a_thrift_footer_that_was_changed_on_purpose_can_be_kept(path: Path, inlay: Inlay) -> None:
    path.write_bytes(DAMAGE["the Thrift tells another version"](path.read_bytes()))
    found = inlay("recover", path)
    assert "the Thrift footer does not match the CRC" in found.out
    assert "`inlay footer revert --trust thrift` keeps it" in found.out


@pytest.mark.parametrize("form", FORMS)
def test_footers_that_nothing_vouches_for_are_compared(
    form: str, tmp_path: Path, inlay: Inlay
) -> None:
    path = tmp_path / "lie.parquet"
    path.write_bytes((BEFORE / f"{form}.parquet").read_bytes())
    assert "nothing to recover" in inlay("recover", path).out
    path.write_bytes(DAMAGE["the Thrift tells another version"](path.read_bytes()))
    found = inlay("recover", path)
    assert found.code == 1
    assert "the two footers of the file disagree" in found.out
    assert "--trust thrift" in found.out
    assert inlay("recover", path, "-o", tmp_path / "out").code == 4


def test_a_damaged_flatbuffer_leaves_the_thrift(path: Path, inlay: Inlay) -> None:
    path.write_bytes(_flipped(path.read_bytes(), path.stat().st_size - 80))
    found = inlay("recover", path)
    assert found.code == 1
    assert re.search("its (FlatBuffers footer|design beside the Thrift) is damaged: ", found.out)
    assert "--trust thrift" in found.out
    refused = inlay("recover", path, "-o", path.with_name("out"))
    assert (refused.code, "no other footer was found" in refused.err) == (4, True)
