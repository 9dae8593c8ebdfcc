"""A change of an object behind a URL, where its store has conditional writes."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from inlay.footer.source import Seekable, about_url
from inlay.rewrite.change import Change, Check, Outcome, Target
from inlay.rewrite.errors import RefusedError
from inlay.rewrite.policy import refuse_table_file
from inlay.rewrite.store import Store, edit_object

SEPARATOR = "://"
"""What tells a URL from a path."""


def is_url(path: str) -> bool:
    return SEPARATOR in path


def edit_url(
    url: str,
    plan: Callable[[Seekable], Change],
    *,
    check: Check | None,
    target: Target,
) -> Outcome:
    """As `edit_tail`. RefusedError for a store without conditional writes."""
    if target.in_place:
        reason = "an object is replaced as a whole, at once or not at all: there is no place in it"
        raise RefusedError("in-place", reason, "leave --in-place out", url)
    filesystem, key = _filesystem(url)
    store = _store(url, filesystem)
    output = None
    if target.output is not None:
        other, output = _filesystem(target.output) if is_url(target.output) else (None, "")
        if other is not filesystem:
            reason = f"{target.output} is not in the store of {url}, and is not written from there"
            raise RefusedError("store", reason, path=url)
    name = target.output or url
    try:
        is_new = output is not None and not filesystem.exists(output)
        refuse_table_file(_Folders(filesystem), output or key, target.allow, is_new=is_new)
        outcome = edit_object(
            store,
            key,
            plan,
            check=check,
            output=output,
            overwrite=target.overwrite,
            dry_run=target.dry_run,
            name=name,
        )
    except RefusedError as error:
        error.path = name
        raise
    except OSError as error:
        raise about_url(url, error) from error
    finally:
        filesystem.invalidate_cache()  # it remembers sizes and ETags, and was not asked
    return replace(outcome, path=name)


def object_store(url: str) -> tuple[Store, str]:
    """The store of an object, and its key there. RefusedError for a store without conditional writes."""
    filesystem, key = _filesystem(url)
    return _store(url, filesystem), key


def _filesystem(url: str) -> tuple[Any, str]:
    try:
        from fsspec.core import url_to_fs
    except ImportError as error:
        raise OSError(errno.ENOTSUP, "URLs need fsspec: install inlay[files]", url) from error
    try:
        filesystem, key = url_to_fs(url)
    except (ImportError, ValueError) as error:
        # An unknown protocol, or one whose package is not installed.
        raise OSError(errno.EINVAL, str(error), url) from error
    return filesystem, key


def _store(url: str, filesystem: Any) -> Store:
    protocols = filesystem.protocol
    kinds = {protocols} if isinstance(protocols, str) else set(protocols)
    if "memory" in kinds:
        from inlay.rewrite.memory_objects import MemoryObjects

        return MemoryObjects(filesystem)
    if "s3" in kinds:
        from inlay.rewrite.s3_objects import S3Objects

        return S3Objects(filesystem)
    raise RefusedError(
        "store",
        "objects are changed by conditional writes only, and for this store inlay knows none (it does for "
        "s3://): copy the file here, change it, and copy it back",
        path=url,
    )


@dataclass(frozen=True, slots=True)
class _Folders:
    """What the policy asks about folders."""

    filesystem: Any

    def is_there(self, path: str) -> bool:
        return bool(self.filesystem.exists(path))

    def names(self, folder: str) -> list[str]:
        found: list[str] = self.filesystem.ls(folder, detail=False)
        return [os.path.basename(name) for name in found]
