"""A bucket whose calls are counted, and before any of which something may happen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, Final, TypeVar

import pytest

from inlay.changes.rewrite.errors import ChangedError
from inlay.ground.refusals import RefusedError
from tests.faults.s3_emulation import S3Emulation

Done = TypeVar("Done")

CALLS: Final = (
    "complete_multipart_upload",
    "create_multipart_upload",
    "get_object",
    "head_object",
    "list_objects_v2",
    "put_object",
    "upload_part",
    "upload_part_copy",
)


class WatchedBucket:
    """`made` are the calls so far; `before` what is done before the one of that number."""

    def __init__(self, bucket: S3Emulation, monkeypatch: pytest.MonkeyPatch) -> None:
        self.bucket = bucket
        self.made: list[str] = []
        self.before: dict[int, Callable[[], None]] = {}
        for name in CALLS:
            monkeypatch.setattr(bucket, name, self._watch(name, getattr(bucket, name)))

    def _watch(self, name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def watched(*arguments: Any, **named: Any) -> Any:
            act = self.before.pop(len(self.made), None)
            self.made.append(name)
            if act is not None:
                act()
            return call(*arguments, **named)

        return watched

    def strike_each(
        self, strike: Callable[[], None], job: Callable[[], Done]
    ) -> Iterator[Done | None]:
        """Does the job again and again, from the same start, each time with a strike before another one of its calls. What the job
        gave each time; None where it was refused."""
        bucket = self.bucket
        start = dict(bucket.objects)
        self.made.clear()
        job()
        for at in range(len(self.made)):
            bucket.objects = dict(start)
            self.made.clear()
            self.before = {at: strike}
            done = None
            with suppress(ChangedError, RefusedError):
                done = job()
            assert not bucket.uploads
            yield done
