"""Another end of a file, in the form that the file has: new metadata, and new bytes before it, behind pages that stay where they are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from hashlib import blake2b
from typing import NamedTuple, TypeVar

from inlay.changes.life_cycle.change_form import plan_tail
from inlay.changes.life_cycle.plan_footer import plan_footer
from inlay.changes.life_cycle.steps import build_tail
from inlay.changes.rewrite.change import Change, Planned, Target
from inlay.changes.rewrite.errors import RewriteError
from inlay.footers.footer.read import read_footer
from inlay.ground.files.spliced import FilePart
from inlay.ground.free_memory import give_back
from inlay.ground.mistakes import RequestError
from inlay.pages.engine.encoded_footer import encode_footer, is_spelt_so
from inlay.pages.engine.thrift_file import ThriftFile, renew_tail
from inlay_runtime.errors import EncodeError
from parquet_format.parquet import FileMetaData, RowGroup

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
    metadata, of which row groups are let go of one by one. `result` is what came of making it. Seal, index and what stands beside the
    Thrift are made anew.

    Raises RequestError for metadata that cannot be written, and what the form of the file raises.
    """
    keep = file.footer if keep is None else keep
    offset = Change(keep, b"", parts).size
    stays = not parts and keep == file.footer
    # What could be spelt otherwise stays as it is spelt.
    is_same = stays and _says_the_same(file, metadata)
    thrift = file.thrift if is_same else _encode_proved(file, metadata, offset)
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


def _says_the_same(file: ThriftFile, metadata: FileMetaData) -> bool:
    """As the file's own, whose bytes say so in little memory, unless they spell it otherwise than it would be written."""
    with suppress(EncodeError):  # which is told by who writes it
        if is_spelt_so(metadata, file.thrift):
            return True
    return metadata == file.metadata()


def _encode_proved(file: ThriftFile, metadata: FileMetaData, footer: int) -> bytes:
    """With seal and index made anew for a footer at this place."""
    new = _encode(file, metadata)
    thrift = renew_tail(new.thrift, footer)
    _prove(file, thrift, metadata, new.row_groups)
    return thrift


class _Encoded(NamedTuple):
    """With a digest of each row group."""

    thrift: bytes
    row_groups: list[bytes]


def _encode(file: ThriftFile, metadata: FileMetaData) -> _Encoded:
    """Row groups are taken out of the metadata, each held against what is read back of it."""
    digests: list[bytes] = []
    left = metadata.row_groups
    metadata.row_groups = []
    count = len(left)
    left.reverse()

    def encode_groups() -> Iterator[bytes]:
        while left:
            group = left.pop()
            encoded = group.encode()
            if RowGroup.decode(encoded) != group:
                raise _unlike(file)
            digests.append(_digest(encoded))
            del group
            give_back(len(encoded))
            yield encoded

    try:
        return _Encoded(encode_footer(metadata, encode_groups(), count), digests)
    except EncodeError as error:
        if error.root == RowGroup.__name__:
            path = f"row_groups[{len(digests)}]{error.path and '.' + error.path}"
            error.root, error.path = FileMetaData.__name__, path
        raise RequestError(f"{file.name}: the new footer cannot be written: {error}") from error


def _prove(
    file: ThriftFile, thrift: bytes, metadata: FileMetaData, row_groups: Sequence[bytes]
) -> None:
    """The seal is the only thing in the new footer that nobody asked for."""
    groups = _read_like(thrift, metadata)
    if groups is None or len(groups) != len(row_groups):
        raise _unlike(file)
    groups.reverse()
    # One after the other: what is decoded of a row group is let go of with it.
    if any(_digest(groups.pop().encode()) != it for it in row_groups):
        raise _unlike(file)


def _read_like(thrift: bytes, metadata: FileMetaData) -> list[RowGroup] | None:
    """The row groups of a footer that is otherwise read back as this metadata; what is decoded for that is let go of."""
    read = FileMetaData.decode(thrift)
    others = [it.replace(extension=None, row_groups=[]) for it in (read, metadata)]
    return read.row_groups if others[0] == others[1] else None


def _digest(encoded: bytes) -> bytes:
    return blake2b(encoded).digest()


def _unlike(file: ThriftFile) -> RewriteError:
    return RewriteError(f"{file.name}: the new footer does not read back as it was meant")
