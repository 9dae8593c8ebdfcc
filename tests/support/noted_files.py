"""A schema of an extension, and a file that has one of it: for tables that go over all commands."""

from __future__ import annotations

from pathlib import Path
from typing import Final
from uuid import UUID

import inlay
from inlay_runtime.containers import wrap
from inlay_runtime.extension import Extension, Header

NOTE: Final = UUID("0b5c1d1e-7c55-4c0e-9a53-3f3a6f6f8f13")
SCHEMA: Final = f"""
attribute "inlay_uuid";
attribute "inlay_extends";
table Note (inlay_uuid: "{NOTE}", inlay_extends: "parquet.FileMetaData") {{
  owner: string;
}}
root_type Note;
"""
EMPTY: Final = bytes.fromhex("080000000400040004000000")
"""A FlatBuffer whose root has no field."""


def write_noted(
    plain: Path, noted: Path, schema: Path | None = None, content: bytes = EMPTY
) -> None:
    """The file at `plain` with a note whose buffer is `content`."""
    noted.write_bytes(plain.read_bytes())

    def edit(footer: inlay.Footer) -> bytes:
        footer.metadata.extension = Extension(wrap(content, NOTE, "spec"), Header.SPEC)
        return footer.metadata.encode()

    inlay.edit_footer(noted, edit)
    if schema is not None:
        schema.write_text(SCHEMA, encoding="utf-8")
