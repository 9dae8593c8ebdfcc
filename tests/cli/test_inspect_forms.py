"""`inlay inspect` tells the form that a file has, and where its footers lie."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from inlay.footers.containers.registry import MIGRATION, PRIVATE
from tests.changes.life_cycle.test_vouched import BEFORE

if TYPE_CHECKING:
    from tests.support.small_files import Inlay

STEPS = {
    "thrift": (),
    "private": ("add",),
    "migration": ("add", "promote"),
    "final": ("add", "promote", "finalize"),
}
MAGIC = {"thrift": "PAR1", "private": "PAR1", "migration": "PAR1", "final": "PAR3"}
UUIDS = {"private": ("private-footer", PRIVATE), "migration": ("migration-footer", MIGRATION)}


@pytest.fixture(params=STEPS)
def form(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def path(form: str, tmp_path: Path, inlay: Inlay) -> Path:
    path = tmp_path / "small.parquet"
    pq.write_table(pa.table({"id": [1, 2]}), path)
    for step in STEPS[form]:
        inlay("footer", step, path)
    return path


def footer_of(path: Path, inlay: Inlay) -> dict[str, Any]:
    footer: dict[str, Any] = json.loads(inlay("inspect", path, "--format", "json").out)["footer"]
    return footer


def test_the_form_and_the_magic_are_those_of_the_file(form: str, path: Path, inlay: Inlay) -> None:
    footer = footer_of(path, inlay)
    assert (footer["form"], footer["magic"]) == (form, MAGIC[form])
    assert footer["magic"].encode() == path.read_bytes()[-4:]
    assert f"footer        {form} ({MAGIC[form]}), " in inlay("inspect", path).out


def test_the_parts_are_where_the_drawing_has_them(form: str, path: Path, inlay: Inlay) -> None:
    footer = footer_of(path, inlay)
    drawn = json.loads(inlay("footer", "show", path, "--format", "json").out)["pieces"]
    assert drawn[0]["offset"] == footer["offset"]
    behind = 16 if form == "final" else 8
    assert footer["offset"] + footer["length"] == path.stat().st_size - behind
    flat = [one for one in drawn if one["meaning"].startswith("FlatBuffers FileMetaData")]
    if not flat:
        assert footer["flatbuffer"] is None
        return
    shown = footer["flatbuffer"]
    assert (shown["offset"], shown["length"]) == (flat[0]["offset"], flat[0]["length"])
    assert f"({shown['schema']})" in flat[0]["meaning"]
    assert shown["crc_agrees"] is True


def test_the_thrift_is_counted_without_the_flatbuffer(form: str, path: Path, inlay: Inlay) -> None:
    footer = footer_of(path, inlay)
    if form == "final":
        assert footer["thrift"] is None
        return
    plain = path.with_name("plain.parquet")
    pq.write_table(pa.table({"id": [1, 2]}), plain)
    assert footer["thrift"] == footer_of(plain, inlay)["thrift"]


def test_whether_both_footers_agree(form: str, path: Path, inlay: Inlay) -> None:
    is_dual = form in UUIDS
    footer = footer_of(path, inlay)
    assert footer["agree"] is (True if is_dual else None)
    assert footer["read"] == ("flatbuffer" if form == "final" else "thrift")
    assert ("two footers   agree" in inlay("inspect", path).out) is is_dual
    if not is_dual:
        return
    data = bytearray(path.read_bytes())
    data[footer["offset"] + 1] = 6
    path.write_bytes(data)
    footer = footer_of(path, inlay)
    assert (footer["form"], footer["agree"], footer["read"]) == (form, False, "flatbuffer")
    assert (
        "disagree (`inlay verify` lists the fields); the FlatBuffer is read"
        in inlay("inspect", path).out
    )


@pytest.mark.parametrize("old", UUIDS)
def test_footers_that_nothing_vouches_for_are_compared(
    old: str, tmp_path: Path, inlay: Inlay
) -> None:
    path = tmp_path / "old.parquet"
    path.write_bytes((BEFORE / f"{old}.parquet").read_bytes())
    footer = footer_of(path, inlay)
    assert footer["agree"] is True
    data = bytearray(path.read_bytes())
    data[footer["offset"] + 1] = 6
    path.write_bytes(data)
    footer = footer_of(path, inlay)
    assert (footer["agree"], footer["read"]) == (False, "thrift")


def test_known_uuids_have_their_names(form: str, path: Path, inlay: Inlay) -> None:
    if form == "thrift":
        inlay("seal", path)
    text, shown = (
        inlay("inspect", path).out,
        json.loads(inlay("inspect", path, "--format", "json").out),
    )
    assert "perhaps UUID" not in text
    names = [one["name"] for one in shown["extensions"]]
    assert names == {"thrift": ["seal"], "final": []}.get(form, [f"{form}-footer"])
    assert all(one["uuid_guess"] is None and one["uuid"] for one in shown["extensions"])
    assert all(f", {name} (" in text for name in names)


@pytest.mark.parametrize("form", ["thrift"], indirect=True)
def test_what_a_crc_vouches_for_is_not_guessed(path: Path, inlay: Inlay) -> None:
    uuid = "0b5c1d1e-7c55-4c0e-9a53-3f3a6f6f8f10"
    (path.parent / "content").write_bytes(b"some content")
    assert inlay("ext", "append", path, path.parent / "content", "--uuid", uuid).code == 0
    assert f", UUID {uuid}: its CRCs agree" in inlay("inspect", path).out
    (found,) = json.loads(inlay("inspect", path, "--format", "json").out)["extensions"]
    assert (found["uuid"], found["name"], found["uuid_guess"]) == (uuid, None, None)
    assert inlay("ext", "list", path).out.splitlines()[-1].endswith("checked")
    data = path.read_bytes()
    assert data.count(b"some content") == 1
    path.write_bytes(data.replace(b"some content", b"same content"))
    assert f"perhaps UUID {uuid}" in inlay("inspect", path).out


@pytest.mark.parametrize("form", UUIDS, indirect=True)
def test_a_damaged_flatbuffer_is_told_from_none(form: str, path: Path, inlay: Inlay) -> None:
    before = footer_of(path, inlay)["flatbuffer"]
    data = bytearray(path.read_bytes())
    data[-80] ^= 1
    path.write_bytes(data)
    footer = footer_of(path, inlay)
    assert footer["flatbuffer"] == {**before, "crc_agrees": False}
    assert (footer["form"], footer["agree"]) == ("thrift", None)
    data[-30] ^= 1
    path.write_bytes(data)
    assert footer_of(path, inlay)["flatbuffer"]["offset"] is None
