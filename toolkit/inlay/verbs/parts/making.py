"""A plan becomes a file: written aside, checked, and put under its name."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from hashlib import sha256

from inlay.changes.rewrite.errors import RewriteError
from inlay.changes.rewrite.new_file import NewFile, require_output
from inlay.footers.extensions.budget import require_size
from inlay.footers.footer.magic import PLAIN
from inlay.ground.files.source import Seekable
from inlay.pages.engine.agreement import check_row_group
from inlay.pages.engine.checked_chunk import CheckedChunk
from inlay.pages.engine.leaf import Leaf
from inlay.pages.engine.moving_chunk import MovingChunk
from inlay.pages.engine.packed import ChunkParts, write_packed
from inlay.pages.engine.sink import Sink, StreamSink
from inlay.pages.engine.thrift_file import append_in_pieces, append_tail, open_thrift
from inlay.pages.engine.unchecked_chunk import UncheckedChunk
from inlay.pages.engine.whole_group import WholeGroup, WholePages, check_whole, take_unseen
from inlay.verbs.parts.plan import PartsPlan
from inlay.verbs.parts.progress import PartsProgress, Stage, ignore_stages
from inlay.verbs.parts.second_encodings import SecondEncodings
from inlay.verbs.parts.source import PartSources
from inlay_runtime.public_home import public_in
from parquet_format.parquet import RowGroup


@public_in("inlay")
@dataclass(frozen=True, slots=True)
class WrittenFile:
    """A file that was made, or would be. `size` is None after a dry run; `copied` are bytes of pages, filters and indexes.

    `notes` has a sentence for everything that did not come along as it was.
    """

    path: str
    rows: int
    row_groups: int
    columns: int
    copied: int
    size: int | None
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WriteOptions:
    """How a plan becomes a file, whatever the verb."""

    overwrite: bool = False
    dry_run: bool = False
    verify_pages: bool = True
    allow: Set[str] = frozenset()
    progress: PartsProgress = ignore_stages


def make_file(
    plan: PartsPlan, output: str | os.PathLike[str], sources: PartSources, how: WriteOptions
) -> WrittenFile:
    """A local file. Raises what `require_output` raises; RefusedError for an output that is a source; FormError for metadata that the form
    of the file cannot carry; ChunkError, PlacementRefusedError for damage; ChangedError. `output` is there, whole and synced,
    or as it was."""
    path = os.fspath(output)
    names = [file.name for file in sources.opened if isinstance(file.source, str | os.PathLike)]
    require_output(path, overwrite=how.overwrite, sources=names, allow=how.allow)
    plan.require_form()
    if how.dry_run:
        return describe_file(plan, path, None)
    with NewFile(path, overwrite=how.overwrite, sources=names, allow=how.allow) as target:
        # What an index says of its length nobody has looked at yet.
        target.reserve(min(plan.row_groups.copied, sum(file.size for file in sources.opened)))
        sink = StreamSink(target.file)
        digest = write(plan, sink, how)
        target.file.flush()
        check(path, target.file, plan, digest)
        sources.require_unchanged()
    return describe_file(plan, path, sink.size)


def write(plan: PartsPlan, sink: Sink, how: WriteOptions) -> bytes:
    """The whole file; the SHA-256 of its Thrift footer. The plan gets a note of filters and indexes that do not fit. Raises
    RewriteError, and what `require_size` and `append_tail` raise."""
    total, encryption = plan.row_groups.copied, plan.encryption

    def take_apart(moving: MovingChunk) -> ChunkParts:
        how.progress(Stage.BYTES, sink.size, total)
        is_checked = how.verify_pages or moving.origin.source in plan.longer
        chunk = CheckedChunk(moving) if is_checked else UncheckedChunk(moving)
        return chunk if encryption is None else encryption.take_apart(chunk, moving)

    def take_whole(group: WholeGroup) -> WholePages | None:
        how.progress(Stage.BYTES, sink.size, total)
        return check_whole(group) if how.verify_pages else take_unseen(group)

    second = SecondEncodings(verify_pages=how.verify_pages)
    leaves = plan.leaves
    magic = PLAIN if encryption is None else encryption.magic
    body = write_packed(plan.row_groups, leaves, sink, take_apart, second, take_whole, magic)
    plan.notes.extend(body.list_notes())
    row_groups, longest = _encode(body.placed_groups(), leaves), plan.row_groups.longest_footer
    if plan.has_plain_end:
        digest = sha256()

        def take_pieces() -> Iterator[bytes]:
            for piece in plan.encode_in_pieces(row_groups):
                digest.update(piece)
                yield piece

        append_in_pieces(sink, take_pieces(), before=longest)
        return digest.digest()
    thrift = plan.encode(row_groups, sink.size)
    require_size("the footer", len(thrift), before=longest)
    if encryption is not None:
        sink.append(encryption.build_tail(thrift))
    else:
        append_tail(sink, thrift, plan.form, plan.design)
    return sha256(
        thrift
    ).digest()  # the footer itself would be in memory twice when it is read back


def _encode(row_groups: Iterable[RowGroup | bytes], leaves: Sequence[Leaf]) -> Iterator[bytes]:
    """Each held against its own bytes and the schema, one by one: decoded, all would take ten times the memory. What is encoded
    already was."""
    for number, row_group in enumerate(row_groups):
        if isinstance(row_group, bytes):
            yield row_group
            continue
        check_row_group(number, row_group, leaves)
        encoded = row_group.encode()
        if RowGroup.decode(encoded) != row_group:
            raise RewriteError(f"row group {number} of the new footer reads back differently")
        yield encoded


def check(path: str, file: Seekable, plan: PartsPlan, digest: bytes) -> None:
    """Reads back the footer that was written, which has this SHA-256. Raises RewriteError."""
    if plan.encryption is None:
        thrift = open_thrift(file, path).thrift
    else:
        thrift = plan.encryption.reopen(file, path)
    if sha256(thrift).digest() != digest:
        raise RewriteError(f"{path}: the new footer reads back differently")


def describe_file(plan: PartsPlan, path: str, size: int | None) -> WrittenFile:
    metadata = plan.metadata
    return WrittenFile(
        path,
        metadata.num_rows,
        len(plan.row_groups),
        len(plan.leaves),
        plan.row_groups.copied,
        size,
        tuple(plan.notes),
    )
