"""Builds a store, or refreshes a copy of one, again and again, each time killed one step later: before the n-th file that is opened, renamed,
linked or removed. Prints how many steps there are."""

from __future__ import annotations

import os
import shutil
import sys

import pyarrow.parquet

from inlay.verbs.store.update_store import build_store, refresh_store

assert pyarrow.parquet  # it is loaded before steps are counted

STEPS = frozenset({"open", "os.rename", "os.link", "os.remove", "os.truncate"})
KILLED = 9


def update_until(lake: str, store: str, last: int) -> bool:
    """Whether it ended by itself. A store that is there is refreshed."""
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) != KILLED
    left = last

    def count(event: str, arguments: tuple[object, ...]) -> None:
        nonlocal left
        if event in STEPS and store in str(arguments[0]):
            left -= 1
            if left < 0:
                os._exit(KILLED)

    sys.addaudithook(count)
    if os.path.exists(store):
        refresh_store(store)
    else:
        build_store(lake, output=store)
    os._exit(0)


def main(lake: str, store: str, copies: str) -> None:
    """`store` may be missing, and is left as it is."""
    for step in range(1000):
        copy = os.path.join(copies, f"{step:03}")
        if os.path.exists(store):
            shutil.copytree(store, copy)
        if update_until(lake, copy, step):
            print(step)
            return


if __name__ == "__main__":
    main(*sys.argv[1:])
