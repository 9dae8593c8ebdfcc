"""Row groups that move whole, natively: see `inlay.pages.whole_group`."""

from inlay_runtime.limits import Limits
from parquet_format.parquet import PageHeader

def find_groups(
    data: bytes,
    at: int,
    footer: int,
    paths: list[bytes],
    repeated: bytes,
    behind: bytes | None,
) -> list[tuple[int, int, int, int, int, int, bool]] | None: ...
def check_pages(
    cls: type[PageHeader], data: bytes, at: int, pages: bytes, start: int, limits: Limits
) -> tuple[list[int], list[int], list[int]] | None: ...
def place(
    data: bytes, at: int, end: int, start: int, ordinal: int, others: list[int] | None
) -> bytes | None: ...
