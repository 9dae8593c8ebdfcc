"""The end of a file of any form: the footer by struct and by field, and what stands behind it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from inlay.footers.extensions.carrier import find_trailing_slot
from inlay.footers.footer import Footer, Form
from inlay.footers.footer.magic import MAGIC_SIZE
from inlay.footers.footer.trailer import SIGNATURE
from inlay.verbs.layout.encrypted_rows import Modules, Whose, add_signature
from inlay.verbs.layout.extension_rows import add_slot
from inlay.verbs.layout.fields import add_struct
from inlay.verbs.layout.flat_rows import add_flatbuffer
from inlay.verbs.layout.kinds import OwnerKind
from inlay.verbs.layout.ledger import NOTHING, LedgerWriter
from parquet_format import footer as v1
from parquet_format.parquet import FileCryptoMetaData, FileMetaData


def add_tail(writer: LedgerWriter, footer: Footer) -> None:
    """From the first byte of the footer to the last of the file."""
    writer.begin(OwnerKind.FOOTER, footer.offset, footer.form.value)
    add = _BY_FORM.get(footer.form, _add_thrift)
    add(writer, footer)
    magic = footer.file_size - MAGIC_SIZE
    if writer.position < magic:
        writer.add(OwnerKind.TRAILER, writer.position, magic, _trailer_of(footer))
    writer.end(magic)
    writer.add(OwnerKind.MAGIC, magic, footer.file_size, footer.magic.decode())


def _trailer_of(footer: Footer) -> str:
    """What stands between the footer and the magic."""
    if footer.parx is not None:
        version = "version, " if footer.parx.version is not None else ""
        return f"length, flags, {version}CRC"
    return _TRAILERS.get(footer.form, "length")


_TRAILERS: Final = {
    Form.FINAL: "CRC, length, CRC of the length",
    Form.MODULAR: "frame",
}


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
        what = f"{len(data) - end:,} bytes follow the struct of the footer"
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
    modules = Modules(writer, read, stop, None)
    if not modules.add_exactly(OwnerKind.ENCRYPTED, start, stop, Whose(), name):
        writer.add(OwnerKind.ENCRYPTED, start, stop, name)


def _add_final(writer: LedgerWriter, footer: Footer) -> None:
    add_flatbuffer(writer, footer.data, footer.offset, v1.FileMetaData)


def _add_modular(writer: LedgerWriter, footer: Footer) -> None:
    # Only now: what reads a modular footer needs pyarrow, and few files have one.
    from inlay.verbs.layout.modular_rows import add_modular

    add_modular(writer, footer)


_BY_FORM: Final[dict[Form, Callable[[LedgerWriter, Footer], None]]] = {
    Form.ENCRYPTED: _add_encrypted,
    Form.FINAL: _add_final,
    Form.MODULAR: _add_modular,
}
