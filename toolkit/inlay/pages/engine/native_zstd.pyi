"""The first bytes of a ZSTD frame, natively: see `inlay.pages.engine.page_starts`."""

class PageStarts:
    def __call__(self, take: object, wanted: int, declared: int, /) -> bytes | None: ...
