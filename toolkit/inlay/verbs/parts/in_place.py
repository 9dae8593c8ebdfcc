"""A file without some of its columns, in its own place."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from inlay.changes.rewrite.change import Target
from inlay.changes.rewrite.new_object import OutputStore
from inlay.changes.rewrite.open_file import OpenFile
from inlay.changes.rewrite.rewrite_file import Written, rewrite_whole
from inlay.changes.rewrite.system import POSIX, System
from inlay.footers.encryption.keys import EncryptionKeys
from inlay.ground.files.paths import is_url
from inlay.ground.files.source import Seekable, Source, size_of
from inlay.ground.mistakes import RequestError
from inlay.pages.engine.sink import FileSink
from inlay.verbs.parts.in_store import replace_object
from inlay.verbs.parts.making import WriteOptions, WrittenFile, check, describe_file, write
from inlay.verbs.parts.plan import PartsPlan
from inlay.verbs.parts.source import PartSource, PartSources

MakePlan: TypeAlias = Callable[[PartSource], PartsPlan]


def drop_in_place(
    source: Source,
    make_plan: MakePlan,
    how: WriteOptions,
    system: System = POSIX,
    keys: EncryptionKeys | None = None,
) -> WrittenFile:
    """Raises RequestError for a source without a path, and what `rewrite_whole` raises."""
    if not isinstance(source, str | os.PathLike):
        raise RequestError(
            "only a file with a path can be changed in its place: say where to write"
        )
    path = os.fspath(source)
    if is_url(path):
        return _replace(path, make_plan, how, keys)
    written: list[tuple[PartsPlan, bytes]] = []

    def put(file: OpenFile, target: OpenFile | None) -> Written[WrittenFile]:
        with PartSources(keys=keys) as opened:
            plan = make_plan(opened.open(file))
            if target is None:
                return Written(size_of(file), describe_file(plan, path, None))
            sink = FileSink(target)
            written.append((plan, write(plan, sink, how)))
            return Written(sink.size, describe_file(plan, path, sink.size))

    def hold(_: Seekable, new: Seekable) -> None:
        check(path, new, *written[-1])

    target = Target(dry_run=how.dry_run, allow=frozenset(how.allow))
    done = rewrite_whole(path, put, check=hold, target=target, system=system)
    return replace(done.result, notes=(*done.result.notes, *done.outcome.warnings))


def _replace(
    url: str, make_plan: MakePlan, how: WriteOptions, keys: EncryptionKeys | None
) -> WrittenFile:
    """An object, in one step, if it still is what was read."""
    store = OutputStore(url)
    with PartSources(store=store, keys=keys) as opened:
        plan = make_plan(opened.open(url))
        return replace_object(plan, url, store, opened, how)
