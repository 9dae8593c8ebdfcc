"""`inlay.build_store` and `inlay.refresh_store`: the footers of a lake in a folder of Parquet. `docs/store.md`.

list -> pass over what is known -> read the other footers -> write parts -> rename `store.json` -> remove what nobody names
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace

import pyarrow as pa

from inlay.changes.rewrite.system import POSIX
from inlay.footers.designs.build import array_from
from inlay.ground.files.aside import is_aside
from inlay.ground.files.entries import FileEntry
from inlay.ground.files.paths import find_local_path, normalize
from inlay.ground.files.store import Store
from inlay.ground.files.stores import stores_of
from inlay.ground.keywords import check_keywords
from inlay.ground.mistakes import RequestError
from inlay.ground.refusals import RefusedError
from inlay.tables.scan.listing import lists
from inlay.tables.scan.problems import UnreadFile
from inlay.verbs.register.lake_file import Paths, require_paths
from inlay.verbs.store.errors import StoreError
from inlay.verbs.store.known_files import KnownFiles, KnownPart
from inlay.verbs.store.manifest import (
    MANIFEST,
    PART_NAME,
    StoreManifest,
    StorePart,
    UnknownFile,
    read_manifest,
    write_manifest,
)
from inlay.verbs.store.part_schema import SchemaKey
from inlay.verbs.store.read_files import read_files
from inlay.verbs.store.read_parts import ROWS
from inlay.verbs.store.write_parts import PartWriters
from inlay_runtime.public_home import public_in

_LOCK = ".lock"


@public_in("inlay")
@dataclass(frozen=True, slots=True)
class StoreUpdate:
    """What a build or a refresh has done. `files` have a record now, `read` is how many footers were read for that, and `removed`
    how many records are no more, of files that changed or are gone. Of `unread` files nothing is known, so every plan keeps them.
    """

    store: str
    files: int
    read: int
    removed: int
    unread: tuple[UnreadFile, ...]


@check_keywords
def build_store(
    paths: Paths,
    *,
    output: str | os.PathLike[str],
    name: str = "*",
    overwrite: bool = False,
    progress: Callable[[int], None] = lambda _: None,
) -> StoreUpdate:
    """Writes what the footers of the files at `paths` say into the folder `output`, which is a store then.

    With `overwrite`, a store that is there is built anew. `name` is a glob of the names of files; `progress` is told how many are done.
    Raises RequestError, RefusedError, FileNotFoundError, OSError; ModuleNotFoundError without pyarrow.
    """
    sources = [normalize(os.fspath(path)) for path in require_paths(paths, "build_store")]
    if not sources:
        raise RequestError("no path is given: a store is of files, folders, globs or URLs")
    folder = _require_local(output)
    if lists(sources, folder):
        what = "the store would lie among the files that it is about"
        raise RefusedError("inside", what, path=folder)
    if not overwrite and os.path.lexists(folder) and os.listdir(folder):
        raise RefusedError("exists", "there is something already", "--overwrite", folder)
    os.makedirs(folder, exist_ok=True)
    with _lock(folder), _clear_on_error(folder):
        before = _read_if_there(folder)
        empty = StoreManifest(
            tuple(sources), name, generation=before.generation, next_file=before.next_file
        )
        update = update_store(folder, before, empty, stores_of(sources), progress)
    return replace(update, store=os.fspath(output))


@check_keywords
def refresh_store(
    store: str | os.PathLike[str], *, progress: Callable[[int], None] = lambda _: None
) -> StoreUpdate:
    """Lists the files of a store again, and reads the footers of those that are new or have changed; no other file is opened.

    A file is the same while its size and its ETag are, or its time where it has no ETag. What lies below a folder that cannot be listed is
    kept. Raises StoreError for what is not a store, FileNotFoundError for a path of the lake that leads to nothing, OSError; then the
    store is as it was.
    """
    folder = _require_local(store)
    read_manifest(folder)  # before anything is written into a folder that is not a store
    with _lock(folder):
        before = read_manifest(folder)
        update = update_store(folder, before, before, stores_of(before.paths), progress)
    return replace(update, store=os.fspath(store))


def count_known(store: str | os.PathLike[str]) -> int:
    """How many files the lake of a store had when it was last listed. Raises StoreError, OSError."""
    manifest = read_manifest(_require_local(store))
    return manifest.files + len(manifest.unknown)


def update_store(
    folder: str,
    before: StoreManifest,
    manifest: StoreManifest,
    stores: Iterable[tuple[Store, list[str]]],
    progress: Callable[[int], None] = lambda _: None,
) -> StoreUpdate:
    """Puts what lies in these file systems, as far as `manifest` does not know it, in the place of `before`. The store is locked."""
    known = KnownFiles(folder, manifest)
    unread: list[UnreadFile] = []
    read = 0
    with PartWriters(folder, manifest) as writers:
        passed = 0

        def choose(entries: Sequence[FileEntry]) -> Sequence[FileEntry]:
            nonlocal passed
            chosen = known.choose_new(entries)
            passed += len(entries) - len(chosen)
            progress(passed + read + len(unread))
            return chosen

        for some in read_files(stores, manifest.name, choose):
            writers.add(some)
            unread += some.unread
            read += len(some.files)
            progress(passed + read + len(unread))
        removed = known.remove_others()
        parts = _rewrite_small(known, writers)
        writers.close()
        unknown = sorted(
            [*known.others, *map(_describe, unread)], key=lambda it: (it.path, it.etag or "")
        )
        after = replace(
            manifest,
            generation=before.generation + 1,
            next_file=writers.next_file,
            next_id=writers.next_id,
            ids=writers.ids,
            partition_types=writers.key_types,
            parts=(*parts, *writers.parts),
            removed=writers.write_removed(known.removed),
            unknown=tuple(unknown),
        )
        if read or removed or unknown != [*manifest.unknown] or not before.generation:
            write_manifest(folder, after)
            writers.keep()
            _sweep(folder, before.names | after.names)
    problems = tuple(file for file in unread if not file.is_other)
    return StoreUpdate(folder, after.files, read, removed, problems)


def _rewrite_small(known: KnownFiles, writers: PartWriters) -> list[StorePart]:
    """The parts that stay as they are. Others go into new ones: those with a few files where there are others of their schema, and
    those of which half is removed. So there are neither many parts nor many rows that do not count.
    """
    gone = array_from(sorted(known.removed), pa.int64())
    kept: list[StorePart] = []
    small: dict[SchemaKey, list[KnownPart]] = {}
    for part in known.parts:
        left = part.count_left(gone)
        if left < ROWS or 2 * left < part.part.files:
            small.setdefault(part.schema.key, []).append(part)
        else:
            kept.append(part.part)
    for key, some in small.items():
        is_alone = len(some) == 1 and key not in writers.written
        if is_alone and 2 * some[0].count_left(gone) >= some[0].part.files:
            kept.append(some[0].part)
            continue
        for part in some:
            writers.copy(part.schema, part.read_left(gone))
            known.removed.difference_update(part.numbers.to_pylist())
    return kept


def _describe(file: UnreadFile) -> UnknownFile:
    entry = file.entry
    return UnknownFile(entry.path, entry.size, entry.mtime, entry.etag, file.is_other)


def _require_local(path: str | os.PathLike[str]) -> str:
    local = find_local_path(os.fspath(path))
    if local is None:
        raise RequestError(f"{os.fspath(path)}: a store is a folder of this machine")
    return os.path.abspath(local)


def _read_if_there(folder: str) -> StoreManifest:
    """A folder with other things in it is left alone, and of a damaged store nothing is taken over."""
    try:
        return read_manifest(folder)
    except (FileNotFoundError, StoreError):
        pass
    strange = [name for name in os.listdir(folder) if not _is_ours(name)]
    if strange:
        what = f"it is not a store, and has {strange[0]!r} in it"
        raise RefusedError("exists", what, "another folder", folder) from None
    return StoreManifest()


@contextmanager
def _lock(folder: str) -> Generator[None]:
    """Raises RefusedError while somebody else writes the store."""
    with open(os.path.join(folder, _LOCK), "ab") as file:
        try:
            POSIX.lock(file.fileno())
        except BlockingIOError:
            what = "another process is writing this store"
            raise RefusedError("busy", what, "wait for it", folder) from None
        yield


@contextmanager
def _clear_on_error(folder: str) -> Generator[None]:
    """A folder that has become no store is not left behind."""
    try:
        yield
    except BaseException:
        with suppress(OSError):
            if os.listdir(folder) == [_LOCK]:
                os.unlink(os.path.join(folder, _LOCK))
                os.rmdir(folder)
        raise


def _sweep(folder: str, named: set[str]) -> None:
    """Removes parts that neither this store nor the last one names, and what a process left that was killed: who reads the last one
    finds its parts until the next change."""
    for name in os.listdir(folder):
        if (PART_NAME.fullmatch(name) and name not in named) or is_aside(name):
            with suppress(OSError):
                os.unlink(os.path.join(folder, name))


def _is_ours(name: str) -> bool:
    return name in (MANIFEST, _LOCK) or PART_NAME.fullmatch(name) is not None or is_aside(name)
