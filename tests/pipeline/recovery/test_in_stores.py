"""A lake in an object store whose damaged files come back to another bucket, or to a local folder."""

from __future__ import annotations

import io
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from inlay_spark.recovery.lake import recover_lake
from inlay_spark.recovery.work import FOOTER, PAGES
from tests.faults.moto_server import serving_moto
from tests.pipeline.recovery.test_recovery import GROUP, build_table, make_lake, read_damaged
from tests.pipeline.shred.here import here
from tests.support.quick_stores import forget_clients

sessions: Any = import_module("botocore.session")

pytestmark = pytest.mark.needs("moto_server")


@pytest.fixture
def s3(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A client with the lake in one bucket, and an empty one."""
    with serving_moto(tmp_path) as moto:
        monkeypatch.setenv("AWS_ENDPOINT_URL", moto.url)
        monkeypatch.setenv("AWS_ACCESS_KEY_ID", "nobody")
        monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "nothing")
        monkeypatch.setenv("AWS_DEFAULT_REGION", "us-east-1")
        forget_clients()
        client = sessions.get_session().create_client("s3", region_name="us-east-1")
        for bucket in ("lake", "back"):
            client.create_bucket(Bucket=bucket)
        local = tmp_path / "lake"
        make_lake(local)
        for path in local.rglob("*.parquet"):
            key = path.relative_to(local).as_posix()
            client.put_object(Bucket="lake", Key=key, Body=path.read_bytes())
        yield client
        forget_clients()


def test_from_bucket_to_bucket(s3: Any, tmp_path: Path) -> None:
    out = tmp_path / "out"
    outcome = recover_lake(here(), "s3://lake/", str(out), rebuild=True, recovered_to="s3://back/x")
    found = read_damaged(out)
    by_pages, by_footer = found["day=0/part-1.parquet"], found["day=1/part-2.parquet"]
    assert (by_pages["by"], by_footer["by"]) == (PAGES, FOOTER)
    assert (by_pages["reason"], by_footer["reason"]) == (None, None)
    listed = s3.list_objects_v2(Bucket="back")["Contents"]
    keys = [it["Key"] for it in listed]
    assert keys == ["x/day=0/part-1.parquet", "x/day=1/part-2.parquet"]
    tables = [_read(s3.get_object(Bucket="back", Key=key)["Body"].read()) for key in keys]
    assert tables[0].equals(build_table(1).slice(0, 2 * GROUP))
    assert tables[1].equals(build_table(5))
    assert outcome.written == 2


def test_from_a_bucket_to_a_folder(s3: Any, tmp_path: Path) -> None:
    out, to = tmp_path / "out", tmp_path / "to"
    outcome = recover_lake(here(), "s3://lake/", str(out), rebuild=True, recovered_to=str(to))
    assert outcome.written == 2
    assert _read((to / "day=0/part-1.parquet").read_bytes()).equals(
        build_table(1).slice(0, 2 * GROUP)
    )
    assert _read((to / "day=1/part-2.parquet").read_bytes()).equals(build_table(5))


def _read(data: bytes) -> Any:
    return pq.read_table(io.BytesIO(data))
