"""A change of an object behind a URL, where its store has conditional writes."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from inlay.changes.rewrite.change import Done, Planned, Target
from inlay.changes.rewrite.object_to_file import write_to_file
from inlay.changes.rewrite.policy import refuse_table_file
from inlay.changes.rewrite.store import ObjectStore, edit_object
from inlay.changes.rewrite.table_formats import Folders
from inlay.ground.files.clients import open_fsspec_client
from inlay.ground.files.paths import is_url
from inlay.ground.files.remote import wrap_error
from inlay.ground.files.source import Seekable
from inlay.ground.refusals import RefusedError

T = TypeVar("T")


def edit_url(
    url: str,
    plan: Callable[[Seekable], Planned[T]],
    *,
    target: Target,
) -> Done[T]:
    """As `edit_planned`. RefusedError for a store without conditional writes."""
    if target.in_place:
        reason = "objects cannot be changed in place: they are replaced as a whole"
        raise RefusedError("in-place", reason, "leave --in-place out", url)
    filesystem, key = open_fsspec_client(url)
    store = find_store(url, filesystem, target.allow)
    if target.output is not None and not is_url(target.output):
        return _write_to_file(url, plan, store, key, target)
    output = None
    if target.output is not None:
        other, output = open_fsspec_client(target.output)
        if other is not filesystem:
            reason = f"{target.output} is not in the store of {url}, and is not written from there"
            raise RefusedError("store", reason, path=url)
    if output == key:
        raise RefusedError(
            "same", "OUT and FILE are the same file", "leave out -o to replace it", url
        )
    try:
        is_new = output is not None and not _is_there(store, output)
        refuse_table_file(folders_of(filesystem, store), output or key, target.allow, is_new=is_new)
        done = edit_object(
            store,
            key,
            plan,
            output=output,
            overwrite=target.overwrite,
            dry_run=target.dry_run,
            name=url,
        )
    except RefusedError as error:
        # What is refused about OUT is said of OUT, by its URL.
        is_output = error.path == output
        error.path = target.output if is_output and target.output is not None else url
        raise
    except OSError as error:
        raise wrap_error(url, error) from error
    finally:
        filesystem.invalidate_cache()  # it remembers sizes and ETags, and was not asked
    return done._replace(outcome=replace(done.outcome, path=target.output or url))


def _write_to_file(
    url: str, plan: Callable[[Seekable], Planned[T]], store: ObjectStore, key: str, target: Target
) -> Done[T]:
    assert target.output is not None
    try:
        return write_to_file(store, key, plan, target.output, target=target, name=url)
    except OSError as error:
        raise error if error.filename == target.output else wrap_error(url, error) from error


def abort_abandoned(url: str) -> list[str]:
    """What a kill left of uploads to this URL; the URLs of what told of them, which are removed."""
    filesystem, key = open_fsspec_client(url)
    if "s3" not in _kinds(filesystem):
        return []
    from inlay.changes.rewrite.s3_objects import S3Objects

    try:
        removed = S3Objects(filesystem).abort_abandoned(key)
    except OSError as error:
        raise wrap_error(url, error) from error
    finally:
        filesystem.invalidate_cache()
    return [f"{url[: -len(key)]}{name}" for name in removed]


def _is_there(store: ObjectStore, key: str) -> bool:
    try:
        store.head(key)
    except FileNotFoundError:
        return False
    return True


def open_object_store(url: str) -> tuple[ObjectStore, str]:
    """The store of an object, and its key there. RefusedError for a store without conditional writes."""
    filesystem, key = open_fsspec_client(url)
    return find_store(url, filesystem), key


def _kinds(filesystem: Any) -> set[str]:
    protocols: str | tuple[str, ...] = filesystem.protocol
    return {protocols} if isinstance(protocols, str) else set(protocols)


def find_store(url: str, filesystem: Any, allow: frozenset[str] = frozenset()) -> ObjectStore:
    kinds = _kinds(filesystem)
    if "memory" in kinds:
        from inlay.changes.rewrite.memory_objects import MemoryObjects

        return MemoryObjects(filesystem)
    if "s3" in kinds:
        from inlay.changes.rewrite.s3_objects import S3Objects

        return S3Objects(filesystem, allow=allow)
    raise RefusedError(
        "store",
        "inlay knows no conditional writes for this store (it does for s3://): copy the file here, change it, and "
        "copy it back",
        path=url,
    )


def folders_of(filesystem: Any, store: ObjectStore) -> Folders:
    from inlay.changes.rewrite.s3_objects import S3Objects

    return store.folders() if isinstance(store, S3Objects) else _Folders(filesystem)


@dataclass(frozen=True, slots=True)
class _Folders:
    """What the policy asks about folders."""

    filesystem: Any

    def is_there(self, path: str) -> bool:
        return bool(self.filesystem.exists(path))

    def names(self, folder: str) -> list[str]:
        paths: list[str] = self.filesystem.ls(folder, detail=False)
        return [os.path.basename(name) for name in paths]
