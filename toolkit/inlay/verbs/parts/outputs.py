"""Where a plan goes: a local file, or an object in a store."""

from __future__ import annotations

import os
import re
from collections.abc import Generator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from inlay.changes.rewrite.new_file import require_output
from inlay.changes.rewrite.new_object import OutputStore
from inlay.footers.encryption.keys import EncryptionKeys
from inlay.ground.files.paths import is_url
from inlay.ground.refusals import RefusedError
from inlay.verbs.parts.in_store import make_object
from inlay.verbs.parts.making import WriteOptions, WrittenFile, make_file
from inlay.verbs.parts.plan import PartsPlan
from inlay.verbs.parts.source import PartSources


def sources_for(output: str | os.PathLike[str], keys: EncryptionKeys) -> PartSources:
    """The sources of what goes to `output`, or into that folder. RefusedError for a store without conditional writes."""
    path = os.fspath(output)
    return PartSources(store=OutputStore(path) if is_url(path) else None, keys=keys)


@contextmanager
def folder_for(
    folder: str | os.PathLike[str], sources: PartSources, how: WriteOptions
) -> Generator[None]:
    """Makes a local folder, but for a dry run. One that is new, and into which nothing was put before an error, is gone again."""
    path = Path(folder)
    if sources.store is not None or how.dry_run:
        yield
        return
    new = [each for each in (path, *path.parents) if not each.exists()]
    path.mkdir(parents=True, exist_ok=True)
    try:
        yield
    except BaseException:
        with suppress(OSError):
            for each in new:
                each.rmdir()
        raise


def require_outputs(paths: Sequence[str], sources: PartSources, how: WriteOptions) -> None:
    """Before the first one is written: whether all of them may be."""
    require = require_output if sources.store is None else sources.store.require_output
    for path in paths:
        require(path, overwrite=how.overwrite, allow=how.allow)


def refuse_longer_split(
    folder: str | os.PathLike[str], stem: str, parts: int, sources: PartSources
) -> None:
    """RefusedError for parts of an earlier split that these would not replace: who reads the folder would find rows twice."""
    if sources.store is not None or not os.path.isdir(folder):
        return
    of_split = re.compile(rf"{re.escape(stem)}-(\d{{5,}})\.parquet")
    for name in sorted(os.listdir(folder)):
        part = of_split.fullmatch(name)
        if part is not None and int(part[1]) >= parts:
            reason = (
                f"it is part of an earlier split, and this one has {parts:,}, so its rows would be there twice: "
                "remove it, or choose another folder"
            )
            raise RefusedError("older-part", reason, path=os.path.join(folder, name))


def make(
    plan: PartsPlan, output: str | os.PathLike[str], sources: PartSources, how: WriteOptions
) -> WrittenFile:
    """Raises RefusedError for an output that may not be written; FormError for metadata that the form of the file cannot
    carry; ChunkError, PlacementRefusedError for damage; ChangedError. `output` is there, whole, or as it was.
    """
    path = os.fspath(output)
    if sources.store is None:
        return make_file(plan, path, sources, how)
    return make_object(plan, path, sources.store, sources, how)
