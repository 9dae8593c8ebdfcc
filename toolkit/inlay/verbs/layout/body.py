"""The body of a file: claims in the order of the file, each given what is left of its bytes, and what lies between them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from inlay.ground.wording.amounts import count
from inlay.pages.engine.bloom_filter import LONGEST_HEADER
from inlay.pages.engine.leaf import Leaf
from inlay.pages.engine.metadata_copy import LONGEST_COPY, find_copy
from inlay.pages.engine.walk import ReadAt
from inlay.verbs.layout.chunk_rows import ChunkPages, ClaimedChunk
from inlay.verbs.layout.claims import IN_ORDER, Claim, list_claims, list_spans
from inlay.verbs.layout.encrypted_rows import Encryption, Modules, Whose
from inlay.verbs.layout.fields import add_struct
from inlay.verbs.layout.gaps import Gaps
from inlay.verbs.layout.kinds import OwnerKind
from inlay.verbs.layout.ledger import LedgerWriter, name_column
from inlay.verbs.layout.small_groups import SmallGroups, are_apart
from inlay_runtime.errors import DecodeError
from inlay_runtime.struct import Struct
from parquet_format.encoding import ColumnEncoding
from parquet_format.parquet import BloomFilterHeader, FileMetaData

_LEFT_OUT: Final = 100
"""Bytes that a chunk may be longer than it is said to be, as in other readers."""


def add_body(
    writer: LedgerWriter,
    metadata: FileMetaData,
    leaves: Sequence[Leaf],
    read: ReadAt,
    end: int,
    encryption: Encryption | None = None,
) -> None:
    """Everything up to `end`, where the footer begins. Without `encryption`, what the footer says of it."""
    modules = Modules(writer, read, end, encryption or Encryption(metadata.encryption_algorithm))
    _Body(writer, metadata, leaves, read, end, modules).add()


def name_copy(type_: type[Struct]) -> str:
    """What a struct is called that stands behind the pages of a chunk and says again what the footer does."""
    return f"copy of the {type_.__name__}"


class _Body:
    def __init__(
        self,
        writer: LedgerWriter,
        metadata: FileMetaData,
        leaves: Sequence[Leaf],
        read: ReadAt,
        end: int,
        modules: Modules,
    ) -> None:
        self._writer = writer
        self._metadata = metadata
        self._leaves = leaves
        self._read = read
        self._end = end
        self._modules = modules
        self._gaps = Gaps(writer, read)
        self._small = SmallGroups(writer, metadata, leaves, read)

    def add(self) -> None:
        writer, claims = self._writer, self._list_claims()
        spans = list_spans(claims)
        first = {span[0]: group for group, span in spans.items()}
        last = {span[1] for span in spans.values()}
        begin = writer.depth
        for at, claim in enumerate(claims):
            following = claims[at + 1].start if at + 1 < len(claims) else self._end
            if claim.kind is OwnerKind.ROW_GROUP:
                self._small_group(claim, following)
                continue
            start = self._place(claim)
            group = first.get(at)
            if group is not None:
                self._gaps.fill(min(max(start, writer.position), self._end))
                writer.begin(OwnerKind.ROW_GROUP, writer.position, row_group=group)
            if start >= 0:
                self._gaps.fill(start)
                self._claim(claim, min(max(following, start), self._end))
            if at in last and writer.depth > begin:
                writer.end(writer.position)
        self._gaps.fill(self._end)

    def _list_claims(self) -> list[Claim]:
        """In the order of the file."""
        metadata, leaves = self._metadata, self._leaves
        numbers = range(len(metadata.row_groups))
        small = self._small.list_claims()
        whole = {claim.row_group for claim in small}
        others = list_claims(metadata, leaves, [at for at in numbers if at not in whole])
        claims = sorted([*small, *others], key=IN_ORDER)
        if small and not are_apart(claims, self._writer.position, self._end):
            claims = sorted(list_claims(metadata, leaves, numbers), key=IN_ORDER)
        return claims

    def _small_group(self, group: Claim, following: int) -> None:
        """Its chunks at once, or one by one where a page is not plain."""
        writer, number = self._writer, group.row_group
        self._gaps.fill(group.start)
        writer.begin(OwnerKind.ROW_GROUP, group.start, row_group=number)
        if self._small.add(group):
            if following > group.end:
                column = len(self._leaves) - 1
                meta = self._metadata.row_groups[number].columns[column].meta_data
                assert meta is not None
                self._copy(ClaimedChunk(number, column, meta, self._leaves[column]), following)
        else:
            claims = sorted(list_claims(self._metadata, self._leaves, [number]), key=IN_ORDER)
            for at, claim in enumerate(claims):
                after = claims[at + 1].start if at + 1 < len(claims) else following
                start = self._place(claim)
                if start >= 0:
                    self._gaps.fill(start)
                    self._claim(claim, min(max(after, start), self._end))
        writer.end(writer.position)

    def _place(self, claim: Claim) -> int:
        """Where it begins, or -1 with a finding where its bytes are not its own."""
        writer = self._writer
        if claim.start >= writer.position and claim.start < self._end and claim.end >= claim.start:
            return claim.start
        if writer.position > claim.start >= 0:
            what = f"is said to begin inside of what lies before it, up to {writer.position:,}"
            code = "overlap"
        else:
            what = f"is said to lie outside of the body, which ends at {self._end:,}"
            code = "outside"
        writer.find(code, claim.start, f"{self._name(claim)} {what}")
        return -1

    def _name(self, claim: Claim) -> str:
        path = name_column(self._writer.ledger.paths, claim.column)
        return f"the {claim.kind.label} of {path} in row group {claim.row_group}"

    def _claim(self, claim: Claim, following: int) -> None:
        match claim.kind:
            case OwnerKind.COLUMN_CHUNK:
                self._chunk(claim, following)
            case OwnerKind.BLOOM_FILTER:
                self._bloom_filter(claim, following)
            case OwnerKind.SECOND_ENCODING if claim.second is not None:
                self._second_encoding(claim, claim.second)
            case _:
                self._index(claim)

    def _chunk(self, claim: Claim, following: int) -> None:
        writer, chunk = self._writer, claim.chunk
        assert chunk is not None
        place = {"row_group": claim.row_group, "column": claim.column}
        name = name_column(writer.ledger.paths, claim.column)
        end = min(claim.end, self._end)
        writer.begin(OwnerKind.COLUMN_CHUNK, claim.start, name, **place)
        if claim.is_encrypted:
            self._modules.add_pages(claim.start, end, Whose(claim.row_group, claim.column))
            self._gaps.fill(max(writer.position, min(end, following)), OwnerKind.ENCRYPTED, **place)
        else:
            self._pages(claim, chunk, end, following)
            self._gaps.fill(max(writer.position, min(end, following)), OwnerKind.UNREAD, **place)
        if claim.end > self._end:
            what = f"{self._name(claim)} is said to reach to {claim.end:,}, and the body ends at {self._end:,}"
            writer.find("outside", claim.start, what)
        writer.end(writer.position)
        self._copy(chunk, following)

    def _pages(self, claim: Claim, chunk: ClaimedChunk, end: int, following: int) -> None:
        """Old writers leave the header of the dictionary page out of the size of a chunk; readers know that."""
        pages = ChunkPages(self._writer, chunk, self._read)
        error = pages.add(claim.start, end)
        longest = min(following, end + _LEFT_OUT)
        if error is not None and longest > end:
            before = self._writer.position
            again = pages.add(before, longest)
            reached = self._writer.position
            if reached > before and (again is None or reached >= end):
                what = f"{self._name(claim)} is {count(reached - end, 'byte')} longer than the footer says"
                self._writer.find("size", claim.start, what)
                return
        if error is not None:
            self._writer.find("pages", error.offset, f"{self._name(claim)}: {error.what}")

    def _index(self, claim: Claim) -> None:
        end = min(claim.end, self._end)
        name = name_column(self._writer.ledger.paths, claim.column)
        whose = Whose(claim.row_group, claim.column)
        if claim.is_encrypted and self._modules.add_exactly(
            claim.kind, claim.start, end, whose, name
        ):
            return
        self._writer.add(
            claim.kind,
            claim.start,
            end,
            name,
            row_group=claim.row_group,
            column=claim.column,
        )

    def _bloom_filter(self, claim: Claim, following: int) -> None:
        writer = self._writer
        place = {"row_group": claim.row_group, "column": claim.column}
        name = name_column(writer.ledger.paths, claim.column)
        writer.begin(OwnerKind.BLOOM_FILTER, claim.start, name, **place)
        end = min(claim.end, self._end) if claim.end > claim.start else following
        whose = Whose(claim.row_group, claim.column)
        if claim.is_encrypted and self._modules.add_bloom_filter(claim.start, whose):
            self._gaps.fill(max(end, writer.position), OwnerKind.ENCRYPTED, **place)
            writer.end(writer.position)
            return
        try:
            most = min(LONGEST_HEADER, self._end - claim.start)
            header, length = BloomFilterHeader.decode_from(self._read(claim.start, most))
        except DecodeError as error:
            if claim.is_encrypted:
                self._gaps.fill(max(end, writer.position), OwnerKind.ENCRYPTED, **place)
            else:
                writer.find("bloom-filter", claim.start, f"{self._name(claim)}: {error.reason}")
                self._gaps.fill(end, OwnerKind.UNREAD, **place)
        else:
            bits = claim.start + length
            end = min(max(bits + max(header.numBytes, 0), claim.end), self._end)
            writer.add(OwnerKind.BLOOM_HEADER, claim.start, bits, "", **place)
            writer.add(OwnerKind.BLOOM_BITS, bits, end, "", **place)
        writer.end(writer.position)

    def _copy(self, chunk: ClaimedChunk, following: int) -> None:
        """Of the metadata of a chunk, or of all that the footer says of it: some writers put that behind its pages."""
        writer = self._writer
        start = writer.position
        most = min(following - start, LONGEST_COPY)
        if most <= 0:
            return
        data = bytes(self._read(start, most))
        copy = find_copy(data, chunk.meta)
        if copy is not None:
            type_, length = copy
            place = {"row_group": chunk.row_group, "column": chunk.column}
            writer.begin(OwnerKind.STRUCT, start, name_copy(type_), **place)
            add_struct(writer, data[:length], start, type_, **place)
            writer.end(start + length)

    def _second_encoding(self, claim: Claim, encoding: ColumnEncoding) -> None:
        """Its pages have no headers: the extension has all that they would say."""
        writer = self._writer
        place = {"row_group": claim.row_group, "column": claim.column}
        end = min(claim.end, self._end)
        writer.begin(OwnerKind.SECOND_ENCODING, claim.start, encoding.name, **place)
        for number, page in enumerate(encoding.pages):
            stop = page.offset + page.length
            if page.offset != writer.position or stop > end or page.levels > page.length:
                writer.find("second-encoding", page.offset, f"{self._name(claim)}: page {number}")
                break
            values = page.offset + page.levels
            writer.begin(OwnerKind.DATA_PAGE, page.offset, encoding.name, page=number, **place)
            writer.add(OwnerKind.LEVELS, page.offset, values, "", page=number, **place)
            writer.add(OwnerKind.VALUES, values, stop, encoding.name, page=number, **place)
            writer.end(stop)
        self._gaps.fill(end, OwnerKind.UNREAD, **place)
        writer.end(writer.position)
