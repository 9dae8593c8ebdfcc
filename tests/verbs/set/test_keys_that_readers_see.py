"""A key that is set is seen by whoever reads the copy of Arrow, as if pyarrow had written it: pyarrow itself, pandas, Polars."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from inlay.errors import RequestError

INSIDE: dict[str, Any] = {
    "nothing inside": None,
    "a pair inside": {"there": "before"},
    "pandas": "pandas",
}


@pytest.fixture(params=list(INSIDE.values()), ids=list(INSIDE))
def path(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    path = str(tmp_path / "a.parquet")
    table = pa.table({"id": [1, 2], "name": ["p", "q"]})
    if request.param == "pandas":
        pytest.importorskip("pandas")
        table = pa.Table.from_pandas(table.to_pandas())
    else:
        table = table.replace_schema_metadata(request.param)
    pq.write_table(table, path)
    return path


def shown(path: str) -> dict[bytes, bytes]:
    """What pyarrow shows, in both ways, and `pq.read_metadata`, which shows what is outside."""
    table, schema = pq.read_table(path).schema.metadata or {}, pq.read_schema(path).metadata or {}
    outside = {k: v for k, v in (pq.read_metadata(path).metadata or {}).items() if k != b"ARROW:schema"}  # fmt: skip
    assert table == schema == outside
    return table


def test_a_key_that_is_set_is_seen_and_one_that_is_deleted_is_not(path: str) -> None:
    before = shown(path)
    amendment = inlay.set_metadata(path, keys={"owner": "pricing"})
    assert amendment.warnings == ()
    assert shown(path) == {**before, b"owner": b"pricing"}
    inlay.set_metadata(path, keys={"owner": "us"})
    assert shown(path)[b"owner"] == b"us"
    inlay.set_metadata(path, delete=["owner"])
    assert shown(path) == before


def test_the_schema_and_the_rows_stay(path: str) -> None:
    before = pq.read_table(path)
    inlay.set_metadata(path, keys={"owner": "pricing"})
    assert pq.read_table(path).equals(before)
    assert pq.read_schema(path).equals(before.schema)


def test_pandas_reads_attributes_that_were_set(path: str) -> None:
    pd = pytest.importorskip("pandas")
    inlay.set_metadata(path, keys={"PANDAS_ATTRS": '{"unit": "EUR"}'}, delete=[])
    assert pd.read_parquet(path).attrs == {"unit": "EUR"}


def test_polars_reads_a_key_that_was_set(path: str) -> None:
    pl = pytest.importorskip("polars")
    inlay.set_metadata(path, keys={"owner": "pricing"})
    assert pl.read_parquet_metadata(path)["owner"] == "pricing"


def test_a_file_without_a_copy_gets_none(tmp_path: Path) -> None:
    path = str(tmp_path / "plain.parquet")
    pq.write_table(pa.table({"id": [1]}), path, store_schema=False)
    inlay.set_metadata(path, keys={"owner": "pricing"})
    pairs = inlay.open(path).metadata.key_value_metadata or []
    assert [(pair.key, pair.value) for pair in pairs] == [("owner", "pricing")]


def test_a_copy_that_cannot_be_read_stays_and_is_told_of(tmp_path: Path) -> None:
    path = str(tmp_path / "bad.parquet")
    pq.write_table(pa.table({"id": [1]}), path, store_schema=False)
    bad = base64.b64encode(b"no schema").decode()
    inlay.set_metadata(path, keys={"ARROW:schema": bad})
    (warning,) = inlay.set_metadata(path, keys={"owner": "pricing"}).warnings
    assert (
        warning == "ARROW:schema: the pairs inside stay as they are: it was not a schema of Arrow"
    )
    pairs = {pair.key: pair.value for pair in inlay.open(path).metadata.key_value_metadata or []}
    assert pairs == {"ARROW:schema": bad, "owner": "pricing"}


def test_a_key_that_is_inside_alone_can_be_deleted(tmp_path: Path) -> None:
    path = str(tmp_path / "inside.parquet")
    pq.write_table(pa.table({"id": [1]}).replace_schema_metadata({"secret": "s"}), path)

    def without_outer(footer: inlay.Footer) -> bytes:
        metadata = footer.metadata
        pairs = metadata.key_value_metadata or []
        kept = [pair for pair in pairs if pair.key != "secret"]
        return metadata.replace(key_value_metadata=kept).encode()

    inlay.edit_footer(path, without_outer)  # raw: it changes what it is told to
    assert pq.read_schema(path).metadata == {b"secret": b"s"}
    inlay.set_metadata(path, delete=["sec*"])
    assert not pq.read_schema(path).metadata
    with pytest.raises(RequestError, match="no key matches 'sec"):
        inlay.set_metadata(path, delete=["sec*"])


def test_verbs_that_move_keys_keep_both_places_alike(path: str, tmp_path: Path) -> None:
    other = str(tmp_path / "b.parquet")
    pq.write_table(pa.table({"id": [3], "name": ["r"]}), other)
    inlay.set_metadata(other, keys={"owner": "pricing", "only": "b"})
    cases: list[tuple[str, str, Any]] = [
        (path, other, "first"),
        (other, path, "first"),
        (path, other, "drop"),
    ]
    for first, second, policy in cases:
        out = str(tmp_path / "c.parquet")
        inlay.concat([first, second], out, metadata=policy, overwrite=True)
        assert (b"owner" in shown(out)) == (policy == "first")
        inlay.drop(out, columns=["name"])
        assert (b"owner" in shown(out)) == (policy == "first")
        inlay.select(out, f"{out}.2", columns=["id"], overwrite=True)
        assert (b"owner" in shown(f"{out}.2")) == (policy == "first")
