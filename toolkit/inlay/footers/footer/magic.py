"""The four bytes that a Parquet file begins and ends with."""

from __future__ import annotations

from typing import Final

MAGIC_SIZE: Final = 4
"""Bytes of each: the first that a footer may name lies behind so many."""

PLAIN: Final = b"PAR1"
"""The footer is a FileMetaData."""

ENCRYPTED: Final = b"PARE"
"""The footer is a FileCryptoMetaData and an encrypted FileMetaData."""

FINAL: Final = b"PAR3"
"""The footer is a FlatBuffer. The file still begins with `PAR1`: the document says nothing else."""

MODULAR: Final = b"MFP1"
"""The footer is modular, and there is no other."""

PARX: Final = b"PARX"
"""The footer is that of `PAR1` or `PARE`, in another frame. The file begins with the same magic."""

READABLE: Final = (PLAIN, ENCRYPTED)
"""Magics with a length before them."""

DRAFTS: Final = {
    b"MFT1": "modular metadata alone",
}
"""Magics that were proposed, and what stands before them."""

OTHER_FORMATS: Final = {
    b"\x1f\x8b": ("gzip", "decompress it first"),
    b"\x28\xb5\x2f\xfd": ("Zstandard", "decompress it first"),
    b"PK\x03\x04": ("zip", "unpack it first"),
    b"ARROW1": ("Arrow IPC", "it is read by pyarrow.ipc.open_file"),
    b"ORC": ("ORC", "it is read by pyarrow.orc"),
    b"Obj\x01": ("Avro", "it is read by an Avro library"),
    b"SQLite format 3": ("SQLite", "it is read by sqlite3"),
    b"\x89HDF": ("HDF5", "it is read by h5py"),
    b"version https://git-lfs": ("Git LFS pointer", "`git lfs pull` fetches the file itself"),
    b"<": ("XML or HTML", "was an error page saved in place of the file?"),
    b"{": ("JSON", "was an error message saved in place of the file?"),
}
"""What a file that is not Parquet may be instead, by its first bytes."""


def recognize_format(head: bytes) -> tuple[str, str] | None:
    """Name of the format that `head` looks like, and what to do with such a file."""
    for start, name in OTHER_FORMATS.items():
        if head.startswith(start):
            return name
    return ("text", "check the path; pyarrow.csv reads CSV") if head and is_text(head) else None


def is_text(data: bytes) -> bool:
    """Whether it is ASCII that people write."""
    return data.isascii() and all(it.isprintable() or it in "\t\r\n" for it in data.decode())
