"""Another end of a file, in the form that the file has: new metadata, and new bytes before it, behind pages that stay where they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from inlay.changes.life_cycle.change_form import plan_tail
from inlay.changes.life_cycle.plan_footer import plan_footer
from inlay.changes.life_cycle.steps import build_tail
from inlay.changes.rewrite.change import Change, Planned, Target
from inlay.changes.rewrite.errors import RewriteError
from inlay.footers.footer.read import read_footer
from inlay.ground.files.spliced import FilePart
from inlay.ground.mistakes import RequestError
from inlay.pages.engine.thrift_file import ThriftFile, renew_tail
from inlay_runtime.errors import EncodeError
from parquet_format.parquet import FileMetaData

T = TypeVar("T")


def plan_new_end(
    file: ThriftFile,
    metadata: FileMetaData,
    result: T,
    target: Target,
    *,
    keep: int | None = None,
    parts: Sequence[FilePart] = (),
) -> Planned[T]:
    """The change after which the first `keep` bytes of the file, by default all before its footer, are followed by `parts` and this
    metadata. `result` is what came of making it. Seal, index and what stands beside the Thrift are made anew.

    Raises RequestError for metadata that cannot be written, and what the form of the file raises.
    """
    keep = file.footer if keep is None else keep
    offset = Change(keep, b"", parts).size
    stays = not parts and keep == file.footer
    # What could be spelt otherwise stays as it is spelt.
    is_same = stays and metadata == file.metadata()
    thrift = file.thrift if is_same else renew_tail(_encode(file, metadata), offset)
    _prove(file, thrift, metadata)
    footer = read_footer(file.source) if file.whole is None else file.whole
    if file.form.is_plain:
        planned = plan_footer(footer, thrift, result, target)
        return replace(
            planned, change=Change(keep, planned.change.tail, [*parts, *planned.change.parts])
        )
    if is_same:
        tail = footer.tail()
    elif file.design:
        # Only now: designs answer by pyarrow.
        from inlay.pages.engine.design_tail import build_design_tail

        body = file.source if stays else Change(keep, b"", parts).apply(file.source)
        tail = build_design_tail(file.design, thrift, offset, body)
    else:
        tail = build_tail(file.form, thrift)
    planned = plan_tail(footer, tail, result, target)
    return replace(planned, change=Change(keep, tail, parts))


def _encode(file: ThriftFile, metadata: FileMetaData) -> bytes:
    try:
        return metadata.encode()
    except EncodeError as error:
        raise RequestError(f"{file.name}: the new footer cannot be written: {error}") from error


def _prove(file: ThriftFile, thrift: bytes, metadata: FileMetaData) -> None:
    """The seal is the only thing in the new footer that nobody asked for."""
    read = FileMetaData.decode(thrift)
    groups = read.row_groups
    groups.reverse()
    others = [it.replace(extension=None, row_groups=[]) for it in (read, metadata)]
    # One after the other: what is decoded of a row group is let go of with it.
    is_same = others[0] == others[1] and len(groups) == len(metadata.row_groups)
    if not is_same or any(groups.pop() != group for group in metadata.row_groups):
        raise RewriteError(f"{file.name}: the new footer does not read back as it was meant")
