"""`inlay recover`: lost footers are found, proposed and written elsewhere; changes that were cut off undone."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

from inlay.ground.files.aside import choose_aside_name
from tests.faults.files import DATA, small_file, small_metadata
from tests.faults.journals import write_journal
from tests.support.golden_files import check_golden

if TYPE_CHECKING:
    from tests.support.small_files import Inlay, MakeFile

GOLDEN = Path(__file__).parent / "golden" / "recover"


@pytest.fixture
def path(make_file: MakeFile) -> Path:
    return make_file(small_metadata().encode(), data=DATA)


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "magic": lambda data: data[:-4] + b"PAR9",
    "length": lambda data: data[:-8] + b"\xff\xff\xff\x7f" + data[-4:],
    "both": lambda data: data[:-8],
    "appended": lambda data: data + b"\n and more",
    "zeros": lambda data: data[:-8] + bytes(4_096),
}
"""What still holds a whole footer."""


@pytest.mark.parametrize("sealed", [False, True], ids=["", "sealed"])
@pytest.mark.parametrize("name", DAMAGE)
def test_a_footer_is_found_and_written_elsewhere(
    name: str, sealed: bool, path: Path, inlay: Inlay
) -> None:
    if sealed:
        inlay("seal", path)
    whole = path.read_bytes()
    damaged = DAMAGE[name](whole)
    path.write_bytes(damaged)
    found = inlay("recover", path)
    assert found.code == 1
    if not sealed:
        golden = GOLDEN / f"{name}.txt"
        check_golden(golden, golden, found.out.replace(f"{path.parent}/", ""))
    best = json.loads(inlay("recover", path, "--format", "json").out)["candidates"][0]
    assert best["offset"] == len(DATA)
    assert best["confidence"] == ("high" if sealed or name == "appended" else "medium")
    out = path.with_name("out.parquet")
    assert inlay("recover", path, "-o", out).code == 0
    assert out.read_bytes() == whole
    assert path.read_bytes() == damaged
    assert inlay("recover", path, "-o", out).code == 4


def test_what_is_more_credible_comes_first(path: Path, inlay: Inlay) -> None:
    """An older file inside, whole, and the footer of the file itself, without its end."""
    inner = small_file()
    footer = small_metadata().encode()
    path.write_bytes(DATA + inner + footer + b"cut")
    report = json.loads(inlay("recover", path, "--format", "json").out)
    offsets = [one["offset"] for one in report["candidates"]]
    assert sorted(offsets) == [len(DATA) + len(DATA), len(DATA) + len(inner)]
    assert inlay("recover", path, "--candidate", "3", "-o", path.with_name("out")).code == 2


def test_a_footer_that_does_not_fit_has_to_be_asked_for(path: Path, inlay: Inlay) -> None:
    path.write_bytes(b"PAR1" + small_metadata().encode() + b"cut")
    out = path.with_name("out.parquet")
    found = inlay("recover", path, "-o", out)
    assert found.code == 4
    assert "--candidate 1" in found.err
    assert not out.exists()
    assert inlay("recover", path, "-o", out, "--candidate", "1").code == 0


def test_3_where_nothing_is_found(path: Path, inlay: Inlay) -> None:
    path.write_bytes(DATA + Random(1).randbytes(100_000))
    found = inlay("recover", path)
    assert (found.code, found.out) == (3, "")


def test_a_hostile_file_takes_its_time_and_no_more(path: Path, inlay: Inlay) -> None:
    path.write_bytes(b"PAR1" + b"\x15\x02\x19" * 200_000 + b"\x04\0\0\0PAR1" * 20_000)
    assert inlay("recover", path).code in (1, 3)


def test_a_file_that_is_fine_has_nothing_to_recover(path: Path, inlay: Inlay) -> None:
    found = inlay("recover", path)
    assert (found.code, found.err) == (0, "")
    assert found.out == f"{path}: nothing to recover, its footer can be read\n"


@pytest.mark.parametrize("complete", [False, True], ids=["undone", "completed"])
def test_a_change_that_was_cut_off(complete: bool, path: Path, inlay: Inlay) -> None:
    old = path.read_bytes()
    inlay("seal", path)
    new = path.read_bytes()
    keep = len(DATA)
    write_journal(path, old, keep, new[keep:])
    Path(choose_aside_name(str(path))).touch()
    path.write_bytes(new[: len(old) - 5] + old[-5:])
    options = ["--complete"] if complete else []
    found = inlay("recover", path, *options)
    assert found.code == 0, found
    assert ("completed" if complete else "undid") in found.out
    assert "left over from an interrupted rewrite" in found.out
    assert path.read_bytes() == (new if complete else old)
    assert [one.name for one in path.parent.iterdir()] == [path.name]


def test_5_where_others_wrote_since(path: Path, inlay: Inlay) -> None:
    old = path.read_bytes()
    another = old[: len(DATA) - 7] + b"another" + old[len(DATA) :]
    write_journal(path, another, len(DATA), b"new")
    found = inlay("recover", path)
    assert found.code == 5
    assert "another program changed the file" in found.err
    assert path.read_bytes() == old


def test_a_change_that_was_complete_but_for_its_journal(path: Path, inlay: Inlay) -> None:
    old = path.read_bytes()
    inlay("seal", path)
    new = path.read_bytes()
    keep = len(DATA)
    write_journal(path, old, keep, new[keep:])
    said = f"{path}: the interrupted change had already been written in full; removed the leftover journal\n"
    assert inlay("recover", path).out == said
    assert path.read_bytes() == new
