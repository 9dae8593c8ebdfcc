"""S3 over HTTP as pyarrow's file system talks to it: listings by folder, copies, and many deletions at once."""

from __future__ import annotations

import re
from urllib.parse import unquote

from tests.faults.s3_emulation import etag
from tests.faults.s3_server import Answer, Handler


class ArrowHandler(Handler):
    """What the server for s3fs does not know."""

    def _head(self, bucket: str, key: str, query: dict[str, str]) -> Answer:
        return super()._head(bucket, key, query) if key else (200, {}, b"")

    def _put(self, bucket: str, key: str, query: dict[str, str]) -> Answer:
        source = self.headers.get("x-amz-copy-source")
        if source is None or "partNumber" in query:
            return super()._put(bucket, key, query)
        self._body()
        other, _, name = unquote(source).lstrip("/").partition("/")
        data = self.s3.objects[other, name]
        self.s3.put_object(bucket, key, data)
        return 200, {}, f"<CopyObjectResult><ETag>{etag(data)}</ETag></CopyObjectResult>".encode()

    def _post(self, bucket: str, key: str, query: dict[str, str]) -> Answer:
        if "delete" not in query:
            return super()._post(bucket, key, query)
        for name in re.findall(rb"<Key>(.*?)</Key>", self._body()):
            self.s3.objects.pop((bucket, name.decode()), None)
        return 200, {}, b"<DeleteResult></DeleteResult>"

    def _listing(self, bucket: str, query: dict[str, str]) -> str:
        prefix, delimiter = query.get("prefix", ""), query.get("delimiter")
        rows: dict[str, str] = {}
        for (name, key), data in sorted(self.s3.objects.items()):
            if name != bucket or not key.startswith(prefix):
                continue
            below, _, deeper = key[len(prefix) :].partition(delimiter or "\0")
            if deeper:
                folder = f"{prefix}{below}{delimiter}"
                rows[folder] = f"<CommonPrefixes><Prefix>{folder}</Prefix></CommonPrefixes>"
            else:
                rows[key] = (
                    f"<Contents><Key>{key}</Key><Size>{len(data)}</Size><ETag>{etag(data)}</ETag>"
                    "<LastModified>2100-01-01T00:00:00.000Z</LastModified></Contents>"
                )
        listed = f"<KeyCount>{len(rows)}</KeyCount>{''.join(rows.values())}"
        return f"<ListBucketResult><Name>{bucket}</Name>{listed}</ListBucketResult>"
