"""A file that parts are taken from."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from inlay.changes.rewrite.errors import ChangedError
from inlay.changes.rewrite.new_object import OutputStore, PinnedFile
from inlay.footers.encryption.keys import EncryptionKeys
from inlay.footers.footer.trailer import TRAILER
from inlay.ground.files.reopened import OpenFiles, Reopened
from inlay.ground.files.source import Source
from inlay.ground.refusals import RefusedError
from inlay.ground.schema.tree import SchemaTree
from inlay.ground.writers.created_by import writer_of
from inlay.ground.writers.distrust import forgets_dictionary_header
from inlay.pages.engine.agreement import check_counts
from inlay.pages.engine.body import list_extents
from inlay.pages.engine.errors import name_file_in_errors
from inlay.pages.engine.leaf import Leaf
from inlay.pages.engine.thrift_file import ThriftFile, open_thrift
from inlay.pages.engine.whole_group import WholeGroup
from inlay.tables.scan.plain_footers import read_plain_footer
from inlay.verbs.parts.encrypted_source import (
    EncryptedSource,
    open_encrypted_source,
)
from inlay.verbs.parts.progress import PartsProgress, Stage, ignore_stages
from inlay.verbs.parts.second_encodings import require_whole
from inlay.verbs.parts.sharing import Sharing
from inlay.verbs.parts.source_statements import ContradictedChunks
from parquet_format.parquet import FileMetaData, RowGroup

Edit = Callable[[list[RowGroup]], None]
"""What a plan changes in the row groups of a source before it takes some of them. It is asked again each time they are decoded."""


@dataclass(frozen=True, slots=True, eq=False)
class PartSource:
    """A file, and what its footer says of it as a whole: `metadata` is without row groups, and no plan changes it.

    Row groups stay encoded, in the footer's bytes; a plan says by `edits` what it makes of them.
    """

    file: ThriftFile
    metadata: FileMetaData
    tree: SchemaTree
    leaves: Sequence[Leaf]
    count: int
    """Row groups."""

    contradicted: ContradictedChunks
    groups: Sequence[WholeGroup] = ()
    """All of them, if they are such as may move whole; else none."""

    encrypted: EncryptedSource | None = None
    """How the file is encrypted; `file` is then the plain one that its keys make of it."""

    edits: list[Edit] = field(default_factory=list[Edit])

    @property
    def whole(self) -> Sequence[WholeGroup]:
        """All row groups, if they may move whole and nothing is changed in them; else none."""
        return () if self.edits else self.groups

    @property
    def name(self) -> str:
        return self.file.name

    @property
    def longer(self) -> frozenset[ThriftFile]:
        """The file, if its chunks may be longer than they say."""
        is_longer = forgets_dictionary_header(writer_of(self.metadata.created_by))
        return frozenset({self.file} if is_longer else ())

    def row_groups(self) -> list[RowGroup]:
        """Decoded anew, and edited."""
        row_groups = self.file.metadata().row_groups
        for edit in self.edits:
            edit(row_groups)
        return row_groups

    def each_row_group(self) -> Iterator[RowGroup]:
        """The same to be looked at one after the other: what is decoded of one is let go of with it."""
        left = self.row_groups()
        left.reverse()
        while left:
            yield left.pop()

    def again(self) -> PartSource:
        """For another plan."""
        return replace(self, edits=[])


@dataclass(slots=True)
class PartSources:
    """The sources of a plan; to be closed when it has run. `store` is where the output goes, unless it is a local file; `keys` open what
    is encrypted, and None is of those who take no keys."""

    files: OpenFiles = field(default_factory=OpenFiles)
    opened: list[Reopened] = field(default_factory=list[Reopened])
    sharing: Sharing = field(default_factory=Sharing)
    store: OutputStore | None = None
    keys: EncryptionKeys | None = None

    def open(self, source: Source) -> PartSource:
        """Raises FooterError, OSError; RefusedError for what is encrypted or signed and has no key, has chunks in other files, or a
        damaged second encoding; PlacementRefusedError for a footer that does not agree with itself; what `open_encrypted_source`
        raises."""
        alike = self._open_alike(source)
        if alike is not None:
            return alike
        file = self._open(source)
        thrift, encrypted = self._open_thrift(file)
        metadata = thrift.metadata()
        with name_file_in_errors(file.name):
            whole = metadata.replace(row_groups=[])
            tree = self.sharing.share(whole)
            groups = self.sharing.remember(thrift, whole) if encrypted is None else None
            if (
                groups is None
            ):  # which a footer has that says all the same, and has no second encoding
                require_whole(metadata, thrift.footer)
                list_extents(metadata, thrift.footer)
                check_counts(metadata, tree)
        void = self.sharing.find_contradicted(thrift, tree, whole)
        leaves = self.sharing.leaves
        count = len(metadata.row_groups)
        return PartSource(thrift, whole, tree, leaves, count, void, groups or (), encrypted)

    def _open_alike(self, source: Source) -> PartSource | None:
        """A local file whose footer says the same as the one before: nothing of that is looked at again. None for any other, and
        for what anything is wrong with."""
        known = self.sharing.known
        if known is None or self.store is not None or not isinstance(source, str | os.PathLike):
            return None
        file = Reopened(source, self.files, opens=False)
        read = read_plain_footer(file.name)
        if read is None or read[0] != file.size:
            return None
        size, footer = read
        thrift = ThriftFile(file.name, file, footer, size - TRAILER - len(footer))
        alike = known.read(thrift)
        if alike is None:
            return None
        self.opened.append(file)
        metadata, groups = alike
        void = self.sharing.find_contradicted(thrift, known.tree, metadata)
        return PartSource(
            thrift, metadata, known.tree, self.sharing.leaves, len(groups), void, groups
        )

    def _open_thrift(
        self, file: Reopened | PinnedFile
    ) -> tuple[ThriftFile, EncryptedSource | None]:
        try:
            return open_thrift(file, file.name), None
        except RefusedError:  # as what is encrypted or signed is
            if self.keys is None:
                raise
            encrypted = open_encrypted_source(file, file.name, self.keys)
            if encrypted is None:
                raise
            return encrypted.plain, encrypted

    def _open(self, source: Source) -> Reopened | PinnedFile:
        pinned = self.store.open(source) if self.store is not None else None
        if pinned is not None:
            return pinned
        file = Reopened(source, self.files)
        self.opened.append(file)
        return file

    def open_all(
        self, sources: Sequence[Source], progress: PartsProgress = ignore_stages
    ) -> list[PartSource]:
        parts: list[PartSource] = []
        for source in sources:
            progress(Stage.FOOTERS, len(parts), len(sources))
            parts.append(self.open(source))
        return parts

    def require_unchanged(self) -> None:
        """Raises ChangedError if a source is another file by now, or was written to."""
        for file in self.opened:
            if file.has_changed:
                raise ChangedError(file.name, "the file changed while it was being read")

    def __enter__(self) -> PartSources:
        return self

    def __exit__(self, *_: object) -> None:
        self.files.close()
