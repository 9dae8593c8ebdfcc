"""What pyarrow cannot open: it says neither which file it is, nor which column, nor where."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from inlay.footers.footer.errors import FooterError
from inlay.footers.footer.read import read_footer
from inlay.ground.files.source import Source
from inlay_runtime.text import bytes_of, is_utf8

_HINT = "give the column a name in UTF-8 where the file is written; `inlay inspect` and `scan` read it as it is"


@contextmanager
def refuse_column_names(source: Source) -> Generator[None]:
    """Raises FooterError in place of pyarrow's errors, for a column whose name is not UTF-8 and for a footer that is encrypted or
    damaged. What is wrong elsewhere is raised as it came."""
    try:
        yield
    except OSError as error:
        if error.errno is None:  # it is not the operating system's
            _ = read_footer(source).validate().metadata
        raise
    except UnicodeDecodeError as error:
        refused = _find_bad_name(source)
        if refused is None:
            raise
        raise refused from error


def _find_bad_name(source: Source) -> FooterError | None:
    footer = read_footer(source)
    for at, element in enumerate(() if footer.is_encrypted else footer.metadata.schema):
        if not is_utf8(element.name):
            name = f"the name {bytes_of(element.name)!r} of schema[{at}] is not UTF-8"
            what = f"{name}, and pyarrow cannot open a file with such a column"
            return FooterError(footer.path, footer.offset, what, _HINT, "column-name")
    return None
