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
from inlay.errors import StoreError
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
    with pytest.raises(StoreError, match=r"parts\[0\]\.name is no name of a part"):
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
