"""A file that is open for what its footer names."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from inlay.footers.footer.footer import Footer
from inlay.footers.footer.read import read_footer
from inlay.footers.footer.same_file import refuse_other_file
from inlay.ground.files.ranges import FileRanges
from inlay.ground.files.source import Source, name_of, open_source, size_of
from inlay.pages.engine.errors import place_errors
from inlay.pages.engine.range_reader import RangeReader


@contextmanager
def open_parts(source: Source | Footer) -> Generator[tuple[RangeReader, Footer]]:
    """The file and its footer, which is read unless it is given. Errors about its chunks name it.

    Raises ValueError for a Footer that does not know its file, FooterError if that is another file by now, and what reading a footer raises.
    """
    known = source if isinstance(source, Footer) else None
    place = source.source if isinstance(source, Footer) else source
    if place is None:
        path = known.path if known is not None else ""
        raise ValueError(f"{path}: this Footer does not know its file: give the file itself")
    with open_source(place) as file:
        if known is not None:
            refuse_other_file(known, file)
        footer = known if known is not None else read_footer(file, name_of(place))
        with place_errors(footer.path):
            yield RangeReader(FileRanges(file, size_of(file)), footer.vouched.data_end), footer
