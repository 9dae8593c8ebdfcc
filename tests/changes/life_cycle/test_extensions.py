"""`inlay ext` and `inlay seal` on files with a FlatBuffers footer."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

if TYPE_CHECKING:
    from tests.support.small_files import Inlay

UUID = "6fa459ea-ee8a-3ca4-894e-db77e160355e"
TABLE = pa.table({"item": ["nut", "bolt", None], "price": [0.25, 1.5, -0.0]})
STEPS = ("add", "promote", "finalize")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "small.parquet"
    pq.write_table(TABLE, path)
    return path


@pytest.fixture
def payload(tmp_path: Path) -> Path:
    path = tmp_path / "payload"
    path.write_bytes(b"somebody's")
    return path


@pytest.mark.parametrize("count", [1, 2])
def test_the_slot_of_the_footer_is_refused_with_the_one_that_is_meant(
    count: int, path: Path, payload: Path, inlay: Inlay
) -> None:
    for step in STEPS[:count]:
        inlay("footer", step, path)
    before = path.read_bytes()
    instead = "--at flatbuffer" if count == 2 else "inlay footer promote"
    for command, said in (
        (["ext", "append", path, payload, "--uuid", UUID], instead),
        (["ext", "append", path, payload, "--uuid", UUID, "--allow", "envelope"], instead),
        (["ext", "strip", path], "inlay footer revert"),
    ):
        found = inlay(*command)
        assert (found.code, said in found.err) == (4, True), found.err
    assert path.read_bytes() == before


def test_the_flatbuffers_slot_is_carried_through_the_life_cycle(
    path: Path, payload: Path, inlay: Inlay
) -> None:
    plain = path.read_bytes()
    append = ("ext", "append", path, payload, "--uuid", UUID)
    assert inlay(*append).code == 0
    extended = path.read_bytes()
    assert inlay("ext", "strip", path).code == 0
    for step in STEPS[:2]:
        inlay("footer", step, path)
    migration = path.read_bytes()
    found = inlay(*append, "--at", "flatbuffer")
    assert found.code == 0, found
    assert "the FlatBuffer's FileMetaData" in found.out
    assert pq.read_table(path).equals(TABLE)
    assert inlay("footer", "finalize", path).code == 0
    assert inlay("ext", "extract", path, "--at", "flatbuffer").code == 0
    assert inlay("verify", path).code == 0
    final = path.read_bytes()
    assert inlay("footer", "revert", path).code == 0
    assert path.read_bytes() == extended

    path.write_bytes(final)
    assert inlay("ext", "strip", path, "--uuid", UUID).code == 0
    assert inlay("footer", "revert", path).code == 0
    assert path.read_bytes() == plain

    path.write_bytes(migration)
    inlay(*append, "--at", "flatbuffer")
    assert inlay("ext", "strip", path, "--at", "flatbuffer").code == 0
    assert path.read_bytes() == migration


@pytest.mark.parametrize("count", [1, 2, 3])
def test_an_extension_of_another_struct_changes_both_footers(
    count: int, path: Path, payload: Path, inlay: Inlay
) -> None:
    for step in STEPS[:count]:
        inlay("footer", step, path)
    before = path.read_bytes()
    at = ("--at", "row_groups[0].columns[1]")
    assert inlay("ext", "append", path, payload, "--uuid", UUID, *at).code == 0
    assert inlay("verify", path).code == 0
    assert inlay("ext", "strip", path, *at).code == 0
    assert path.read_bytes() == before


@pytest.mark.parametrize("count", [2, 3])
def test_the_seal_is_in_the_flatbuffer(count: int, path: Path, inlay: Inlay) -> None:
    for step in STEPS[:count]:
        inlay("footer", step, path)
    before = path.read_bytes()
    assert inlay("seal", path).code == 0
    report = json.loads(inlay("verify", path, "--format", "json").out)
    assert (report["seal"], report["findings"]) == ("agrees", [])
    assert inlay("seal", path).code == 0
    assert inlay("ext", "strip", path, "--uuid", "seal", "--at", "flatbuffer").code == 0
    assert path.read_bytes() == before


def test_a_file_without_a_flatbuffer_has_no_such_slot(
    path: Path, payload: Path, inlay: Inlay
) -> None:
    found = inlay("ext", "append", path, payload, "--uuid", UUID, "--at", "flatbuffer")
    assert found.code == 4
    assert "inlay footer add" in found.err


@pytest.mark.parametrize("name", ["private-footer", "migration-footer", "prototype-footer"])
@pytest.mark.parametrize("place", [(), ("--at", "row_groups[0]")])
def test_a_footer_cannot_be_given_as_an_extension(
    name: str, place: tuple[str, ...], path: Path, payload: Path, inlay: Inlay
) -> None:
    """The bytes of another file, or any: the two footers would disagree."""
    before = path.read_bytes()
    found = inlay("ext", "append", path, payload, "--uuid", name, *place)
    assert (found.code, "inlay footer" in found.err) == (4, True)
    assert path.read_bytes() == before


def test_a_raw_payload_that_is_a_footer_is_one(path: Path, payload: Path, inlay: Inlay) -> None:
    from inlay.footers.containers import wrap
    from inlay.footers.containers.registry import MIGRATION

    before = path.read_bytes()
    payload.write_bytes(wrap(b"a FlatBuffer of another file", MIGRATION))
    found = inlay("ext", "append", path, payload, "--raw")
    assert (found.code, "migration-footer" in found.err) == (4, True)
    assert path.read_bytes() == before


@pytest.mark.parametrize("name", ["seal", "envelope"])
def test_what_inlay_makes_cannot_be_given(
    name: str, path: Path, payload: Path, inlay: Inlay
) -> None:
    found = inlay("ext", "append", path, payload, "--uuid", name)
    assert (found.code, "only inlay writes" in found.err) == (4, True)
