"""Parquet files in a bucket, and the law of jobs there: nothing that somebody else writes meanwhile is lost."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from typing import Any

from tests.faults.s3_emulation import S3Emulation
from tests.faults.watched_bucket import WatchedBucket
from tests.pages.encodings.files import pq
from tests.verbs.parts.made import table


def put(bucket: S3Emulation, url: str, content: Any) -> None:
    file = BytesIO()
    pq.write_table(content, file, row_group_size=300, write_page_index=True)
    bucket.objects[place(url)] = file.getvalue()


def place(url: str) -> tuple[str, str]:
    name, _, key = url.removeprefix("s3://").partition("/")
    return name, key


def read(bucket: S3Emulation, url: str) -> Any:
    return pq.read_table(BytesIO(bucket.objects[place(url)]))


def assert_nothing_is_written_over(
    watched: WatchedBucket, job: Callable[[], Any], changed: str, out: str, *, rows_if_read: int
) -> None:
    """Somebody else writes 50 rows to `changed` before each call of a job that writes `out`, one call after the other.

    `rows_if_read` is how many rows `out` has if the job read those 50.
    """
    bucket = watched.bucket
    start = dict(bucket.objects)
    put(bucket, changed, table(50, 9))
    other = bucket.objects[place(changed)]
    bucket.objects = dict(start)
    job()
    expected, bucket.objects = bucket.objects[place(out)], start
    refused = 0
    struck = watched.strike_each(lambda: bucket.objects.update({place(changed): other}), job)
    for result in struck:
        left = bucket.objects.get(place(out))
        if result is None:
            refused += 1
            assert left == (other if changed == out else None)
        elif left == expected:
            assert changed != out, "written over what came after it was read"
        elif left != other:
            assert read(bucket, out).num_rows == rows_if_read, (
                "it changed before its footer was read"
            )
    assert len(watched.made) > 3
    assert refused > 2
