"""A column chunk on its way into another file, and what is known of it: whoever takes its parts is told no more than this."""

from __future__ import annotations

from typing import NamedTuple

from inlay.pages.engine.leaf import Leaf
from inlay.pages.engine.page_list import PageList
from inlay.pages.engine.plan import Origin
from parquet_format.parquet import ColumnChunk


class MovingChunk(NamedTuple):
    """`rows` are those of its row group. `pages` is empty when it is asked for its pages; for the other parts, it has what was
    put there."""

    origin: Origin
    chunk: ColumnChunk
    leaf: Leaf
    rows: int
    pages: PageList


class Misfit(NamedTuple):
    """A part that readers can do without, and that does not fit: it stays behind. `what` is a clause about it. With `voids_nulls`, it and
    the number of nulls of its chunk cannot both be true."""

    what: str
    voids_nulls: bool = False
