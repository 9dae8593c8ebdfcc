"""Files in another design that have lost their end: `recover` gives them back, byte for byte."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from inlay.footers.designs.modular.frame import SIZE
from inlay.footers.designs.parx.frame import Checksum, ParxFlags, frame_of
from inlay.footers.footer import Form
from inlay.verbs.recover.candidate import Confidence
from inlay.verbs.recover.candidates import search
from inlay.verbs.set.convert_footer import convert_footer
from tests.footers.designs.files import contents_in, nested_file
from tests.footers.designs.modular_files import WAYS, footer_in
from tests.support.effort import costs_at_most, grows_at_most

if TYPE_CHECKING:
    from tests.support.small_files import Inlay

FILE: Final = nested_file()
CONTENTS: Final = contents_in(FILE)
PARX: Final = {
    "PARX": ("crc32", False),
    "PARX, CRC-32C": ("crc32c", False),
    "PARX, without paths": ("crc32", True),
    "PARX, without paths, CRC-32C": ("crc32c", True),
}


def frame_size(design: str) -> int:
    if design in PARX:
        return frame_of(Checksum(PARX[design][0]), ParxFlags(0)).size
    return SIZE


def form_of(design: str) -> Form:
    return Form.PARX if design in PARX else Form.MODULAR


@pytest.fixture(params=[*WAYS, *PARX])
def design(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def whole(design: str, tmp_path: Path) -> bytes:
    """A file in this design."""
    if design in WAYS:
        return footer_in(design, FILE, CONTENTS)
    path = tmp_path / "parx.parquet"
    path.write_bytes(FILE)
    checksum, omits_paths = PARX[design]
    convert_footer(str(path), "parx", checksum=checksum, omit_paths=omits_paths)
    return path.read_bytes()


def write_best(damaged: bytes) -> tuple[bytes, Confidence]:
    """The file that the first proposal makes."""
    best, *_ = search(io.BytesIO(damaged)).candidates
    return damaged[: best.offset] + best.new_tail, best.confidence


def test_all_of_the_frame_may_be_cut(design: str, whole: bytes) -> None:
    form = form_of(design)
    for cut in range(1, frame_size(design) + 1):
        recovered, confidence = write_best(whole[:-cut])
        # Nothing but its bytes says which frame a PARX file had: that of the text is written.
        if design.endswith("CRC-32C") and cut >= 8:
            assert recovered[:-9] == whole[:-8]
            continue
        assert recovered == whole, cut
        vouches = cut <= 4 if form is Form.PARX else "plain" not in design
        assert (confidence is Confidence.HIGH) == vouches, cut


DAMAGE: Final[dict[str, Callable[[bytes], bytes]]] = {
    "the magic": lambda end: end[:-4] + b"PAR9",
    "all but the magic": lambda end: b"\xff" * (len(end) - 8) + end[-8:],
    "a bit of the CRC": lambda end: end[:-5] + bytes([end[-5] ^ 4]) + end[-4:],
    "bytes behind it": lambda end: end + bytes(5_000),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_frame_is_made_anew(damage: str, design: str, whole: bytes) -> None:
    frame = frame_size(design)
    damaged = whole[:-frame] + DAMAGE[damage](whole[-frame:])
    assert write_best(damaged)[0] == whole


def test_the_command_gives_the_file_back(
    design: str, whole: bytes, tmp_path: Path, inlay: Inlay
) -> None:
    path, out = tmp_path / "cut.parquet", tmp_path / "out.parquet"
    path.write_bytes(whole[:-4])
    found = inlay("recover", path)
    assert (found.code, found.err) == (1, "")
    document = json.loads(inlay("recover", path, "--format", "json").out)
    assert document["candidates"][0]["form"] == form_of(design).value
    assert document["searched_from"] == 0
    assert inlay("recover", path, "-o", out).code == 0
    assert out.read_bytes() == whole


@pytest.mark.parametrize("way", [way for way in WAYS if "plain" not in way])
def test_a_footer_that_is_damaged_inside_is_not_proposed(
    way: str, tmp_path: Path, inlay: Inlay
) -> None:
    """Its root is whole, and leads to bytes that break a CRC."""
    data = bytearray(footer_in(way, FILE, CONTENTS))
    data[data.rindex(b"nested") + 2] ^= 1
    path = tmp_path / "file.parquet"
    path.write_bytes(data)
    found = inlay("recover", path)
    assert found.code == 3
    assert "all of the file was searched for another footer, and none was found" in found.err


HOSTILE: Final = {
    "marks": b"INLs\x00INLp\x00",
    "roots": b"INLs\x15\x02\x15\x02\x15\x02\x16\x02\x19\x06\x19\x0c\x00",
    "roots without a mark": b"\x15\x02\x15\x02\x15\x02\x16\x02\x19\xf6\xff\xff\x7f",
    "maps": b"\x1c\x15\x04\x18\x02aa\x15\x04\x00\x00\x15\x02\x15\x02\x16\x02\x19\x0c\x00",
    "lengths": b"\x04\x00\x00\x00PARX",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_the_work_grows_with_the_file_and_no_faster(name: str) -> None:
    def prepare(size: int) -> io.BytesIO:
        body = HOSTILE[name]
        return io.BytesIO(b"PARX" + (body * (size // len(body) + 1))[:size])

    # Sixteen times the bytes: 16 is linear, 256 quadratic. What is over at once costs too little to be compared.
    if not costs_at_most(10, lambda: search(prepare(200_000))):
        assert grows_at_most(64, lambda size: lambda: search(prepare(size)), 12_500, 200_000)
