"""An S3 bucket in memory: the calls that s3fs passes on, with the conditions that they may have."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from io import BytesIO
from typing import Any
from urllib.parse import parse_qsl


class RefusedCallError(Exception):
    """As botocore's ClientError."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.response = {"ResponseMetadata": {"HTTPStatusCode": status}}


class S3Emulation:
    """`conditional` says whether `If-Match` is honoured, or dropped as old stores and clients do."""

    protocol = ("s3", "s3a")

    def __init__(self, *, conditional: bool = True) -> None:
        self.objects: dict[tuple[str, str], bytes] = {}
        self.attributes: dict[tuple[str, str], dict[str, Any]] = {}
        """What objects have beside their bytes, by the names of the calls; tags as `Tagging`."""
        self.acls: dict[tuple[str, str], list[str]] = {}
        """Who is granted something, beside the owner `us`."""
        self.refused: dict[str, int] = {}
        """Calls that are answered with an HTTP status."""
        self._begun: dict[str, dict[str, Any]] = {}
        self.uploads: dict[str, dict[int, bytes]] = {}
        self.calls: list[str] = []
        self.conditional = conditional

    def call_s3(self, method: str, **arguments: Any) -> Mapping[str, Any]:
        """OSError with its cause, as s3fs raises it."""
        self.calls.append(method)
        try:
            if method in self.refused:
                raise RefusedCallError(self.refused[method])
            made: Mapping[str, Any] = getattr(self, method)(**arguments)
        except RefusedCallError as error:
            kind = FileNotFoundError if error.args[0] == 404 else OSError
            raise kind(str(error)) from error
        return made

    def invalidate_cache(self) -> None:
        """Nothing is remembered."""

    def exists(self, path: str) -> bool:
        return any(f"{bucket}/{key}/".startswith(f"{path}/") for bucket, key in self.objects)

    def ls(self, path: str, *, detail: bool) -> list[str]:
        assert not detail
        names = [f"{bucket}/{key}" for bucket, key in self.objects]
        return [name for name in names if name.startswith(f"{path}/")]

    def head_object(self, Bucket: str, Key: str) -> Mapping[str, Any]:
        data = self._object(Bucket, Key)
        own = self.attributes.get((Bucket, Key), {})
        shown = {name: value for name, value in own.items() if name != "Tagging"}
        return {"ETag": etag(data), "ContentLength": len(data)} | shown

    def get_object_tagging(self, Bucket: str, Key: str) -> Mapping[str, Any]:
        self._object(Bucket, Key)
        tagging = self.attributes.get((Bucket, Key), {}).get("Tagging", "")
        return {"TagSet": [{"Key": key, "Value": value} for key, value in parse_qsl(tagging)]}

    def get_object_acl(self, Bucket: str, Key: str) -> Mapping[str, Any]:
        self._object(Bucket, Key)
        names = ["us", *self.acls.get((Bucket, Key), [])]
        grants = [{"Grantee": {"ID": name}, "Permission": "FULL_CONTROL"} for name in names]
        return {"Owner": {"ID": "us"}, "Grants": grants}

    def list_objects_v2(
        self,
        Bucket: str,
        Prefix: str = "",
        StartAfter: str = "",
        Delimiter: str = "",
        MaxKeys: int = 1000,
    ) -> Mapping[str, Any]:
        keys = [
            key
            for bucket, key in sorted(self.objects)
            if bucket == Bucket and key.startswith(Prefix) and key > StartAfter
        ]
        if Delimiter:
            keys = [key for key in keys if Delimiter not in key[len(Prefix) :]]
        return {"Contents": [{"Key": key} for key in keys[:MaxKeys]]}

    def get_object(
        self, Bucket: str, Key: str, Range: str, IfMatch: str | None = None
    ) -> Mapping[str, Any]:
        data = self._object(Bucket, Key)
        _require(IfMatch is None or etag(data) == IfMatch)
        start, end = map(int, Range.removeprefix("bytes=").split("-"))
        return {"Body": BytesIO(data[start : end + 1])}

    def put_object(
        self,
        Bucket: str,
        Key: str,
        Body: bytes,
        IfMatch: str | None = None,
        IfNoneMatch: str | None = None,
        **attributes: Any,
    ) -> Mapping[str, Any]:
        self._require_state(Bucket, Key, IfMatch, IfNoneMatch)
        return self._store(Bucket, Key, Body, attributes)

    def delete_object(self, Bucket: str, Key: str) -> Mapping[str, Any]:
        self.objects.pop((Bucket, Key), None)
        self.attributes.pop((Bucket, Key), None)
        return {}

    def create_multipart_upload(
        self, Bucket: str, Key: str, **attributes: Any
    ) -> Mapping[str, Any]:
        name = f"upload-{len(self.calls)}"
        self.uploads[name] = {}
        self._begun[name] = attributes
        return {"UploadId": name}

    def upload_part_copy(
        self,
        Bucket: str,
        Key: str,
        UploadId: str,
        PartNumber: int,
        CopySource: Mapping[str, str],
        CopySourceIfMatch: str,
        CopySourceRange: str,
    ) -> Mapping[str, Any]:
        found = self.get_object(**CopySource, IfMatch=CopySourceIfMatch, Range=CopySourceRange)
        made = self.upload_part(Bucket, Key, UploadId, PartNumber, found["Body"].read())
        return {"CopyPartResult": made}

    def upload_part(
        self, Bucket: str, Key: str, UploadId: str, PartNumber: int, Body: bytes
    ) -> Mapping[str, Any]:
        self.uploads[UploadId][PartNumber] = Body
        return {"ETag": etag(Body)}

    def complete_multipart_upload(
        self,
        Bucket: str,
        Key: str,
        UploadId: str,
        MultipartUpload: Mapping[str, Any],
        IfMatch: str | None = None,
        IfNoneMatch: str | None = None,
    ) -> Mapping[str, Any]:
        self._require_state(Bucket, Key, IfMatch, IfNoneMatch)
        parts = self.uploads.pop(UploadId)
        data = b"".join(parts[part["PartNumber"]] for part in MultipartUpload["Parts"])
        return self._store(Bucket, Key, data, self._begun.pop(UploadId))

    def abort_multipart_upload(self, Bucket: str, Key: str, UploadId: str) -> Mapping[str, Any]:
        self.uploads.pop(UploadId, None)
        return {}

    def _store(
        self, bucket: str, key: str, data: bytes, attributes: dict[str, Any]
    ) -> Mapping[str, Any]:
        """In one step, with the request that asks for it: nothing comes between the condition and this."""
        self.objects[bucket, key] = data
        self.acls.pop((bucket, key), None)
        self.attributes[bucket, key] = attributes
        return {"ETag": etag(data)}

    def _object(self, bucket: str, key: str) -> bytes:
        if (bucket, key) not in self.objects:
            raise RefusedCallError(404)
        return self.objects[bucket, key]

    def _require_state(
        self, bucket: str, key: str, if_match: str | None, if_none_match: str | None
    ) -> None:
        if not self.conditional:
            return
        if if_match is not None:
            _require(etag(self._object(bucket, key)) == if_match)
        if if_none_match is not None:
            _require((bucket, key) not in self.objects)


def etag(data: bytes) -> str:
    return f'"{hashlib.md5(data, usedforsecurity=False).hexdigest()}"'


def _require(holds: bool) -> None:
    if not holds:
        raise RefusedCallError(412)
