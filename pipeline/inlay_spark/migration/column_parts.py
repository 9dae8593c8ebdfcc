"""A file of very many columns as files of some of them: to read all rows of 250,000 column chunks takes pyarrow 800 MiB."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from typing import Final

from inlay.footers.footer.null_groups import without_null_groups
from inlay.footers.footer.read import read_footer
from inlay.footers.footer.trailer import tail_of
from inlay.ground.files.source import Seekable, Source, open_source
from inlay.ground.files.whole import WithTail
from inlay.ground.free_memory import give_back
from inlay.ground.schema.tops import find_tops
from inlay.pages.engine.excerpt import cut_columns
from inlay.pages.engine.readable import make_readable
from inlay_spark.jobs.foreign_footers import LONG

PARTS: Final = 4
"""Of any long footer, for each part costs a walk over all of it."""


def iter_column_parts(path: str) -> Iterator[Source]:
    """The same file with another footer, until all columns were there, each to be read before the next. The file itself where its footer is
    short, or nothing can be cut out of it."""
    for (part,) in iter_parts_together([path]):
        yield part


def iter_parts_together(paths: Sequence[str]) -> Iterator[list[Source]]:
    """The same columns of each of these files, as the first one has them; all files themselves where the first footer is short, or nothing can be
    cut out of one."""
    with ExitStack() as closing:
        files = [closing.enter_context(open_source(path)) for path in paths]
        footer = read_footer(files[0])
        if len(footer.thrift) <= LONG:
            yield [*paths]
            return
        elements = footer.metadata.schema
        names = [elements[top.element].name for top in find_tops(elements)]
        del elements, footer
        step = max(-(-len(names) // PARTS), 1)
        for at in range(0, max(len(names), 1), step):
            parts = [_cut(file, names[at : at + step]) for file in files]
            if None in parts:
                yield [*paths]
                return
            give_back()
            yield [part for part in parts if part is not None]


def _cut(file: Seekable, names: Sequence[str]) -> WithTail | None:
    footer = read_footer(file)
    if footer.is_derived:
        file = make_readable(file, footer)  # with a Thrift footer
        footer = read_footer(file)
    excerpt = cut_columns(footer, names)
    if excerpt is None:
        return None
    return WithTail(file, footer.vouched.data_end, tail_of(without_null_groups(excerpt)))
