"""Row groups of many small chunks, side by side and with nothing but their pages: one claim each, whose owners are added natively.

A wide footer has so many chunks that an object for each takes most of the time and of the memory. What is not plain, or not as it is said
to be, is left to `inlay.verbs.layout.body`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from inlay.pages.engine.leaf import Leaf
from inlay.pages.engine.walk import ReadAt
from inlay.verbs.layout import native_walk
from inlay.verbs.layout.claims import Claim
from inlay.verbs.layout.kinds import OwnerKind
from inlay.verbs.layout.ledger import LedgerWriter, name_column
from parquet_format.parquet import FileMetaData

if TYPE_CHECKING:
    from inlay.verbs.layout.native_owners import GroupWriter

_MOST_OF_A_CHUNK: Final = 1 << 10
"""Bytes, on average: those of larger chunks are not read for their headers' sake."""


class SmallGroups:
    def __init__(
        self, writer: LedgerWriter, metadata: FileMetaData, leaves: Sequence[Leaf], read: ReadAt
    ) -> None:
        self._writer = writer
        self._metadata = metadata
        self._leaves = leaves
        self._read = read
        self._native: GroupWriter | None = None
        self._names: list[int] = []

    def list_claims(self) -> list[Claim]:
        """In the order of the footer."""
        columns = len(self._leaves)
        if native_walk.native_owners is None or not columns:
            return []
        claims: list[Claim] = []
        for number, group in enumerate(self._metadata.row_groups):
            extent = native_walk.native_owners.find_extent(group.encode(), columns)
            if extent is None:
                continue
            start, end = extent
            if end - start <= _MOST_OF_A_CHUNK * columns:
                claims.append(Claim(OwnerKind.ROW_GROUP, start, end, number, -1))
        return claims

    def add(self, claim: Claim) -> bool:
        """Its chunks, inside of what is open. False where nothing is added, and they have to be looked at one by one."""
        writer = self._writer
        pages = self._read(claim.start, claim.end - claim.start)
        known = len(writer.ledger.names)
        if self._native is None:
            levels = [(leaf.max_definition, leaf.max_repetition) for leaf in self._leaves]
            self._native = writer.write_groups(levels)
        if not self._names:
            paths = writer.ledger.paths
            self._names = [
                writer.number(name_column(paths, column)) for column in range(len(self._leaves))
            ]
        is_added = self._native.add(
            self._metadata.row_groups[claim.row_group].encode(),
            pages,
            claim.start,
            self._names,
            writer.innermost,
            claim.row_group,
        )
        if is_added:
            writer.grow(claim.end - claim.start, claim.end)
        elif len(writer.ledger.names) > known:  # of rows that are not there
            writer.forget_names(known)
            self._names = []
        return is_added


def are_apart(claims: Sequence[Claim], begin: int, end: int) -> bool:
    """Whether no row group that is one claim shares bytes with another claim, or with what ends at `begin` or begins at `end`. They are in
    their order."""
    reached = begin
    for at, claim in enumerate(claims):
        if claim.kind is OwnerKind.ROW_GROUP:
            following = claims[at + 1].start if at + 1 < len(claims) else end
            if claim.start < reached or claim.end > min(following, end):
                return False
        reached = max(reached, claim.end)
    return True
