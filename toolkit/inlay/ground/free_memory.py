"""Memory that nobody holds any more. Where the native core is absent, the C library does with it what it likes."""

from __future__ import annotations

import gc
import os
import sys
from typing import Any, Final

from inlay_runtime.core import load_native

_NATIVE: Final = "inlay.ground.native_memory"

_LARGE: Final = 1 << 20
"""Bytes."""


def give_back(size: int = _LARGE) -> None:
    """To the system, which glibc does by itself only with what lies free at the end: Arrow's schema of very many columns is as many small
    pieces, and all that follows would come on top of them. Elsewhere nothing happens.

    `size` are the bytes of the footer, or of what was made of it, where somebody knows them. Of a small one nothing is given back: what
    the next file needs would be fetched again, page by page.
    """
    if size < _LARGE:
        return
    arrow: Any = sys.modules.get("pyarrow")
    if arrow is not None:
        arrow.default_memory_pool().release_unused()  # which Arrow keeps for later
    if (native := load_native(_NATIVE)) is not None:
        native.trim()


def collect_and_give_back(size: int = _LARGE) -> None:
    """The same behind a collection: what refers to itself stays until one, such as the tree of a schema, whose nodes know each other."""
    if size >= _LARGE:
        gc.collect()
        give_back(size)


def keep_large_pieces_apart() -> None:
    """From small ones, for as long as the process lives: glibc would put pieces of up to 32 MiB between those that stay, once one of that
    size was let go of, and then what is free goes to nobody. For commands: it is about the whole process.

    Arrow, which is not there yet, takes its memory from glibc then: what it has itself keeps large pieces for later.
    """
    native = load_native(_NATIVE)
    if native is not None and native.keep_apart(_LARGE):
        os.environ.setdefault("ARROW_DEFAULT_MEMORY_POOL", "system")


def forget_the_first_words() -> None:
    """Python's own copy of the command's words, which `sys.argv` has as well; and what it took to make both of them."""
    words = sys.orig_argv
    size = sum(map(sys.getsizeof, words))
    words.clear()
    give_back(size)
