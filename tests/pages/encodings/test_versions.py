"""Bytes of one version of an encoding are never given to another, whoever asks: reader, repair, ratify, strip."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from inlay.encoding import Encodings, choose_columns, read_table
from inlay.footers.containers import Finding
from inlay.ground.refusals import RefusedError
from inlay.pages.encodings.errors import BothDamagedError
from inlay.pages.encodings.on_files import (
    add_to_file,
    list_encodings,
    ratify_file,
    repair_file,
    strip_file,
    verify_file,
)
from tests.pages.encodings.faults import Whole, Xor, Xor2, plugin
from tests.pages.encodings.files import pa, pq
from tests.pages.encodings.test_damage import spoil_new, spoil_old

ONE = Encodings(Xor(), numbers={"xor": 77})
TWO = Encodings(Xor2(), numbers={"xor": 77})
TABLE = pa.table({"a": range(1_000), "b": range(1_000)})

OTHERS = {
    "another version": (TWO, "the encoding xor 1 is not in use here, but xor 2 is"),
    "none": (Encodings(), "the encoding xor 1 is not in use here"),
    "no such type": (
        Encodings(plugin(name="xor", types=frozenset()), numbers={"xor": 77}),
        "the encoding xor 1 is not in use here for values of this type",
    ),
}


@pytest.fixture
def original(tmp_path: Path) -> bytes:
    path = tmp_path / "file.parquet"
    pq.write_table(TABLE, path, compression="none", use_dictionary=False)
    return path.read_bytes()


@pytest.fixture
def dual(original: bytes, tmp_path: Path) -> Path:
    path = tmp_path / "file.parquet"
    add_to_file(str(path), choose_columns(["a"], Xor()), encodings=ONE)
    return path


@pytest.fixture(params=OTHERS)
def other(request: pytest.FixtureRequest) -> tuple[Encodings, str]:
    return OTHERS[str(request.param)]


def test_the_reader_takes_the_old_encoding(dual: Path, other: tuple[Encodings, str]) -> None:
    known, said = other
    findings: list[Finding] = []
    assert read_table(dual, encodings=known, on_finding=findings.append).equals(TABLE)
    assert [(one.code, one.what) for one in findings] == [("encoding-unknown", said)]


def test_the_reader_holds_the_old_encoding_against_its_crc(
    dual: Path, other: tuple[Encodings, str]
) -> None:
    """Which pyarrow, who knows of no CRC, would not."""
    spoil_old(dual, "a", 0)
    known, _ = other
    assert not pq.read_table(dual).equals(TABLE)
    with pytest.raises(BothDamagedError) as caught:
        read_table(dual, encodings=known, on_finding=lambda _: None)
    assert str(caught.value).startswith(f"{dual}: row_groups[0].columns[0]: column a: the new enco")
    assert "the old one does not match its CRC, at offset" in str(caught.value)
    columns = read_table(dual, columns=["b"], encodings=known, on_finding=lambda _: None)
    assert columns.equals(TABLE.select(["b"]))
    assert read_table(dual, encodings=ONE).equals(TABLE)


def test_a_whole_old_encoding_is_read_with_its_dictionary(tmp_path: Path) -> None:
    path = tmp_path / "file.parquet"
    pq.write_table(TABLE, path, row_group_size=300, write_page_index=True, data_page_size=100)
    add_to_file(str(path), choose_columns(["*"], Xor()), encodings=ONE)
    for rows in (None, [1, 3]):
        found = read_table(path, encodings=TWO, row_groups=rows, on_finding=lambda _: None)
        assert found.equals(pq.ParquetFile(path).read_row_groups(rows or range(4)))


def test_repair_makes_no_old_pages_of_another_version(
    dual: Path, other: tuple[Encodings, str]
) -> None:
    known, said = other
    spoil_old(dual, "a", 0)
    before = dual.read_bytes()
    with pytest.raises(RefusedError, match=re.escape(said)) as caught:
        repair_file(str(dual), encodings=known)
    assert "the old encoding of column a in row group 0 is damaged, and only xor 1" in str(
        caught.value
    )
    assert dual.read_bytes() == before
    assert repair_file(str(dual), encodings=ONE) is not None
    assert pq.read_table(dual).equals(TABLE)


def test_repair_makes_no_new_pages_of_another_version(
    dual: Path, original: bytes, other: tuple[Encodings, str]
) -> None:
    known, said = other
    spoil_new(dual, "a", 0, 0)
    before = dual.read_bytes()
    with pytest.raises(RefusedError, match=re.escape(said)):
        repair_file(str(dual), encodings=known)
    assert dual.read_bytes() == before
    strip_file(str(dual), encodings=known)
    assert dual.read_bytes() == original


def test_ratify_does_not_drop_the_old_pages(dual: Path, other: tuple[Encodings, str]) -> None:
    known, said = other
    before = dual.read_bytes()
    with pytest.raises(RefusedError, match=said if known.numbers else "no number of the Encoding"):
        ratify_file(str(dual), encodings=known)
    assert dual.read_bytes() == before
    ratify_file(str(dual), encodings=ONE)
    assert read_table(dual, encodings=ONE).equals(TABLE)


def test_what_is_whole_is_kept_without_its_plug_in(dual: Path, original: bytes) -> None:
    """By `add` for another column, and by `repair` of another column."""
    both = Encodings(Whole(), Xor2())
    a = list_encodings(str(dual))[0].encoding
    assert a is not None
    data = dual.read_bytes()[a.offset : a.offset + a.length]
    add_to_file(str(dual), choose_columns(["b"], Whole()), encodings=both)
    spoil_new(dual, "b", 0, 0)
    assert repair_file(str(dual), encodings=both) is not None
    assert not verify_file(str(dual))
    names = {one.column: one.encoding for one in list_encodings(str(dual))}
    kept = names["a"]
    assert kept is not None
    assert (kept.name, kept.version, kept.crc) == ("xor", 1, a.crc)
    assert dual.read_bytes()[kept.offset : kept.offset + kept.length] == data
    assert read_table(dual, encodings=Encodings(Whole(), Xor())).equals(TABLE)
    strip_file(str(dual))
    assert dual.read_bytes() == original


def test_only_what_is_in_use_is_added(dual: Path) -> None:
    before = dual.read_bytes()
    for known in (TWO, Encodings()):
        with pytest.raises(RefusedError, match="the encoding xor 1 is not in use here"):
            add_to_file(str(dual), choose_columns(["b"], Xor()), encodings=known)
    broken: Any = plugin(name="")
    with pytest.raises(RefusedError, match="Fault is not an encoding: its name is ''"):
        add_to_file(str(dual), choose_columns(["b"], broken), encodings=ONE)
    assert dual.read_bytes() == before
