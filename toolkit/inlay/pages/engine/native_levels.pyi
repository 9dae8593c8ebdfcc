"""How often each level is in a page, natively: see `inlay.pages.engine.page_levels`."""

def count_levels(levels: bytes | memoryview, count: int, most: int, /) -> list[int] | None: ...
def count_chunk(
    read: object,
    begin: object,
    start: int,
    end: int,
    most_repetition: int,
    most_definition: int,
    /,
) -> tuple[int, int, list[int], list[int]] | None: ...
