"""S3 and what speaks its protocol, through the calls of s3fs: `If-Match` on everything that is read or written.

A large body is copied inside the store (`UploadPartCopy`), and only the tail is sent.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Final

from inlay.rewrite.errors import RefusedError
from inlay.rewrite.store import StaleError, Version

SMALLEST_PART: Final = 5 * 1024 * 1024
"""Of all parts of an upload but the last."""

LARGEST_PART: Final = 5 * 1024 * 1024 * 1024

_MISSING, _CONFLICT, _FAILED = 404, 409, 412
_NOBODYS: Final = '"00000000000000000000000000000000"'
"""No object has this ETag."""


class S3Objects:
    """Implements `Store`. `filesystem` is an s3fs file system; keys are `bucket/key`."""

    def __init__(self, filesystem: Any, *, smallest_part: int | None = None) -> None:
        self._call = filesystem.call_s3
        self._smallest = SMALLEST_PART if smallest_part is None else smallest_part
        self._is_conditional = False

    def head(self, key: str) -> Version:
        found = self._call("head_object", **_place(key))
        return Version(found["ETag"], found["ContentLength"])

    def read(self, key: str, etag: str, start: int, end: int) -> bytes:
        if end <= start:
            return b""
        try:
            found = self._call(
                "get_object", **_place(key), IfMatch=etag, Range=f"bytes={start}-{end - 1}"
            )
        except OSError as error:
            raise _stale(error, key) from error
        return _body(found["Body"])

    def compose(
        self, key: str, source: str, etag: str, keep: int, tail: bytes, if_match: str | None
    ) -> Version:
        self._require_conditions(key)
        condition = {"IfMatch": if_match} if if_match is not None else {"IfNoneMatch": "*"}
        try:
            if keep < self._smallest:
                data = self.read(source, etag, 0, keep) + tail
                made = self._call("put_object", **_place(key), Body=data, **condition)
            else:
                made = self._upload(key, source, etag, keep, tail, condition)
        except OSError as error:
            raise _stale(error, key) from error
        return Version(made["ETag"], keep + len(tail))

    def _upload(
        self,
        key: str,
        source: str,
        etag: str,
        keep: int,
        tail: bytes,
        condition: dict[str, str],
    ) -> Any:
        upload = _place(key) | {
            "UploadId": self._call("create_multipart_upload", **_place(key))["UploadId"]
        }
        try:
            parts: list[dict[str, Any]] = []
            for number, (start, end) in enumerate(_ranges(keep, self._smallest), 1):
                copied = self._call(
                    "upload_part_copy",
                    **upload,
                    PartNumber=number,
                    CopySource=_place(source),
                    CopySourceIfMatch=etag,
                    CopySourceRange=f"bytes={start}-{end - 1}",
                )
                parts.append({"PartNumber": number, "ETag": copied["CopyPartResult"]["ETag"]})
            number = len(parts) + 1
            sent = self._call("upload_part", **upload, PartNumber=number, Body=tail)
            parts.append({"PartNumber": number, "ETag": sent["ETag"]})
            return self._call(
                "complete_multipart_upload", **upload, MultipartUpload={"Parts": parts}, **condition
            )
        except BaseException:
            with suppress(OSError):  # its parts would stay, and be paid for
                self._call("abort_multipart_upload", **upload)
            raise

    def _require_conditions(self, key: str) -> None:
        """A store, or a client, that does not know `If-Match` drops it and writes: tried on an object of our own.

        RefusedError where it does.
        """
        if self._is_conditional:
            return
        folder = key.rpartition("/")[0]
        place = _place(f"{folder}/.inlay-{os.urandom(8).hex()}.tmp")
        try:
            self._call("put_object", **place, Body=b"", IfMatch=_NOBODYS)
        except OSError as error:
            if _status(error) not in (_MISSING, _FAILED):
                raise
            self._is_conditional = True
            return
        self._call("delete_object", **place)
        raise RefusedError(
            "store",
            "this store, or the client for it, ignores If-Match: whatever somebody else writes at the same "
            "time would be lost",
            path=key,
        )


def _ranges(size: int, smallest: int) -> Iterator[tuple[int, int]]:
    """Parts of a copy, none of which is too small or too large."""
    start = 0
    while size - start > LARGEST_PART:
        end = start + LARGEST_PART - smallest
        yield start, end
        start = end
    yield start, size


def _place(key: str) -> dict[str, str]:
    bucket, _, name = key.partition("/")
    return {"Bucket": bucket, "Key": name}


def _body(body: Any) -> bytes:
    """Of the asynchronous client, read in the loop that s3fs runs."""
    data = body.read()
    if isinstance(data, bytes):
        return data
    from importlib import import_module

    loops = import_module("fsspec.asyn")

    async def awaited() -> bytes:
        found: bytes = await data
        return found

    return bytes(loops.sync(loops.get_loop(), awaited))


def _status(error: OSError) -> int:
    """The HTTP status behind it; 0 where there is none."""
    response: Any = getattr(error.__cause__, "response", None) or {}
    status: int = response.get("ResponseMetadata", {}).get("HTTPStatusCode", 0)
    return status


def _stale(error: OSError, key: str) -> Exception:
    """What stands for it: the condition did not hold, or something else went wrong."""
    if isinstance(error, FileExistsError) or _status(error) in (_MISSING, _CONFLICT, _FAILED):
        return StaleError(key)
    return error
