"""The first bytes of a stream of gzip or zlib, natively: see `inlay.pages.engine.page_starts`."""

from inlay.pages.engine.codecs import Bytes

def begin_stream(packed: Bytes, wanted: int, /) -> tuple[bytes, int] | None: ...
