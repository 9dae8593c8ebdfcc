"""What keys open, as comments of the text: modules stand in it as the bytes that they are, so that the file comes back."""

from __future__ import annotations

from collections.abc import Iterator

from inlay.footers.encryption.keys import EncryptionKeys, KeyRetriever
from inlay.footers.footer.footer import Footer
from inlay.footers.footer.open_encrypted import DecryptedFooter
from inlay.ground.files.source import Source
from inlay.pages.engine.decrypted_file import DecryptedFile, decrypt
from inlay.verbs.dump.lines import write_lines
from inlay.verbs.dump.pieces import OpenedModule
from inlay.verbs.dump.thrift import write_struct
from inlay_runtime.schema import StructSchema
from parquet_format.parquet import FileMetaData


def list_opened_modules(
    source: Source, keys: EncryptionKeys | KeyRetriever
) -> Iterator[OpenedModule]:
    """Those before the footer, in the order of the file. Raises DecryptionError."""
    shown = decrypt(source, keys)
    if not isinstance(shown, DecryptedFile):
        return
    for struct, text in shown.open_structs():
        lines = list(_comment(text, struct.type.SCHEMA))
        note = f"{struct.place.describe(struct.column)}, encrypted"
        yield OpenedModule(struct.start, struct.end, note, lines)
        if struct.body is not None:
            note = f"{struct.body.describe(struct.column)}, encrypted"
            yield OpenedModule(struct.end, struct.stop, note, [])


def write_footer_comments(footer: Footer) -> Iterator[str]:
    """All that the keys opened of a footer, behind the bytes of it."""
    if isinstance(footer.frame, DecryptedFooter):
        yield from _comment(footer.thrift, FileMetaData.SCHEMA)


def _comment(text: bytes, schema: StructSchema) -> Iterator[str]:
    """Offsets are those in the module."""
    done = write_struct(text, 0, schema)
    for line in write_lines(done.lines, text, 0):
        yield f"# {line}"
