"""A local file that is open, as pyarrow opens it itself."""

from __future__ import annotations

import os
from contextlib import suppress
from io import FileIO
from typing import cast

import pyarrow as pa

from inlay.files.source import Seekable


def open_natively(file: Seekable) -> pa.NativeFile | None:
    """The same file without Python between: None for what is no local file, and where the name leads to another one by now.

    For whoever reads in threads of pyarrow: these may outlive the interpreter by a moment, and one that then lets go of a
    file of Python ends the process with an abort.
    """
    if not isinstance(file, FileIO) or not isinstance(file.name, str | bytes | os.PathLike):
        return None
    name = cast("str | bytes | os.PathLike[str]", file.name)
    with suppress(OSError):
        native = pa.OSFile(os.fsdecode(name), "r")
        if os.path.samestat(os.fstat(native.fileno()), os.fstat(file.fileno())):
            return native
        native.close()
    return None
