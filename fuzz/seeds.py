"""What seeds are made of: small files of every form; public files are for runs, not for the suite, and are never copied into the repository."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path
from typing import Final

from inlay.footers.footer.errors import FooterError
from inlay.footers.footer.read import read_footer
from tests.support.corpora import CORPORA, place

LONGEST_FILE: Final = 1_024
"""Of a file that is read to its last byte. One of twice as much has more of the same, and takes up to twice as long."""

_LARGEST = 16_000
_LONGEST_FOOTER = 1_200


@cache
def make_files() -> tuple[bytes, ...]:
    """Small files of each kind, one of them in each form and design, and the good file of the crafted ones.

    What makes them is imported here: a run has them as files, and the less it has loaded, the quicker it goes.
    """
    from fuzz.small_files import (
        bloom_file,
        encrypted_column_file,
        encrypted_footer_file,
        grouped_file,
        indexed_file,
        nested_file,
        typed_file,
    )
    from inlay.changes.life_cycle import steps
    from inlay.changes.life_cycle.change_form import change_form
    from inlay.verbs.set.convert_footer import convert_footer
    from tests.crafted.files import good_file

    plain = indexed_file()
    forms = [plain, good_file(), nested_file(), typed_file(), grouped_file(), bloom_file(), encrypted_column_file(), encrypted_footer_file()]  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "file.parquet")
        path.write_bytes(plain)
        for step in (steps.add, steps.promote, steps.finalize):
            change_form(str(path), step)
            forms.append(path.read_bytes())
        for design, checksum in (("parx", "crc32"), ("parx", "crc32c"), ("modular", "crc32")):
            path.write_bytes(plain)
            convert_footer(str(path), design, checksum=checksum)
            forms.append(path.read_bytes())
    return tuple(forms)


def public_files() -> list[bytes]:
    """The small ones, where `make corpus` has brought them."""
    return [
        path.read_bytes()
        for name in CORPORA
        for path in sorted((place() / name).rglob("*"))
        if path.is_file() and path.suffix != ".md" and path.stat().st_size < _LARGEST
    ]


def short_footer_of(file: bytes) -> bytes | None:
    """The Thrift of a file, if it is short and takes little time; None otherwise."""
    footer = footer_of(file)
    return footer if footer is not None and len(footer) <= _LONGEST_FOOTER else None


def footer_of(file: bytes) -> bytes | None:
    """The Thrift of a file; None where it cannot be found."""
    try:
        footer = read_footer(file)
        return None if footer.data is None else bytes(footer.data)
    except (FooterError, OSError):
        return None
