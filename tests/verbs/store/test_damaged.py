"""A store may be a stranger's: whatever is in it, an error says which file is meant, and nothing else happens."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from random import Random
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from inlay.errors import FooterError, StoreError
from inlay.verbs.store.read_parts import sum_footer
from tests.verbs.store.lakes import write_file


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sound")
    for at in range(4):
        write_file(folder / "lake" / f"{at}.parquet", {"x": [at], "s": ["a"]})
    (folder / "lake" / "bad.parquet").write_bytes(b"PAR1")
    inlay.build_store(folder / "lake", output=folder / "store")
    return folder / "store"


@pytest.fixture
def store(sound: Path, tmp_path: Path) -> Path:
    shutil.copytree(sound, tmp_path / "store")
    return tmp_path / "store"


def _part(store: Path) -> Path:
    return next(store.glob("part-*.parquet"))


NO_VALUES: list[Any] = [None, True, -5, 1.5, "x", [], {}, [1], [[]], {"name": "x"}, 1 << 70]
KEYS = [
    "format", "version", "paths", "name", "generation", "next_file", "next_id", "ids", "partition_types", "parts", "removed", "unknown",
]  # fmt: skip


@pytest.mark.parametrize("key", KEYS)
def test_every_key_is_asked_for_its_type(store: Path, key: str) -> None:
    path = store / "store.json"
    document = json.loads(path.read_text())
    assert sorted(document) == sorted(KEYS)
    for wrong in NO_VALUES:
        if type(wrong) is type(document[key]) and not (isinstance(wrong, list) and wrong):
            continue
        path.write_text(json.dumps({**document, key: wrong}))
        with pytest.raises(StoreError, match=rf"store\.json: {key}"):
            inlay.plan_store(store, "x = 1")
    del document[key]
    path.write_text(json.dumps(document))
    with pytest.raises(StoreError, match=rf"store\.json: {key}"):
        inlay.refresh_store(store)


@pytest.mark.parametrize(
    "text", ["", "[", "null", "[]", "[" * 100_000, '{"format": "inlay store"}', "\udcff"]
)
def test_what_is_no_manifest_is_an_error(store: Path, text: str) -> None:
    (store / "store.json").write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(StoreError, match=r"store\.json: "):
        inlay.plan_store(store, "x = 1")


@pytest.mark.parametrize(
    "name", ["../lake/0.parquet", "/etc/passwd", "store.json", "part-1.parquet", "", "a\nb"]
)
def test_a_name_leads_nowhere_else(store: Path, name: str) -> None:
    path = store / "store.json"
    document = json.loads(path.read_text())
    document["parts"][0]["name"] = name
    path.write_text(json.dumps(document))
    with pytest.raises(StoreError, match=r"parts\[0\]\.name is not a name of a part"):
        inlay.plan_store(store, "x = 1")


def test_another_part_is_an_error(store: Path, sound: Path) -> None:
    part = _part(store)
    whole = pq.read_table(part)
    schema = whole.schema.metadata
    for table, reason in (
        (pa.table({"x": [1, 2, 3, 4]}), "does not say the schema"),
        (whole.slice(1), "it has 4 rows"),
        (whole.drop_columns(["etag"]), "columns are not those"),
        (whole.replace_schema_metadata({**schema, b"inlay.schema": b"!"}), "does not say the schema"),
        (whole.replace_schema_metadata({**schema, b"inlay.schema": b"AAAA"}), "does not say the schema"),
        (whole.replace_schema_metadata({**schema, b"inlay.partition_keys": b"[1]"}), "does not say"),
    ):  # fmt: skip
        pq.write_table(table, part)
        document = json.loads((store / "store.json").read_text())
        with part.open("rb") as file:
            document["parts"][0]["footer_crc"] = sum_footer(file)
        (store / "store.json").write_text(json.dumps(document))
        with pytest.raises(StoreError, match=reason):
            inlay.plan_store(store, "x = 1")
        with pytest.raises(StoreError, match=reason):
            inlay.refresh_store(store)
    part.unlink()
    with pytest.raises(FileNotFoundError):
        inlay.plan_store(store, "x = 1")
    built = inlay.build_store(sound.parent / "lake", output=store, overwrite=True)
    assert built.files == 4


def _say(store: Path, column: str, values: list[Any]) -> None:
    """Of its files, in a part that is whole."""
    part = _part(store)
    table = pq.read_table(part)
    at = table.schema.get_field_index(column)
    field = table.schema.field(at)
    table = table.set_column(at, field, pa.array(values, field.type))
    pq.write_table(table, part, write_page_checksum=True)
    document = json.loads((store / "store.json").read_text())
    with part.open("rb") as file:
        document["parts"][0]["footer_crc"] = sum_footer(file)
    (store / "store.json").write_text(json.dumps(document))


def _end(footer: bytes, length: int) -> bytes:
    return footer + length.to_bytes(4, "little") + b"PAR1"


ENDS = {
    "nothing": b"",
    "no magic": bytes(100),
    "garbage": _end(b"\xff" * 50, 50),
    "longer than the file": _end(b"", 1 << 30),
    "longer than what is there": _end(bytes(100_000), (1 << 31) - 1),
    "no struct": _end(b"\0", 1),
}


@pytest.mark.parametrize("end", ENDS)
def test_what_is_no_footer_is_an_error(store: Path, end: str) -> None:
    """Of the file where its footer is asked for, of the store where a plan needs it. No size makes anything large."""
    _say(store, "footer", [ENDS[end]] * 4)
    _say(store, "file_size_in_bytes", [1 << 40] * 4)
    stored = inlay.open_store(store)
    (lake,) = stored.paths
    with pytest.raises((FooterError, OSError)):
        stored.footer(f"{lake}/0.parquet").validate()
    assert inlay.scan_footers(lake, stored).read_all().num_rows == 0
    problems = inlay.scan_footers(lake, stored, table="problems").read_all()
    assert problems.num_rows == 5
    with pytest.raises(StoreError, match="a footer in it cannot be read"):
        inlay.plan_store(store, "x = 1", by_row_group=True)


@pytest.mark.parametrize("size", [-5, 0, 7])
def test_a_footer_longer_than_its_file_is_an_error(store: Path, size: int) -> None:
    _say(store, "file_size_in_bytes", [size] * 4)
    stored = inlay.open_store(store)
    with pytest.raises(StoreError, match="longer than the file"):
        inlay.scan_footers(stored.paths, stored).read_all()


def test_flips_are_errors_or_do_not_matter(store: Path) -> None:
    """Pages have checksums: a bound that has changed would lose rows."""
    part, random = _part(store), Random(3)
    filter = "x >= 1 and x < 3 and s = 'a'"
    plan = inlay.plan_store(store, filter)
    assert len(plan.files) == 3
    data = part.read_bytes()
    errors: list[StoreError] = []
    for _ in range(1000):
        flipped = bytearray(data)
        flipped[random.randrange(len(data))] ^= 1 << random.randrange(8)
        part.write_bytes(flipped[: random.choice([len(data), random.randrange(len(data))])])
        try:
            assert inlay.plan_store(store, filter) == plan
        except StoreError as error:
            errors.append(error)
    assert len(errors) > 200
    assert {error.path for error in errors} == {str(part)}


def test_a_folder_without_a_store_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="there is no store here") as caught:
        inlay.plan_store(tmp_path, "id > 1")
    assert caught.value.filename == str(tmp_path)
