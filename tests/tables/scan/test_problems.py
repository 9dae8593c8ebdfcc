"""A bad file is a row of `problems` and of no other table, and never ends a scan."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import inlay
from inlay.footers.footer.errors import NO_PARQUET
from inlay.tables.scan.schemas import TABLES
from tests.support.examples import examples
from tests.tables.scan.lake import DAMAGE, ERROR_IDS, plain_file, with_byte, write_forms


def paths(folder: Path, table: str) -> Counter[str]:
    batches = inlay.scan_footers(str(folder), table=table, columns=["path"])
    return Counter(Path(str(name)).name for batch in batches for name in batch["path"].to_pylist())


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("damaged")
    data = plain_file(folder)
    for name, (damage, _) in DAMAGE.items():
        (folder / f"bad_{name}.parquet").write_bytes(damage(data))
    for at in range(3):
        (folder / f"good_{at}").write_bytes(data)
    return folder


def test_each_kind_of_damage_has_its_id(lake: Path) -> None:
    columns = ["path", "error_id", "offset", "message", "hint", "is_readable", "file_size"]
    found = [
        row
        for batch in inlay.scan_footers(str(lake), table="problems", columns=columns)
        for row in batch.to_pylist()
    ]
    assert {Path(row["path"]).name: row["error_id"] for row in found} == {
        f"bad_{name}.parquet": error_id for name, error_id in ERROR_IDS.items()
    }
    assert len(found) == len(DAMAGE)
    for row in found:
        if row["error_id"] in NO_PARQUET:  # which is about the whole file
            assert row["offset"] is None
        else:
            assert 0 <= row["offset"] <= row["file_size"]
        assert row["message"]
        assert row["hint"]
        assert not row["is_readable"]


@pytest.mark.parametrize("table", [name for name in TABLES if name != "problems"])
def test_bad_files_are_in_no_other_table(lake: Path, table: str) -> None:
    none = table in ("extensions", "others")
    assert set(paths(lake, table)) == (set() if none else {"good_0", "good_1", "good_2"})


def test_a_damaged_flatbuffer_is_a_problem_of_a_file_that_can_be_read(tmp_path: Path) -> None:
    forms = write_forms(tmp_path)
    for form in ("private", "final"):
        tail = inlay.open(str(forms[form]))
        assert tail.second.content is not None
        at = tail.offset + tail.second.content.start + 40 if form == "private" else tail.offset + 40
        data = forms[form].read_bytes()
        forms[form].write_bytes(with_byte(data, at, data[at] ^ 0xFF))
    found = {
        row["path"]: (row["error_id"], row["is_readable"])
        for batch in inlay.scan_footers(str(tmp_path), table="problems")
        for row in batch.to_pylist()
    }
    assert found[str(forms["private"])] == ("unused-data-crc", True)
    assert found[str(forms["final"])] == ("data-crc", False)
    files = {
        row["path"]: row["form"]
        for batch in inlay.scan_footers(str(tmp_path), table="files")
        for row in batch.to_pylist()
    }
    assert files[str(forms["private"])] == "thrift"
    assert str(forms["final"]) not in files


def test_what_is_no_file_is_a_problem(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "nowhere").symlink_to(tmp_path / "missing")
    found = {
        Path(row["path"]).name: row["error_id"]
        for batch in inlay.scan_footers(str(tmp_path), table="problems")
        for row in batch.to_pylist()
    }
    assert found == {"pipe": "io", "nowhere": "io-enoent"}


def test_names_that_are_no_unicode_are_shown(tmp_path: Path) -> None:
    (tmp_path / os.fsdecode(b"\xff.parquet")).write_bytes(plain_file(tmp_path))
    assert sum(paths(tmp_path, "files").values()) == 1


@examples(60)
@given(data=st.data())
def test_whatever_the_bytes_a_file_is_read_or_a_problem(
    tmp_path: Path, data: st.DataObject
) -> None:
    path = tmp_path / "one.parquet"
    good = plain_file(tmp_path)
    cut = data.draw(st.integers(0, len(good)))
    changed = bytearray(good[:cut] if data.draw(st.booleans()) else good)
    for _ in range(data.draw(st.integers(0, 4)) if changed else 0):
        changed[-1 - data.draw(st.integers(0, min(len(changed), 3000) - 1))] = data.draw(
            st.integers(0, 255)
        )
    path.write_bytes(bytes(changed))
    is_file = paths(tmp_path, "files")["one.parquet"]
    bad = [
        row
        for batch in inlay.scan_footers(str(tmp_path), table="problems")
        for row in batch.to_pylist()
        if not row["is_readable"]
    ]
    assert (is_file, len(bad)) in ((1, 0), (0, 1))
