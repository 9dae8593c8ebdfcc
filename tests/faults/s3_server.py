"""The emulation behind HTTP, for a real client: as much of S3's protocol as a rewrite needs."""

from __future__ import annotations

import re
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler
from typing import Any, cast
from urllib.parse import parse_qs, unquote, urlsplit
from xml.sax.saxutils import escape

from tests.faults.s3_emulation import RefusedCallError, S3Emulation, etag
from tests.support import http_servers

_CODES = {
    403: "AccessDenied",
    404: "NoSuchKey",
    412: "PreconditionFailed",
    501: "NotImplemented",
}

_HEADERS = {
    "Cache-Control": "CacheControl",
    "Content-Disposition": "ContentDisposition",
    "Content-Type": "ContentType",
    "x-amz-server-side-encryption": "ServerSideEncryption",
    "x-amz-server-side-encryption-aws-kms-key-id": "SSEKMSKeyId",
    "x-amz-storage-class": "StorageClass",
    "x-amz-tagging": "Tagging",
    "x-amz-object-lock-mode": "ObjectLockMode",
}
_METADATA = "x-amz-meta-"


@contextmanager
def serving(emulation: S3Emulation, handler: type[Handler] | None = None) -> Generator[str]:
    """The URL of the server."""

    bound = cast("type[Handler]", type("Bound", (handler or Handler,), {"s3": emulation}))
    with http_servers.serving(bound) as url:
        yield url


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    s3: S3Emulation

    def log_message(self, format: str, *args: object) -> None:
        return

    def do_HEAD(self) -> None:
        self._answer("head")

    def do_GET(self) -> None:
        self._answer("get")

    def do_PUT(self) -> None:
        self._answer("put")

    def do_POST(self) -> None:
        self._answer("post")

    def do_DELETE(self) -> None:
        self._answer("delete")

    def _answer(self, method: str) -> None:
        url = urlsplit(self.path)
        query = {key: value[0] for key, value in parse_qs(url.query, True).items()}
        bucket, _, key = unquote(url.path).lstrip("/").partition("/")
        try:
            status, headers, body = getattr(self, f"_{method}")(bucket, key, query)
        except (RefusedCallError, OSError) as error:
            cause = error.__cause__ or error
            status, headers = cause.args[0], {}
            code = _CODES[status]
            body = f"<Error><Code>{code}</Code><Message>{code}</Message></Error>".encode()
        self.send_response(status)
        size = headers.pop("Content-Length", str(len(body)))
        for name, value in {**headers, "Content-Length": size}.items():
            self.send_header(name, value)
        self.end_headers()
        if method != "head":
            self.wfile.write(body)

    def _head(self, bucket: str, key: str, _query: dict[str, str]) -> Answer:
        found = self.s3.head_object(bucket, key)
        self.s3.calls.append("head_object")
        size = str(found["ContentLength"])
        date = "Fri, 01 Jan 2100 00:00:00 GMT"
        own = {"ETag": found["ETag"], "Content-Length": size, "Last-Modified": date}
        own |= {head: found[name] for head, name in _HEADERS.items() if name in found}
        own |= {f"{_METADATA}{name}": value for name, value in found.get("Metadata", {}).items()}
        return 200, own, b""

    def _given(self) -> dict[str, Any]:
        """What a request gives to the object that it makes."""
        given: dict[str, Any] = {
            name: self.headers[head] for head, name in _HEADERS.items() if head in self.headers
        }
        metadata = {
            head.lower().removeprefix(_METADATA): value
            for head, value in self.headers.items()
            if head.lower().startswith(_METADATA)
        }
        return given | ({"Metadata": metadata} if metadata else {})

    def _get(self, bucket: str, key: str, query: dict[str, str]) -> Answer:
        if not key:
            self.s3.calls.append("list_objects_v2")
            return 200, {}, self._listing(bucket, query).encode()
        if "tagging" in query:
            found = self.s3.call_s3("get_object_tagging", Bucket=bucket, Key=key)["TagSet"]
            tags = "".join(
                f"<Tag><Key>{tag['Key']}</Key><Value>{escape(tag['Value'])}</Value></Tag>"
                for tag in found
            )
            return 200, {}, f"<Tagging><TagSet>{tags}</TagSet></Tagging>".encode()
        if "acl" in query:
            return 200, {}, _acl(self.s3.call_s3("get_object_acl", Bucket=bucket, Key=key))
        self.s3.calls.append("get_object")
        data = self.s3.objects.get((bucket, key))
        if data is None:
            raise RefusedCallError(404)
        headers = self.headers
        asked = headers.get("Range") or f"bytes=0-{len(data) - 1}"
        found = self.s3.get_object(bucket, key, asked, headers.get("If-Match"))
        body = found["Body"].read()
        return 206, {"ETag": etag(data)}, body

    def _put(self, bucket: str, key: str, query: dict[str, str]) -> Answer:
        headers, s3 = self.headers, self.s3
        s3.calls.append("put_object" if "partNumber" not in query else "upload_part")
        body = self._body()
        if "partNumber" in query:
            place = (bucket, key, query["uploadId"], int(query["partNumber"]))
            if source := headers.get("x-amz-copy-source"):
                other, _, name = unquote(source).lstrip("/").partition("/")
                copied = s3.upload_part_copy(
                    *place,
                    {"Bucket": other, "Key": name},
                    headers["x-amz-copy-source-if-match"],
                    headers["x-amz-copy-source-range"],
                )["CopyPartResult"]["ETag"]
                made = f"<CopyPartResult><ETag>{copied}</ETag></CopyPartResult>"
                return 200, {}, made.encode()
            return 200, {"ETag": s3.upload_part(*place, body)["ETag"]}, b""
        conditions = headers.get("If-Match"), headers.get("If-None-Match")
        return (
            200,
            {"ETag": s3.put_object(bucket, key, body, *conditions, **self._given())["ETag"]},
            b"",
        )

    def _post(self, bucket: str, key: str, query: dict[str, str]) -> Answer:
        body = self._body()
        if "uploads" in query:
            self.s3.calls.append("create_multipart_upload")
            name = self.s3.create_multipart_upload(bucket, key, **self._given())["UploadId"]
            made = f"<InitiateMultipartUploadResult><UploadId>{name}</UploadId></InitiateMultipartUploadResult>"
            return 200, {}, made.encode()
        numbers = re.findall(rb"<PartNumber>(\d+)</PartNumber>", body)
        parts = {"Parts": [{"PartNumber": int(number)} for number in numbers]}
        conditions = self.headers.get("If-Match"), self.headers.get("If-None-Match")
        done = self.s3.complete_multipart_upload(
            bucket, key, query["uploadId"], parts, *conditions
        )["ETag"]
        result = (
            f"<CompleteMultipartUploadResult><ETag>{done}</ETag></CompleteMultipartUploadResult>"
        )
        return 200, {}, result.encode()

    def _delete(self, bucket: str, key: str, query: dict[str, str]) -> Answer:
        if "uploadId" in query:
            self.s3.abort_multipart_upload(bucket, key, query["uploadId"])
        else:
            self.s3.delete_object(bucket, key)
        return 204, {}, b""

    def _listing(self, bucket: str, query: dict[str, str]) -> str:
        prefix, start = query.get("prefix", ""), query.get("start-after", "")
        found = [
            (key, data)
            for (name, key), data in sorted(self.s3.objects.items())
            if name == bucket and key.startswith(prefix) and key > start
        ]
        if delimiter := query.get("delimiter"):
            found = [one for one in found if delimiter not in one[0][len(prefix) :]]
        rows = [
            f"<Contents><Key>{key}</Key><Size>{len(data)}</Size><ETag>{etag(data)}</ETag>"
            "<LastModified>2100-01-01T00:00:00.000Z</LastModified></Contents>"
            for key, data in found[: int(query.get("max-keys", 1000))]
        ]
        listed = f"<KeyCount>{len(rows)}</KeyCount>{''.join(rows)}"
        return f"<ListBucketResult><Name>{bucket}</Name>{listed}</ListBucketResult>"

    def _sent(self) -> bytes:
        if "chunked" not in (self.headers.get("Transfer-Encoding") or ""):
            return self.rfile.read(int(self.headers.get("Content-Length") or 0))
        parts: list[bytes] = []
        while size := int(self.rfile.readline().partition(b";")[0], 16):
            parts.append(self.rfile.read(size))
            self.rfile.readline()
        self.rfile.readline()
        return b"".join(parts)

    def _body(self) -> bytes:
        data = self._sent()
        if "aws-chunked" not in (self.headers.get("Content-Encoding") or ""):
            return data
        parts: list[bytes] = []
        while data:
            size, _, data = data.partition(b"\r\n")
            count = int(size.partition(b";")[0], 16)
            if not count:
                break
            parts.append(data[:count])
            data = data[count + 2 :]
        return b"".join(parts)


def _acl(found: Mapping[str, Any]) -> bytes:
    grants = "".join(
        '<Grant><Grantee xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="CanonicalUser">'
        f"<ID>{grant['Grantee']['ID']}</ID></Grantee><Permission>FULL_CONTROL</Permission></Grant>"
        for grant in found["Grants"]
    )
    owner = f"<Owner><ID>{found['Owner']['ID']}</ID></Owner>"
    return (
        f"<AccessControlPolicy>{owner}<AccessControlList>{grants}</AccessControlList>"
        "</AccessControlPolicy>"
    ).encode()


Answer = tuple[int, dict[str, str], bytes]
