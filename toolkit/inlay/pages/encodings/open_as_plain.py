"""A file of any form, and with any encodings, as one that pyarrow reads by itself."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from typing import NamedTuple, TypeAlias

from inlay.footers.footer.footer import Footer
from inlay.footers.footer.null_groups import without_null_groups
from inlay.footers.footer.read import read_footer
from inlay.footers.footer.trailer import tail_of
from inlay.ground.files.random_access import RandomAccess
from inlay.ground.files.source import Source, open_source
from inlay.ground.files.whole import WithTail
from inlay.pages.encodings.plain_footer import OnFinding, may_have_new, warn_of, with_new_encodings
from inlay.pages.encodings.plugins import Encodings
from inlay.pages.engine.excerpt import cut_columns
from inlay.pages.engine.readable import make_readable, warn_of_footer

ChooseColumns: TypeAlias = "Callable[[Footer], Sequence[str] | None]"
"""What says, by the footer, which columns are asked for; None for all."""

Columns: TypeAlias = "Sequence[str] | ChooseColumns | None"


class PlainFile(NamedTuple):
    """`thrift` is the footer of the source in Thrift's terms, or of the columns that are asked for; that of `file` may lead
    elsewhere. `footer` is what the source has."""

    file: RandomAccess
    thrift: bytes
    footer: Footer


@contextmanager
def open_as_plain(
    source: Source,
    encodings: Encodings | None = None,
    on_finding: OnFinding = warn_of,
    columns: Columns = None,
) -> Generator[PlainFile]:
    """`encodings` are by default those of the configuration; a finding is by default a FooterWarning or EncodingWarning.

    Who reads some `columns` only, names or paths, may be given a file without the others: where an index leads to them, or the footer is long.
    """
    with open_source(source) as file:
        footer = read_footer(file)
        tell_of_footer = warn_of_footer if on_finding is warn_of else on_finding
        for finding in footer.findings:
            tell_of_footer(finding)
        names = columns(footer) if callable(columns) else columns
        excerpt = cut_columns(footer, names)
        if excerpt is not None and not may_have_new(excerpt, encodings):
            tail = tail_of(without_null_groups(excerpt))
            yield PlainFile(WithTail(file, footer.vouched.data_end, tail), excerpt, footer)
            return
        view = with_new_encodings(file, footer, encodings=encodings, on_finding=on_finding)
        shown = view if view is not None else make_readable(file, footer)
        yield PlainFile(shown, footer.thrift, footer)
