"""An object, changed, as a file on a local disk. The object stays as it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from inlay.changes.rewrite.change import Done, Outcome, Planned, Target
from inlay.changes.rewrite.errors import ChangedError
from inlay.changes.rewrite.new_file import NewFile, require_output
from inlay.changes.rewrite.store import ObjectStore, StaleError, StoreFile
from inlay.ground.files.source import Seekable
from inlay.ground.files.steps import read_steps

T = TypeVar("T")


def write_to_file(
    store: ObjectStore,
    key: str,
    plan: Callable[[Seekable], Planned[T]],
    output: str,
    *,
    target: Target,
    name: str,
) -> Done[T]:
    """As `edit_object`. Raises what `NewFile` does, and ChangedError where the object is not any more what it was; `name` is what errors call it."""
    require_output(output, overwrite=target.overwrite, allow=target.allow)
    try:
        version = store.head(key)
        source = StoreFile(store, key, version, name=name)
        planned = plan(source)
        new = planned.change.apply(source)
        if planned.check is not None:
            planned.check(new)
        if not target.dry_run:
            with NewFile(output, overwrite=target.overwrite, allow=target.allow) as file:
                for step in read_steps(new, 0, new.size):
                    file.file.write(step)
                    target.watch(file.file.tell(), new.size)
                if file.file.tell() != new.size:
                    raise ChangedError(name, "the object ended before its end")
                if planned.check is not None:
                    planned.check(file.file)
    except StaleError:
        raise ChangedError(name, "the object was changed meanwhile") from None
    outcome = Outcome(
        output,
        version.size,
        new.size,
        dry_run=target.dry_run,
        warnings=planned.warnings,
        change=planned.change,
    )
    return Done(outcome, planned.result)
