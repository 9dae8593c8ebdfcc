"""A design with a magic of its own: all of the house handles it, and no line of the house names it."""

from __future__ import annotations

import io
import json
import os
from importlib import metadata
from importlib.metadata import EntryPoint
from pathlib import Path

import pyarrow.parquet as pq
import pytest

import inlay
from inlay.designs import CountedFetch, DecodedFetch, FetchCost, Range
from inlay.footers.designs import alone, known
from inlay.footers.designs.in_memory import fetch_from
from inlay.footers.footer import FooterError, Form
from inlay.footers.footer.used_designs import GROUP
from inlay_runtime.errors import TruncatedError
from tests.footers.designs.files import nested_file
from tests.footers.designs.toy import ToyDesign
from tests.support.inlay_command import Inlay

FILE = nested_file()


@pytest.fixture(autouse=True)
def in_use(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a package that is installed, and named in the configuration."""
    point = EntryPoint("toy", f"{ToyDesign.__module__}:{ToyDesign.__name__}", GROUP)

    def entry_points(*, group: str, name: str | None = None) -> list[EntryPoint]:
        return [point] if group == point.group and name in (None, point.name) else []

    config = tmp_path / "config.toml"
    config.write_text('[designs]\nuse = ["toy"]\n')
    monkeypatch.setenv("INLAY_CONFIG", str(config))
    monkeypatch.setattr(known, "entry_points", entry_points)
    monkeypatch.setattr(metadata, "entry_points", entry_points)
    for cached in (known.find_design, known.find_designs, alone.list_used_ends):
        cached.cache_clear()


@pytest.fixture
def path(tmp_path: Path, inlay: Inlay) -> Path:
    """Converted by the command."""
    path = tmp_path / "toy.parquet"
    path.write_bytes(FILE)
    assert "form: toy" in inlay("footer", "convert", "--design", "toy", str(path)).out
    assert path.read_bytes()[-4:] == ToyDesign.magic
    return path


def test_it_is_read(path: Path) -> None:
    footer = inlay.open(path)
    assert (footer.form, footer.metadata) == (Form.OTHER, inlay.open(FILE).metadata)
    expected = pq.read_table(io.BytesIO(FILE))
    assert inlay.read_table(path).equals(expected)
    assert footer.place(["id"]).equals(inlay.open(FILE).place(["id"]))
    scanned = inlay.scan_footers(str(path.parent), table="files").read_all()
    assert scanned["num_rows"].to_pylist() == [expected.num_rows]


def test_it_is_shown(path: Path, inlay: Inlay) -> None:
    shown = inlay("footer", "show", str(path)).out
    assert [name in shown for name in ("toy footer", "where the toy begins", "TO\\xd6Y")] == [
        True
    ] * 3
    document = json.loads(inlay("inspect", str(path), "--format", "json").out)
    assert (document["footer"]["form"], document["footer"]["protected"]) == ("toy", True)
    assert "parcel" in inlay("layout", str(path), "--format", "json").out


def test_it_is_dumped_and_put_together(path: Path, tmp_path: Path, inlay: Inlay) -> None:
    text = tmp_path / "text"
    assert inlay("dump", str(path), "-o", str(text)).code == 0
    lines = text.read_text()
    assert "crc32 &footer.parcel &footer.parcel.end" in lines
    assert "int64 &footer" in lines
    again = tmp_path / "again.parquet"
    assert inlay("assemble", str(text), "--source", str(path), "-o", str(again)).code == 0
    assert again.read_bytes() == path.read_bytes()


@pytest.mark.parametrize("lost", [1, 4, 8, 12, 16])
def test_it_is_recovered(lost: int, path: Path, tmp_path: Path, inlay: Inlay) -> None:
    data = path.read_bytes()
    path.write_bytes(data[:-lost])
    again = tmp_path / "again.parquet"
    recovered = inlay("recover", str(path), "-o", str(again))
    assert "form: toy" in recovered.out, recovered
    assert again.read_bytes() == data


def test_it_is_checked(path: Path, inlay: Inlay) -> None:
    assert inlay("verify", "--data", str(path)).code == 0
    assert "which other readers do not know" in inlay("lint", str(path)).out
    data = bytearray(path.read_bytes())
    data[-30] ^= 1
    path.write_bytes(data)
    with pytest.raises(FooterError, match="the CRC of the toy differs"):
        _ = inlay_open(path).metadata


def test_it_is_converted_back(path: Path, inlay: Inlay) -> None:
    assert inlay("footer", "convert", "--design", "thrift", str(path)).code == 0
    assert path.read_bytes() == FILE


def inlay_open(path: Path) -> inlay.Footer:
    return inlay.open(path)


def test_what_it_decodes_costs_what_it_fetched(path: Path) -> None:
    """The toy is fetched once, as a whole; a page index lies in the file, and is fetched beside it."""
    data = path.read_bytes()
    footer = Range(inlay.open(path).offset, len(data) - inlay.open(path).offset)
    toy = ToyDesign.open(fetch_from(data), footer)
    assert toy.cost == FetchCost(footer.length, 1, 1)
    _ = toy.place(), toy.bounds(), toy.schema
    assert toy.cost == FetchCost(footer.length, 1, 1)
    assert toy.page_index(0, 0) is not None
    assert toy.cost.requests > 1


def test_decoded_bytes_end_where_they_end() -> None:
    decoded = DecodedFetch(CountedFetch(fetch_from(b"file")), b"decoded")
    start = decoded.place.offset
    assert [bytes(part) for part in decoded([Range(start + 2, 3), Range(1, 2)])] == [b"cod", b"il"]
    with pytest.raises(TruncatedError, match="8 bytes at 0, and what was decoded has 7"):
        decoded([Range(start, 8)])


def test_without_crcs_it_leads_back_to_nothing(
    path: Path, inlay: Inlay, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ToyDesign, "is_protected", False)
    code, _, err = inlay("footer", "convert", "--design", "thrift", str(path))
    assert (code, "it has no CRCs of its own" in err) == (4, True)


def test_where_it_is_not_in_use_the_error_says_how(
    path: Path, inlay: Inlay, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("INLAY_CONFIG", os.devnull)
    alone.list_used_ends.cache_clear()
    code, _, err = inlay("inspect", str(path))
    assert (code, 'write `use = ["toy"]` below `[designs]`' in err) == (3, True)
