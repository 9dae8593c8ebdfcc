"""A local file that is open, as pyarrow opens it itself."""

from __future__ import annotations

import os
from collections.abc import Generator
from contextlib import contextmanager, nullcontext, suppress
from io import FileIO
from typing import Any, Final, cast

import pyarrow as pa

from inlay.ground.files.random_access import RandomAccess
from inlay.ground.files.reopened import Reopened
from inlay.ground.files.source import Seekable
from inlay.ground.files.whole import Whole, WithTail

_MOST: Final = (1 << 31) - 1
"""What pyarrow takes for the size of a buffer; it makes none that is larger than a chunk."""


@contextmanager
def open_for_pyarrow(file: RandomAccess) -> Generator[pa.NativeFile]:
    """What pyarrow reads: the file itself where it is shown as it lies, for a read through Python takes longer than most
    columns take. Closed behind the block, and a file of Python let go of."""
    native = open_natively(file.file) if type(file) is Whole else None
    if native is not None and native.size() != file.size:
        native.close()
        native = None
    with native or pa.PythonFile(file, mode="r") as shown:
        yield shown


@contextmanager
def open_pages(file: RandomAccess) -> Generator[pa.NativeFile]:
    """The same for a reader that has its footer already: behind the pages of the file another one may lie."""
    native = open_natively(file.file) if type(file) is WithTail else None
    with nullcontext(native) if native else open_for_pyarrow(file) as shown, shown:
        yield shown


def choose_buffer_size(shown: pa.NativeFile) -> int:
    """Bytes of a chunk that are read at a time: all of them. Those of a file of Python are copied into memory of pyarrow's own, as bytes of Python
    may be let go of as late as the file: `open_natively`."""
    return 0 if isinstance(shown, pa.OSFile) else _MOST


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
