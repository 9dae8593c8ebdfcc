"""A local file that is open, as pyarrow opens it itself."""

from __future__ import annotations

import os
from collections.abc import Generator
from contextlib import contextmanager, suppress
from io import FileIO
from typing import Any, cast

import pyarrow as pa

from inlay.ground.files.random_access import RandomAccess
from inlay.ground.files.reopened import Reopened
from inlay.ground.files.source import Seekable
from inlay.ground.files.whole import Whole


@contextmanager
def open_for_pyarrow(file: RandomAccess) -> Generator[pa.NativeFile]:
    """What pyarrow reads: the file itself where it is shown as it lies, for a read through Python takes longer than most
    columns take. Closed behind the block, where it was opened here."""
    native = open_natively(file.file) if type(file) is Whole else None
    if native is None:
        yield pa.PythonFile(file, mode="r")
        return
    with native:
        yield native if native.size() == file.size else pa.PythonFile(file, mode="r")


def open_natively(file: Seekable) -> pa.NativeFile | None:
    """The same file without Python between: None for what is not a local file, and where the name leads to another one by now.

    For whoever reads in threads of pyarrow: these may outlive the interpreter by a moment, and one that then lets go of a
    file of Python ends the process with an abort.
    """
    if isinstance(file, Reopened):
        file = file.opened
    if not isinstance(file, FileIO) or file.__class__ is not FileIO:
        return None  # a class of somebody else's may read what is not there
    if not isinstance(file.name, str | bytes | os.PathLike):
        return None
    name = os.fsencode(cast("str | bytes | os.PathLike[str]", file.name))
    with suppress(OSError):
        here = os.fstat(file.fileno())
        if not os.path.samestat(os.stat(name), here):  # to open a pipe would wait for its other end
            return None
        native = pa.OSFile(cast("Any", name), "r")  # as bytes: as text, pyarrow takes UTF-8 only
        if os.path.samestat(os.fstat(native.fileno()), here):
            return native
        native.close()
    return None
