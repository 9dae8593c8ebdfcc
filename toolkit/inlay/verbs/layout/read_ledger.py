"""`inlay.layout`: who owns each byte of a file. No error comes from what is in the file."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from functools import partial
from typing import TYPE_CHECKING, Final

from inlay.footers.footer import Footer, read_footer
from inlay.footers.footer.errors import FooterError
from inlay.footers.footer.known_ends import is_magic
from inlay.footers.footer.magic import MAGIC_SIZE
from inlay.ground.files.read_ahead import ReadAhead
from inlay.ground.files.remote import RemoteFile
from inlay.ground.files.source import Seekable, Source, name_of, open_source, read_at, size_of
from inlay.ground.keywords import check_keywords
from inlay.pages.engine.leaf import Leaf, leaves_of
from inlay.pages.engine.passing_chunks import pass_chunks
from inlay.pages.engine.progress import Progress, ignore_progress, tell_of_reads
from inlay.pages.engine.walk import ReadAt
from inlay.verbs.layout.body import add_body
from inlay.verbs.layout.encrypted_rows import Encryption, Modules
from inlay.verbs.layout.gaps import Gaps
from inlay.verbs.layout.kinds import OwnerKind
from inlay.verbs.layout.ledger import Ledger, LedgerWriter, columns_of
from inlay.verbs.layout.sealed_rows import SealedRows
from inlay.verbs.layout.tail_rows import add_tail
from inlay_runtime.errors import InlayError
from parquet_format.parquet import FileMetaData

if TYPE_CHECKING:
    from inlay.footers.encryption.keys import EncryptionKeys, KeyRetriever

DAMAGED: Final = "damaged"
"""The form of a file without a footer that can be read."""

NOT_PARQUET: Final = "not Parquet"
"""That of a file that neither begins nor ends as a Parquet file does."""


@check_keywords
def read_ledger(
    source: Source,
    name: str = "",
    *,
    progress: Progress = ignore_progress,
    keys: EncryptionKeys | KeyRetriever | None = None,
) -> Ledger:
    """The ledger of a file of any form, whole or damaged: `sum(ledger.own) == ledger.size`. `progress` is told how many bytes
    of the file are done.

    Bodies of pages are not read. `keys` tell what lies in modules. Raises DecryptionError where one does not open what it was given for,
    OSError for a file that cannot be read, TypeError for what is not a file.
    """
    return _read_ledger(source, name or name_of(source), progress, keys)


def read_summed_ledger(
    source: Source,
    *,
    progress: Progress = ignore_progress,
    keys: EncryptionKeys | KeyRetriever | None = None,
) -> Ledger:
    """The same for totals by kind, column and encoding and for a bar: what is in structs of a column in the footer, nearly all of a wide file,
    is `Ledger.chunk_sums` in the place of rows, where that is compiled."""
    return _read_ledger(source, name_of(source), progress, keys, sums=True)


def read_sealed_ledger(
    source: Source,
    *,
    progress: Progress = ignore_progress,
    keys: EncryptionKeys | KeyRetriever | None = None,
) -> Ledger:
    """The same for a list of all owners: where that is compiled, rows are sealed as they come, and only `list_pieces` has them all."""
    return _read_ledger(source, name_of(source), progress, keys, seals=True)


def _read_ledger(
    source: Source,
    name: str,
    progress: Progress,
    keys: EncryptionKeys | KeyRetriever | None,
    *,
    sums: bool = False,
    seals: bool = False,
) -> Ledger:
    with open_source(source) as file:
        size = size_of(file)
        near = ReadAhead(file) if isinstance(file, RemoteFile) else file
        ledger = _LedgerReader(name, near, size, progress, sums, seals, keys).read()
        ledger.source = source
        return ledger


class _LedgerReader:
    def __init__(
        self,
        name: str,
        file: Seekable,
        size: int,
        progress: Progress,
        sums: bool,
        seals: bool,
        keys: EncryptionKeys | KeyRetriever | None,
    ) -> None:
        self._name = name
        self._file = file
        self._size = size
        self._read: ReadAt = partial(read_at, file)
        self._progress = progress
        self._sums = sums
        self._seals = seals
        self._keys = keys

    def read(self) -> Ledger:
        try:
            footer = read_footer(self._file, self._name, keys=self._keys)
        except FooterError as error:
            return self._without_footer(error)
        try:
            form = footer.form.value
        except InlayError:
            form = DAMAGED
        ledger = Ledger(self._name, self._size, form)
        if self._seals:
            ledger.sealed = SealedRows(columns_of(ledger))
        writer = LedgerWriter(ledger)
        writer.begin(OwnerKind.FILE, 0)
        end = min(max(footer.offset, 0), self._size)
        writer.add(OwnerKind.MAGIC, 0, *self._magic(end))
        self._body(writer, footer, end)
        if self._sums:
            writer.sum_chunks()
        add_tail(writer, footer)
        writer.end(self._size)
        return ledger

    def _magic(self, end: int) -> tuple[int, str]:
        """Where the magic at the beginning ends, and what it is; 0 where there is none."""
        head = bytes(self._read(0, MAGIC_SIZE))
        return (MAGIC_SIZE, head.decode()) if is_magic(head) and end >= MAGIC_SIZE else (0, "")

    def _body(self, writer: LedgerWriter, footer: Footer, end: int) -> None:
        gaps = Gaps(writer, self._read)
        if footer.is_encrypted:
            self._encrypted_body(writer, footer, end)
            gaps.fill(end, OwnerKind.ENCRYPTED)
            return
        try:
            # A copy of one whose Thrift is made of something else: that goes with it.
            passing = deepcopy(footer) if footer.is_derived else footer
            metadata = passing.metadata
            writer.ledger.findings += passing.findings
            del passing
            leaves = leaves_of(metadata)
        except InlayError as error:
            writer.ledger.error = error
            writer.find("footer", footer.offset, f"the footer does not say what lies here: {error}")
            gaps.fill(end)
            return
        writer.ledger.paths = [leaf.name for leaf in leaves]
        writer.ledger.codecs = _codecs_of(metadata, leaves)
        read = tell_of_reads(self._read, self._progress)
        crypto = footer.crypto
        algorithm = metadata.encryption_algorithm if crypto is None else crypto.encryption_algorithm
        headers = None if self._keys is None else self._decrypt(self._keys)
        add_body(writer, metadata, leaves, read, end, Encryption(algorithm, headers))

    def _decrypt(self, keys: EncryptionKeys | KeyRetriever) -> ReadAt:
        """Bytes of the file with what the keys open in the clear."""
        from inlay.pages.engine.decrypted_file import decrypt

        with open_source(decrypt(self._file, keys)) as shown:
            return partial(read_at, shown)

    def _encrypted_body(self, writer: LedgerWriter, footer: Footer, end: int) -> None:
        """Without the key nothing says what lies here but the lengths of modules."""
        try:
            crypto = footer.crypto
        except InlayError as error:
            writer.find(
                "footer", footer.offset, f"the footer does not say how it is encrypted: {error}"
            )
            return
        algorithm = None if crypto is None else crypto.encryption_algorithm
        Modules(writer, self._read, end, Encryption(algorithm)).add_chain(writer.position)

    def _without_footer(self, error: FooterError) -> Ledger:
        form = NOT_PARQUET if error.code == "not-parquet" else DAMAGED
        ledger = Ledger(self._name, self._size, form)
        ledger.error = error
        ledger.findings.append(error.finding)
        writer = LedgerWriter(ledger)
        writer.begin(OwnerKind.FILE, 0)
        writer.add(OwnerKind.MAGIC, 0, *self._magic(self._size))
        last = (
            bytes(self._read(self._size - MAGIC_SIZE, MAGIC_SIZE))
            if self._size >= 2 * MAGIC_SIZE
            else b""
        )
        end = self._size - MAGIC_SIZE if is_magic(last) else self._size
        Gaps(writer, self._read).fill(end)
        writer.add(OwnerKind.MAGIC, end, self._size, last.decode() if end < self._size else "")
        writer.end(self._size)
        return ledger


def _codecs_of(metadata: FileMetaData, leaves: Sequence[Leaf]) -> list[str]:
    """Of each column, that of its first chunk."""
    groups = metadata.row_groups[:1]
    chunks = pass_chunks(groups[0]) if groups else ()
    return [
        "" if chunk.meta_data is None else chunk.meta_data.codec.name
        for _, chunk in zip(leaves, chunks, strict=False)
    ]
