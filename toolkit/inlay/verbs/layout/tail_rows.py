"""The end of a file of any form: the footer by struct and by field, and what stands behind it."""

from __future__ import annotations

from inlay.footers.extensions.carrier import find_trailing_slot
from inlay.footers.footer import Footer
from inlay.footers.footer.trailer import SIGNATURE
from inlay.ground.wording.amounts import count
from inlay.verbs.layout.encrypted_rows import Encryption, Modules, Whose, add_signature
from inlay.verbs.layout.extension_rows import add_slot
from inlay.verbs.layout.fields import add_struct
from inlay.verbs.layout.flat_rows import add_flatbuffer
from inlay.verbs.layout.kinds import OwnerKind
from inlay.verbs.layout.ledger import NOTHING, LedgerWriter
from parquet_format.parquet import FileCryptoMetaData, FileMetaData


def add_tail(writer: LedgerWriter, footer: Footer) -> None:
    """From the first byte of the footer to the last of the file."""
    writer.begin(OwnerKind.FOOTER, footer.offset, footer.end.name_of(footer))
    frame = footer.end.behind(footer, 0)
    magic = footer.file_size - len(footer.magic)
    end = magic - sum(piece.length for piece in frame)
    _add_content(writer, footer, end)
    if writer.position < magic:
        names = dict.fromkeys(piece.name for piece in frame)
        writer.add(OwnerKind.TRAILER, writer.position, magic, ", ".join(names))
    writer.end(magic)
    writer.add(OwnerKind.MAGIC, magic, footer.file_size, footer.end.ends_in)


def _add_content(writer: LedgerWriter, footer: Footer, end: int) -> None:
    root = footer.flatbuffer
    if footer.is_sealed:
        _add_encrypted(writer, footer)
    elif footer.end.own_thrift(footer):
        _add_thrift(writer, footer)
    elif root is not None:
        add_flatbuffer(writer, footer.data, footer.offset, type(root))
    else:
        # Only now: such footers need pyarrow, and few files have one.
        from inlay.verbs.layout.module_rows import add_modules

        add_modules(writer, footer, end)


def _add_thrift(writer: LedgerWriter, footer: Footer) -> None:
    """What stands behind the struct is a signature, an extension as prototypes wrote it, or nothing that is known."""
    data, offset = footer.data, footer.offset
    writer.begin(OwnerKind.STRUCT, offset, FileMetaData.SCHEMA.name)
    end = add_struct(writer, data, offset, FileMetaData)
    writer.end(offset + end)
    if end == len(data):
        return
    slot = find_trailing_slot(data, end)
    if slot is not None:
        add_slot(writer, data, offset, slot, NOTHING, NOTHING)
        writer.add(OwnerKind.TRAILER, offset + slot.end, offset + len(data), "stop byte")
    elif len(data) - end == SIGNATURE:
        add_signature(writer, offset + end, offset + len(data))
    else:
        what = f"{count(len(data) - end, 'byte follows', 'bytes follow')} the struct of the footer"
        writer.find("trailing", offset + end, what)
        writer.add(OwnerKind.UNKNOWN, offset + end, offset + len(data))


def _add_encrypted(writer: LedgerWriter, footer: Footer) -> None:
    data, offset = footer.data, footer.offset
    writer.begin(OwnerKind.STRUCT, offset, FileCryptoMetaData.SCHEMA.name)
    end = add_struct(writer, data, offset, FileCryptoMetaData)
    writer.end(offset + end)
    start, stop = offset + end, offset + len(data)

    def read(at: int, size: int) -> bytes:
        return data[at - offset : at - offset + size]

    name = FileMetaData.SCHEMA.name
    modules = Modules(writer, read, stop, Encryption())
    if not modules.add_exactly(OwnerKind.ENCRYPTED, start, stop, Whose(), name):
        writer.add(OwnerKind.ENCRYPTED, start, stop, name)
