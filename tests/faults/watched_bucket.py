"""A bucket whose calls are counted, and before any of which something may happen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import pytest

from tests.faults.s3_emulation import S3Emulation

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
