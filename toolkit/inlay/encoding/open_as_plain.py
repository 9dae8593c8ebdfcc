"""A file of any form, and with any encodings, as one that pyarrow reads by itself."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import NamedTuple

from inlay.encoding.plain_footer import OnFinding, warn_of, with_new_encodings
from inlay.encoding.plugins import Encodings
from inlay.files.random_access import RandomAccess
from inlay.files.source import Source, open_source
from inlay.footer.read import read_footer
from inlay.pages.readable import make_readable, warn_of_footer


class PlainFile(NamedTuple):
    """`thrift` is the footer of the source in Thrift's terms; that of `file` may lead elsewhere."""

    file: RandomAccess
    thrift: bytes


@contextmanager
def open_as_plain(
    source: Source, encodings: Encodings | None = None, on_finding: OnFinding = warn_of
) -> Generator[PlainFile]:
    """`encodings` are by default those of the configuration; a finding is by default a FooterWarning or EncodingWarning."""
    with open_source(source) as file:
        footer = read_footer(file)
        tell_of_footer = warn_of_footer if on_finding is warn_of else on_finding
        for finding in footer.findings:
            tell_of_footer(finding)
        view = with_new_encodings(file, footer, encodings=encodings, on_finding=on_finding)
        yield PlainFile(view if view is not None else make_readable(file, footer), footer.thrift)
