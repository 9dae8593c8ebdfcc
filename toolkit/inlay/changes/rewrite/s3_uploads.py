"""Multipart uploads of ours, each with an object beside it that says so: S3 cannot tell them from those of others, which
may wait for hours to be completed.

The object has the name of a temporary file, and the id of the upload in it.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager, suppress
from typing import Any, Final

from inlay.ground.files.aside import choose_aside_name, find_asides

_LONGEST: Final = 4096
"""Bytes of an id; what is longer is not ours."""


@contextmanager
def begin_upload(call: Any, key: str, attributes: dict[str, Any]) -> Generator[dict[str, Any]]:
    """An upload that is to become `key`: whatever goes wrong aborts it, and `abort_abandoned` does after a kill."""
    name = call("create_multipart_upload", **place(key), **attributes)["UploadId"]
    upload = place(key) | {"UploadId": name}
    mark = place(choose_aside_name(key))
    try:
        call("put_object", **mark, Body=str(name).encode())
        yield upload
    except BaseException:
        with suppress(OSError):  # its parts would stay, and be paid for
            call("abort_multipart_upload", **upload)
            call("delete_object", **mark)
        raise
    with suppress(OSError):  # it is done: `recover` removes a mark that stays
        call("delete_object", **mark)


def abort_abandoned(call: Any, read: Any, key: str) -> list[str]:
    """Aborts the uploads that were begun for `key` and never ended; returns the keys of their marks."""
    bucket, _, name = key.partition("/")
    folder, slash, own = name.rpartition("/")
    start = (
        f"{folder}{slash}.{own[:200]}"  # names of temporary files are cut when they are too long
    )
    page = call("list_objects_v2", Bucket=bucket, Prefix=start)
    entries: list[dict[str, str]] = page.get("Contents") or []
    names = [entry["Key"].rpartition("/")[2] for entry in entries]
    removed: list[str] = []
    for mark in find_asides(key, names):
        upload = read(call("get_object", **place(mark), Range=f"bytes=0-{_LONGEST - 1}")["Body"])
        if upload:
            with suppress(FileNotFoundError):  # it was completed, or aborted
                call("abort_multipart_upload", **place(key), UploadId=upload.decode())
        call("delete_object", **place(mark))
        removed.append(mark)
    return removed


def place(key: str) -> dict[str, str]:
    bucket, _, name = key.partition("/")
    return {"Bucket": bucket, "Key": name}
