"""A lake on moto's S3 becomes a table of each format; its own reader finds the rows, and credentials are those of the environment."""

from __future__ import annotations

import io
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from tests.faults.moto_server import MotoServer, serving_moto
from tests.support.quick_stores import forget_clients
from tests.verbs.register.ducklake.catalogs import ask, make_catalog

sessions: Any = import_module("botocore.session")

pytestmark = pytest.mark.needs("moto_server")

LAKE: Final = "s3://lake/t"
FILES: Final = [f"{LAKE}/day=2024-01-0{day}/p {at}.parquet" for day in (1, 2) for at in range(2)]
"""Their names have a blank: Delta writes it in another way than the others."""


@pytest.fixture(scope="module")
def moto(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MotoServer]:
    with serving_moto(tmp_path_factory.mktemp("moto")) as server:
        yield server


@pytest.fixture
def s3(moto: MotoServer, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    monkeypatch.setenv("AWS_ENDPOINT_URL", moto.url)
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "nobody")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "nothing")
    monkeypatch.setenv("AWS_DEFAULT_REGION", "us-east-1")
    forget_clients()
    client = sessions.get_session().create_client("s3")
    client.create_bucket(Bucket="lake")
    for at, name in enumerate(FILES):
        file = io.BytesIO()
        pq.write_table(pa.table({"x": [10 * at, 10 * at + 1, None]}), file)
        client.put_object(Bucket="lake", Key=name.removeprefix("s3://lake/"), Body=file.getvalue())
    yield client
    for it in client.list_objects_v2(Bucket="lake")["Contents"]:
        client.delete_object(Bucket="lake", Key=it["Key"])
    client.delete_bucket(Bucket="lake")
    forget_clients()


def test_records_have_the_etags(s3: Any, tmp_path: Path) -> None:
    out = tmp_path / "lake.parquet"
    inlay.register(LAKE, to="records", output=out)
    table = pq.read_table(out)
    assert table["location"].to_pylist() == FILES
    etags = [
        s3.head_object(Bucket="lake", Key=name.removeprefix("s3://lake/"))["ETag"].strip('"')
        for name in FILES
    ]
    assert table["etag"].to_pylist() == etags


def test_iceberg(s3: Any, moto: MotoServer, tmp_path: Path) -> None:
    from pyiceberg.catalog import load_catalog

    properties = {
        "type": "sql",
        "uri": f"sqlite:///{tmp_path}/catalog.db",
        "warehouse": "s3://lake/warehouse",
        "s3.endpoint": moto.url,
        "s3.region": "us-east-1",
    }
    catalog = load_catalog("own", **properties)
    catalog.create_namespace("n")
    place: dict[str, Any] = {"table": "n.t", "catalog": "own", "properties": properties}
    inlay.register(LAKE, to="iceberg", create=True, **place)
    scan = catalog.load_table("n.t").scan(row_filter="x >= 20 and x < 30")
    assert [it.file.file_path for it in scan.plan_files()] == FILES[2:3]
    assert scan.to_arrow()["x"].to_pylist() == [20, 21]
    s3.delete_object(Bucket="lake", Key=FILES[0].removeprefix("s3://lake/"))
    check = inlay.check_table(to="iceberg", **place)
    said = "<TableCheck of 4 files: 0 wrong, 0 unproved, 0 absent, 1 could not be read>"
    assert repr(check) == said


def test_delta(s3: Any, moto: MotoServer) -> None:
    from deltalake import DeltaTable

    options = {"aws_endpoint": moto.url, "aws_allow_http": "true"}
    inlay.register(LAKE, to="delta", table=LAKE, create=True, properties=options)
    table = DeltaTable(LAKE, storage_options=options)
    rows = table.to_pyarrow_table(filters=[("x", ">=", 20)]).sort_by("x")
    assert rows["x"].to_pylist() == [20, 21, 30, 31]
    assert {str(day) for day in rows["day"].to_pylist()} == {"2024-01-02"}
    check = inlay.check_table(to="delta", table=LAKE, properties=options)
    assert repr(check) == "<TableCheck of 4 files: 0 wrong, 0 unproved, 0 absent>"


def test_ducklake(s3: Any, tmp_path: Path) -> None:
    catalog = make_catalog(tmp_path)
    allow = {"ownership"}
    inlay.register(
        LAKE, to="ducklake", catalog=f"sqlite:{catalog}", table="t", create=True, allow=allow
    )
    paths = "SELECT path FROM ducklake_data_file ORDER BY data_file_id"
    assert ask(catalog, paths) == [(name,) for name in FILES]
