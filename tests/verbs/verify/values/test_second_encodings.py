"""Values in encodings of ours, in pages and beside them: those that everyone reads, or not audited with the reason."""

from __future__ import annotations

import io
import struct
from pathlib import Path
from typing import Any, Final, Literal, cast

import pyarrow as pa
import pytest
from pyarrow import parquet

import inlay
from inlay.encoding import choose_columns
from inlay.pages.encodings.alp.plugin import Alp
from inlay.pages.encodings.fsst.plugin import Fsst
from inlay.pages.encodings.new_encodings import find_encodings
from inlay.pages.encodings.on_files import add_to_file, ratify_file
from inlay.pages.encodings.pfor.plugin import Pfor
from inlay.pages.encodings.plugins import Encodings, ValueEncoding
from inlay.pages.engine.thrift_file import open_thrift
from inlay.verbs.verify.values import second
from parquet_format.parquet import Encoding
from tests.lies.parts import Parts
from tests.pages.encodings.files import add_all, hard_floats, plain_and_indexed, write_pyarrow
from tests.verbs.index.test_measured_in_pieces import Cut
from tests.verbs.verify.values.test_runs import in_runs

pq = cast("Any", parquet)


def test_second_encodings_have_the_values_of_the_first(tmp_path: Path) -> None:
    path = tmp_path / "both.parquet"
    plain_and_indexed(path)
    add_all(path)
    found = inlay.verify(str(path), values=True)
    assert not found.findings
    assert found.audited is not None
    assert not found.audited.others


def test_nans_and_zeros_are_the_same_bit_for_bit(tmp_path: Path) -> None:
    path = tmp_path / "floats.parquet"
    write_pyarrow(path, pa.table({"c": hard_floats(2_000)}))
    add_all(path)
    found = inlay.verify(str(path), values=True)
    assert not found.findings
    assert found.audited is not None
    assert not found.audited.others


BESIDE: Final[dict[str, tuple[ValueEncoding, pa.Table]]] = {
    "ALP": (Alp(), pa.table({"c": [None if at % 7 == 3 else at / 4 for at in range(1_500)]})),
    "FSST": (
        Fsst(),
        pa.table(
            {"c": [f"https://example.org/{at:06}" if at % 5 else None for at in range(1_500)]}
        ),
    ),
    "FSST in lists": (
        Fsst(),
        pa.table({"c": [[f"https://example.org/{at:06}"] * (at % 3) for at in range(1_500)]}),
    ),
    "PFOR": (Pfor(), pa.table({"c": [None if at % 7 == 3 else at * 3 for at in range(1_500)]})),
}


@pytest.mark.parametrize("name", BESIDE)
def test_each_encoding_of_ours_is_held_against_the_first(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plugin, table = BESIDE[name]
    path = tmp_path / "both.parquet"
    write_pyarrow(path, table, use_dictionary=False)
    known = Encodings(plugin)
    add_to_file(str(path), choose_columns(["c"], plugin), encodings=known)
    with path.open("rb") as source:
        file = open_thrift(source, str(path))
        assert len(find_encodings(file.metadata(), file.footer).known) == 2
    monkeypatch.setattr(second, "read_configured", lambda: known)
    found = inlay.verify(str(path), values=True)
    assert not found.findings
    assert found.audited is not None
    assert (found.audited.chunks, found.audited.others) == (2, [])
    for run, cut in ((100, None), (100, Cut(1)), (1, Cut(700, 7))):
        with in_runs(run, cut=cut) as runs:
            again = inlay.verify(str(path), values=True)
        assert (again.findings, again.audited) == ((), found.audited)
        assert any(each.goes_on for each in runs) == (cut is not None)


@pytest.mark.parametrize("name", BESIDE)
def test_each_encoding_of_ours_may_be_a_lie(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One value of the first encoding is another."""
    plugin, table = BESIDE[name]
    path = tmp_path / "both.parquet"
    write_pyarrow(path, table, use_dictionary=False, compression="none")
    known = Encodings(plugin)
    add_to_file(str(path), choose_columns(["c"], plugin), encodings=known)
    data = bytearray(path.read_bytes())
    monkeypatch.setattr(second, "read_configured", lambda: known)
    old, new = LIES[name]
    at = data.index(old)
    data[at : at + len(old)] = new
    lie = bytes(data)
    found = inlay.verify(lie, values=True).findings
    assert "value-second-encoding" in {finding.code for finding in found}
    for run, cut in ((100, None), (100, Cut(1)), (1, Cut(700, 7))):
        with in_runs(run, cut=cut):
            assert inlay.verify(lie, values=True).findings == found


def _cut_pages(data: bytes) -> bytes:
    chunk = pq.read_metadata(io.BytesIO(data)).row_group(0).column(0)
    return data[4:][: chunk.total_compressed_size]


@pytest.mark.parametrize("kind", ["a value", "a list"])
def test_levels_are_held_against_the_first(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As many of each, and the same values, but another one is null."""
    first: list[Any] = [None if at % 9 == 3 else at for at in range(999)]
    other: list[Any] = [None if at % 9 == 4 else at - (at % 9 == 3) for at in range(999)]
    path = tmp_path / "both.parquet"
    known = Encodings(Pfor())
    monkeypatch.setattr(second, "read_configured", lambda: known)
    if kind == "a list":
        first, other = ([[each] for each in rows] for rows in (first, other))
    options: Any = {"use_dictionary": False, "compression": "none", "write_statistics": False}
    data: list[bytes] = []
    for rows in (first, other):
        write_pyarrow(path, pa.table({"c": rows}), **options)
        data.append(path.read_bytes())
    add_to_file(
        str(path),
        choose_columns(["c.list.element" if kind == "a list" else "c"], Pfor()),
        encodings=known,
    )
    assert not inlay.verify(str(path), values=True).findings
    old, new = (_cut_pages(it) for it in data)
    both = path.read_bytes()
    assert both.count(new) == 1
    assert len(old) == len(new)
    lie = both.replace(new, old)
    (found,) = inlay.verify(lie, values=True).findings
    assert found.code == "value-second-encoding"
    assert "page 0 has other levels in it" in found.what


LIES: Final = {
    "ALP": (struct.pack("<d", 10.5), struct.pack("<d", 10.75)),
    "FSST": (b"example.org/000042", b"example.org/000043"),
    "FSST in lists": (b"example.org/000044", b"example.org/000045"),
    "PFOR": (struct.pack("<q", 126), struct.pack("<q", 127)),
}
"""Bytes of one value in the first encoding, and what stands in their place."""


def test_one_that_is_not_in_use_is_not_audited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "both.parquet"
    write_pyarrow(path, pa.table({"c": range(100)}))
    add_all(path)
    monkeypatch.setattr(second, "read_configured", Encodings)
    found = inlay.verify(str(path), values=True)
    assert not found.findings
    assert found.audited is not None
    assert {other.reason for other in found.audited.others} == {
        "its second encoding: the encoding pco 1 is not in use here"
    }


def test_one_that_is_damaged_is_not_audited(tmp_path: Path) -> None:
    path = tmp_path / "both.parquet"
    write_pyarrow(path, pa.table({"c": range(100)}))
    add_all(path)
    with path.open("rb") as source:
        file = open_thrift(source, str(path))
        (encoding,) = find_encodings(file.metadata(), file.footer).known.values()
    data = bytearray(path.read_bytes())
    data[encoding.offset + encoding.length - 1] ^= 1
    path.write_bytes(bytes(data))
    found = inlay.verify(str(path), values=True)
    assert found.audited is not None
    (other,) = found.audited.others
    assert other.reason == (
        "its second encoding: page 0 of the new encoding does not match its CRC"
    )
    assert found.audited.chunks == 1


@pytest.mark.parametrize("codec", ["none", "zstd"])
@pytest.mark.parametrize("version", ["1.0", "2.0"])
def test_pages_in_alp_are_decoded_here(
    codec: str, version: Literal["1.0", "2.0"], tmp_path: Path
) -> None:
    path = tmp_path / "alp.parquet"
    numbers = [None if at % 7 == 3 else at / 4 for at in range(3_000)]
    write_pyarrow(path, pa.table({"c": numbers}), compression=codec, data_page_version=version)
    known = Encodings(Alp(), numbers={"alp": int(Encoding.ALP)})
    add_to_file(str(path), choose_columns(["c"], Alp()), encodings=known)
    ratify_file(str(path), encodings=known)
    found = inlay.verify(str(path), values=True)
    assert not found.findings
    assert found.audited is not None
    assert (found.audited.chunks, found.audited.others) == (3, [])
    lie = Parts.of(path.read_bytes())
    lie.chunk("c").statistics.max_value = struct.pack("<d", 700.0)
    findings = inlay.verify(lie.joined(), values=True).findings
    codes = [finding.code for finding in findings if finding.code.startswith("value-")]
    assert codes == ["value-bounds"]
