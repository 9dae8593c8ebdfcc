"""A file of any form and encoding as one whose chunks can be moved and then be read by everybody."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import IO

from inlay.footers.footer import Form
from inlay.ground.files.read_ahead import ReadAhead
from inlay.ground.files.source import Seekable
from inlay.pages.encodings.configuration import read_configured
from inlay.pages.encodings.payload import has_encoded_chunk
from inlay.pages.encodings.plugins import Encodings
from inlay.pages.encodings.ratify import find_ratified_places, write_plain_again
from inlay.pages.encodings.strip import strip
from inlay.pages.engine.agreement import check_counts
from inlay.pages.engine.alike_footers import find_plain_groups
from inlay.pages.engine.body import require_apart
from inlay.pages.engine.sink import StreamSink
from inlay.pages.engine.thrift_file import ThriftFile, open_thrift
from inlay.pages.engine.whole_group import WholeGroup


def open_for_copy(file: Seekable, name: str, spare: IO[bytes]) -> ThriftFile:
    """The file as plain Thrift; or of one with new encodings, what it was without them, in which case `spare` may become its body.

    Raises RefusedError for what is encrypted, signed, or cannot be read in the old encoding; PlacementRefusedError for a
    footer that does not agree with itself.
    """
    # Nobody asks for the FlatBuffer or the design of what is written on the way.
    source = replace(open_thrift(ReadAhead(file), name), form=Form.THRIFT, design="")
    metadata = source.metadata()
    if has_encoded_chunk(source.thrift):
        source = strip(source)
        metadata = source.metadata()
    groups = find_plain_groups(source)
    if groups is None:
        require_apart(source)
        check_counts(metadata)
    known = read_configured()
    if not _may_be_ratified(groups, known) or not find_ratified_places(metadata, known):
        return source
    write_plain_again(source, StreamSink(spare), known)
    return open_thrift(spare, name)


def _may_be_ratified(groups: Sequence[WholeGroup] | None, known: Encodings) -> bool:
    """Whether a chunk could list an encoding that has a number here: what row groups that move whole list is known without decoding."""
    ours = set(known.numbers.values())
    if not ours or groups is None:
        return bool(ours)
    listed = [group.list_encodings() for group in groups]
    return any(numbers is None or not ours.isdisjoint(numbers) for numbers in listed)
