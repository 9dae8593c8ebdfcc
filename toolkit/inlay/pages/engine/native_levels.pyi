"""How often each level is in a page, natively: see `inlay.pages.engine.page_levels`; and pages by their headers: see `header_facts`."""

from inlay.pages.engine.codecs import Bytes

def count_levels(levels: Bytes, count: int, most: int, /) -> list[int] | None: ...
def count_chunk(
    read: object,
    begin: object,
    least: int,
    start: int,
    end: int,
    most_repetition: int,
    most_definition: int,
    /,
) -> tuple[int, int, list[int], list[int]] | None: ...
def list_plain_pages(
    data: Bytes, start: int, size: int, numbers: dict[tuple[int, ...], int], /
) -> tuple[list[int], list[int], list[int], int]: ...

class PackedPage:
    def __init__(
        self, read: object, at: int, size: int, least: int = 0, begun: Bytes = b"", /
    ) -> None: ...
    def __call__(self, offset: int, size: int, /) -> Bytes: ...
