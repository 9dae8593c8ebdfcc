"""S3 and what speaks its protocol, through the calls of s3fs: `If-Match` on everything that is read or written.

A large body is copied inside the store (`UploadPartCopy`), and only the tail is sent.
"""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final

from inlay.changes.rewrite.object_parts import (
    MOST_PARTS,
    ObjectRange,
    Part,
    Piece,
    cut_parts,
    length_of,
    read_piece,
)
from inlay.changes.rewrite.remembered import Remembered
from inlay.changes.rewrite.s3_attributes import (
    ALLOW,
    FORBIDDEN,
    NOT_KNOWN,
    keep_attributes,
    refuse_loss,
)
from inlay.changes.rewrite.s3_folders import S3Folders
from inlay.changes.rewrite.s3_uploads import abort_abandoned, begin_upload, place
from inlay.changes.rewrite.store import ObjectVersion, StaleError
from inlay.ground.files.ahead import map_ahead
from inlay.ground.files.aside import choose_aside_name
from inlay.ground.refusals import RefusedError

SMALLEST_PART: Final = 5 * 1024 * 1024
"""Of all parts of an upload but the last."""

LARGEST_PART: Final = 5 * 1024 * 1024 * 1024

_COPIES: Final = 8
"""Parts that the store copies at a time."""

_MISSING, _CONFLICT, _FAILED = 404, 409, 412
_NOBODYS: Final = '"00000000000000000000000000000000"'
"""No object has this ETag."""


class S3Objects:
    """Implements `ObjectStore`. `filesystem` is an s3fs file system; keys are `bucket/key`."""

    def __init__(
        self,
        filesystem: Any,
        *,
        smallest_part: int | None = None,
        allow: frozenset[str] = frozenset(),
    ) -> None:
        """`allow` holds the names of refusals that are overridden."""
        self._client = filesystem
        self._smallest = SMALLEST_PART if smallest_part is None else smallest_part
        self._allow = allow
        self._is_conditional = False
        self._heads: dict[str, Any] = {}
        self._read: dict[tuple[str, str], Remembered] = {}
        self._attributes: dict[tuple[str, bool], dict[str, Any]] = {}

    def head(self, key: str) -> ObjectVersion:
        answer = self._heads[key] = self._call("head_object", **place(key))
        version = ObjectVersion(answer["ETag"], answer["ContentLength"])
        self._read[key, version.etag] = Remembered(
            lambda start, end: self._fetch(key, version.etag, start, end), version.size
        )
        return version

    def refuse_loss(self, key: str, *, is_replaced: bool) -> None:
        self._attributes_of(key, is_replaced)

    def abort_abandoned(self, key: str) -> list[str]:
        """What a kill left of uploads that were to become `key`; the keys of what told of them."""
        return abort_abandoned(self._call, _body, key)

    def folders(self) -> S3Folders:
        return S3Folders(self._call)

    def _attributes_of(self, key: str, is_replaced: bool) -> dict[str, Any]:
        """What a new object made of this one has to be given. RefusedError where that is not all."""
        if (key, is_replaced) not in self._attributes:
            head = self._heads.get(key) or self._call("head_object", **place(key))

            def ask(method: str) -> Mapping[str, Any] | int:
                return self._ask(method, key)

            attributes = keep_attributes(head, ask)
            lost_tags = attributes.pop(ALLOW, None)
            if is_replaced and ALLOW not in self._allow:
                refuse_loss(key, head, lost_tags, ask)
            self._attributes[key, is_replaced] = attributes
        return self._attributes[key, is_replaced]

    def _ask(self, method: str, key: str) -> Mapping[str, Any] | int:
        try:
            answer: Mapping[str, Any] = self._call(method, **place(key))
        except OSError as error:
            status = _status(error)
            if status in (*NOT_KNOWN, FORBIDDEN):
                return status
            raise
        return answer

    def _call(self, method: str, **arguments: Any) -> Any:
        """What goes wrong is an OSError: botocore has errors of its own."""
        try:
            return self._client.call_s3(method, **arguments)
        except OSError:
            raise
        except Exception as error:
            raise OSError(errno.EIO, " ".join(str(error).split())) from error

    def read(self, key: str, etag: str, start: int, end: int) -> bytes:
        if end <= start:
            return b""
        known = self._read.get((key, etag))
        return known.read(start, end) if known else self._fetch(key, etag, start, end)

    def _fetch(self, key: str, etag: str, start: int, end: int) -> bytes:
        try:
            answer = self._call(
                "get_object", **place(key), IfMatch=etag, Range=f"bytes={start}-{end - 1}"
            )
        except OSError as error:
            raise _stale(error, key) from error
        return _body(answer["Body"])

    def assemble(
        self, key: str, pieces: Sequence[Piece], if_match: str | None, *, like: str | None = None
    ) -> ObjectVersion:
        attributes = {} if like is None else self._attributes_of(like, key == like)
        return self._put(key, pieces, attributes, if_match)

    def _put(
        self, key: str, pieces: Sequence[Piece], attributes: dict[str, Any], if_match: str | None
    ) -> ObjectVersion:
        self._require_conditions(key)
        condition = {"IfMatch": if_match} if if_match is not None else {"IfNoneMatch": "*"}
        size = sum(map(length_of, pieces))
        smallest = max(self._smallest, -(-size // MOST_PARTS))
        try:
            parts = list(cut_parts(pieces, smallest=smallest, largest=LARGEST_PART))
            if len(parts) <= 1 and not isinstance(parts[0], ObjectRange):
                data = self._bytes_of(parts[0])
                answer = self._call(
                    "put_object", **place(key), Body=data, **attributes, **condition
                )
            else:
                answer = self._upload(key, parts, attributes, condition)
        except OSError as error:
            raise _stale(error, key) from error
        return ObjectVersion(answer["ETag"], size)

    def _upload(
        self, key: str, parts: Sequence[Part], attributes: dict[str, Any], condition: dict[str, str]
    ) -> Any:
        with begin_upload(self._call, key, attributes) as upload:
            tags = map_ahead(_call_it, self._steps(upload, parts), _COPIES)
            there = [{"PartNumber": number, "ETag": tag} for number, tag in enumerate(tags, 1)]
            return self._call(
                "complete_multipart_upload", **upload, MultipartUpload={"Parts": there}, **condition
            )

    def _steps(self, upload: dict[str, Any], parts: Sequence[Part]) -> Iterator[Callable[[], str]]:
        """What gives the ETag of each part. Copies wait to be called; what is sent has been sent, for it takes memory, and is read
        from files that one thread may read."""
        for number, part in enumerate(parts, 1):
            if isinstance(part, ObjectRange):
                yield partial(self._copy_part, upload, number, part)
            else:
                body = self._bytes_of(part)
                sent = self._call("upload_part", **upload, PartNumber=number, Body=body)
                yield partial(str, sent["ETag"])

    def _copy_part(self, upload: dict[str, Any], number: int, part: ObjectRange) -> str:
        copied = self._call(
            "upload_part_copy",
            **upload,
            PartNumber=number,
            CopySource=place(part.key),
            CopySourceIfMatch=part.etag,
            CopySourceRange=f"bytes={part.offset}-{part.offset + part.length - 1}",
        )
        return str(copied["CopyPartResult"]["ETag"])

    def _bytes_of(self, pieces: Sequence[Piece]) -> bytes:
        return b"".join(
            (
                self.read(piece.key, piece.etag, piece.offset, piece.offset + piece.length)
                if isinstance(piece, ObjectRange)
                else read_piece(piece)
            )
            for piece in pieces
        )

    def _require_conditions(self, key: str) -> None:
        """A store, or a client, that does not know `If-Match` drops it and writes: tried on an object of our own.

        RefusedError where it does.
        """
        if self._is_conditional:
            return
        probe = place(choose_aside_name(key))
        try:
            self._call("put_object", **probe, Body=b"", IfMatch=_NOBODYS)
        except OSError as error:
            if _status(error) not in (_MISSING, _FAILED):
                raise
            self._is_conditional = True
            return
        self._call("delete_object", **probe)
        raise RefusedError(
            "store",
            "this store, or the client for it, ignores If-Match: whatever somebody else writes at the same "
            "time would be lost",
            path=key,
        )


def _call_it(step: Callable[[], str]) -> str:
    return step()


def _body(body: Any) -> bytes:
    """Of the asynchronous client, read in the loop that s3fs runs."""
    data = body.read()
    if isinstance(data, bytes):
        return data
    from importlib import import_module

    loops = import_module("fsspec.asyn")

    async def awaited() -> bytes:
        content: bytes = await data
        return content

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
