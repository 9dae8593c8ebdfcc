"""A file with many columns and no rows, in any form of footer."""

from __future__ import annotations

import tempfile
from contextlib import redirect_stdout
from functools import cache
from io import StringIO
from pathlib import Path

from inlay.__main__ import run
from inlay.footers.footer.trailer import tail_of
from tests.footers.conversion.footers import wide

COMMANDS = {"flat": [["footer", "add"], ["footer", "promote"], ["footer", "finalize"]]}


@cache
def file_in_form(columns: int, form: str) -> bytes:
    """`form` is `flat` or a design of `inlay footer convert`; the last step leaves no Thrift footer behind."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "file.parquet"
        path.write_bytes(b"PAR1" + bytes(64) + tail_of(wide(columns, 0).encode()))
        for words in COMMANDS.get(form, [["footer", "convert", "--design", form]]):
            with redirect_stdout(StringIO()):
                code = run([*words, str(path)])
            if code:
                raise RuntimeError(f"{words} ended with {code}")
        return path.read_bytes()
