"""What the policy asks about folders, in few requests: a bucket has only keys, in order.

The first key behind a name says whether there is anything in the folder of that name, and what else there is not: all that
lies between the two.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any, Final

_LAST: Final = "\U0010ffff"
_UNSORTED: Final = "--x-s3"
"""How the names of directory buckets end, whose lists have no order."""


class S3Folders:
    """Paths are `bucket/key`."""

    def __init__(self, call: Any) -> None:
        self._call = call
        self._gaps: dict[str, list[tuple[str, str]]] = {}

    def is_there(self, path: str) -> bool:
        bucket, _, key = path.partition("/")
        wanted = f"{key}/"
        parent = wanted[: wanted[:-1].rfind("/") + 1]
        gaps = self._gaps.setdefault(f"{bucket}/{parent}", [])
        if any(start <= wanted < end and not end.startswith(wanted) for start, end in gaps):
            return False
        first = self._first(bucket, parent, wanted)
        if first <= wanted or bucket.endswith(_UNSORTED):
            # A store that does not begin where it was told, or keeps no order: asked for this one alone.
            return self._first(bucket, wanted, "") != _LAST
        gaps.append((wanted, first))
        return first.startswith(wanted)

    def names(self, folder: str) -> Iterator[str]:
        """Of all that lies in it. Asked for page by page, as far as somebody wants to know."""
        if not self.is_there(folder):
            return
        bucket, _, key = folder.partition("/")
        more: dict[str, Any] = {}
        while True:
            page = self._call(
                "list_objects_v2", Bucket=bucket, Prefix=f"{key}/", Delimiter="/", **more
            )
            for entry in page.get("Contents", ()):
                yield os.path.basename(entry["Key"])
            if not page.get("IsTruncated"):
                return
            more = {"ContinuationToken": page["NextContinuationToken"]}

    def _first(self, bucket: str, prefix: str, start: str) -> str:
        """The first key behind `start`; the last of all where there is none."""
        after = {"StartAfter": start} if start else {}
        page = self._call("list_objects_v2", Bucket=bucket, Prefix=prefix, MaxKeys=1, **after)
        contents: list[dict[str, str]] = page.get("Contents") or []
        return contents[0]["Key"] if contents else _LAST
