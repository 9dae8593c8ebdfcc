"""Any text as the name of a source: a path, a URL, a URL within a URL."""

from __future__ import annotations

from typing import Final

from fuzz.mutators.text import mutate_text
from fuzz.target import Target
from inlay.ground.files.paths import find_local_path, is_listing, is_url, is_web, normalize


def check(data: bytes) -> None:
    text = data.decode("utf-8", "surrogateescape")
    is_listing(text)
    try:
        local, normal = find_local_path(text), normalize(text)
    except OSError:
        assert not is_url(text)
        return
    assert (local is None) == is_url(text)
    assert not is_web(text) or is_url(text)
    if is_url(text):
        assert is_url(normal)
        assert normalize(normal) == normal
    else:
        assert normal.startswith("/")


def seeds() -> list[bytes]:
    return [
        b"/a/b.parquet", b"file:///a%20b", b"file:/x", b"file://localhost/a", b"s3a://bucket/key", b"~/x", b"abfss://c@a/p",
        b"zip://a.parquet::https://host/b.zip", b"https://host/x?y=1#z", b"lake/day=*/[ab].parquet", b"-", b"hdfs:///a",
    ]  # fmt: skip


WORDS: Final = ("file:", "file://", "://", "::", "s3", "http", "%00", "%2e%2e", "..", "/", "~", "~/", "*", "localhost", "?", "{")  # fmt: skip

TARGET: Final = Target(
    "a name is a path of this machine or a URL, never both; normal names stay as they are",
    check,
    seeds,
    mutate_text(WORDS),
)
