"""An HTTP server of this machine that counts what it sends, and readers that ask it: DuckDB by fsspec, which asks for the ranges that DuckDB
wants and keeps none, and DataFusion as it asks S3."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from tests.ground.files.web_servers import Ends
from tests.support.http_servers import serving

BUCKET: Final = "bucket"
"""The folder that is served lies in this one."""

Rows = list[tuple[Any, ...]]


class CountedBytes:
    """Of bodies that were asked for since `start`."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.sent = 0

    def start(self) -> None:
        self.sent = 0


@contextmanager
def counting(folder: Path) -> Iterator[CountedBytes]:
    """Serves the files of `folder`, which lies in one called `BUCKET`."""
    counted = CountedBytes("")

    class Handler(Ends):
        def send_header(self, keyword: str, value: str) -> None:
            if keyword == "Content-Length" and self.command == "GET":
                counted.sent += int(value)
            super().send_header(keyword, value)

        def end_headers(self) -> None:
            self.send_header("Last-Modified", "Thu, 01 Jan 2026 00:00:00 GMT")
            self.send_header("ETag", '"one"')
            super().end_headers()

    assert folder.name == BUCKET
    with serving(partial(Handler, directory=str(folder.parent))) as url:
        counted.url = url
        yield counted


def ask_duckdb(url: str, name: str, query: str) -> Rows:
    """`query` has `{}` where the file is to stand."""
    http: Any = import_module("fsspec.implementations.http")
    duckdb: Any = import_module("duckdb")

    files = http.HTTPFileSystem(cache_type="none", skip_instance_cache=True)

    async def exists(path: str, **_: Any) -> bool:
        """By its size: fsspec would ask for all of it."""
        return bool((await files._info(path))["size"])

    # What DuckDB asks for beside bytes.
    files._exists = exists
    files.modified = lambda _path: datetime(2026, 1, 1, tzinfo=UTC)

    silent = {"autoinstall_known_extensions": False, "autoload_known_extensions": False}
    with duckdb.connect(config=silent) as connection:
        connection.register_filesystem(files)
        rows: Rows = connection.sql(query.format(f"'{url}/{BUCKET}/{name}'")).fetchall()
    return rows


def ask_datafusion(url: str, name: str, query: str) -> Rows:
    """The same."""
    datafusion: Any = import_module("datafusion")
    stores: Any = import_module("datafusion.object_store")
    keys = {"access_key_id": "nobody", "secret_access_key": "nothing", "region": "us-east-1"}
    store = stores.AmazonS3(BUCKET, endpoint=url, allow_http=True, **keys)
    context = datafusion.SessionContext()
    context.register_object_store(f"s3://{BUCKET}/", store, host=None)
    context.register_parquet("rows", f"s3://{BUCKET}/{name}")
    batches = context.sql(query.format("rows")).collect()
    return [tuple(row.values()) for batch in batches for row in batch.to_pylist()]
