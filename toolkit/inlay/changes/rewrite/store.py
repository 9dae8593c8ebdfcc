"""Object stores: no rename, no partial overwrite, but conditional writes.

An implementation maps `compose` to what its provider has: a conditional PUT, or a multipart upload whose
parts are server-side copies of a version and whose last part is the tail.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol, TypeVar

from inlay.changes.rewrite.change import Done, Outcome, Planned
from inlay.changes.rewrite.errors import ChangedError, RewriteError
from inlay.changes.rewrite.object_parts import ObjectRange, Piece
from inlay.ground.files.random_access import RandomAccess
from inlay.ground.files.source import Seekable
from inlay.ground.files.steps import ends_with
from inlay.ground.refusals import RefusedError
from inlay.ground.wording.amounts import count

T = TypeVar("T")


class ObjectVersion(NamedTuple):
    """One state of an object; the etag is different for every other one."""

    etag: str
    size: int


class StaleError(Exception):
    """The object is not, or is no longer, in the state that the caller named."""


class ObjectStore(Protocol):
    def head(self, key: str) -> ObjectVersion:
        """The current version; FileNotFoundError without one."""
        ...

    def read(self, key: str, etag: str, start: int, end: int) -> bytes:
        """Bytes of that version; StaleError if it is not the current one."""
        ...

    def refuse_loss(self, key: str, *, is_replaced: bool) -> None:
        """RefusedError where a new object in the place of this one would lack what it has beside its bytes."""
        ...

    def assemble(
        self, key: str, pieces: Sequence[Piece], if_match: str | None, *, like: str | None = None
    ) -> ObjectVersion:
        """Publishes at `key` the pieces, in order. It gets what the object `like` has beside its bytes.

        StaleError unless all that is taken from objects is still there and `key` is at `if_match`; None means that there must be no
        such object.
        """
        ...


class StoreFile(RandomAccess):
    """A version of an object, read like a file."""

    def __init__(
        self, store: ObjectStore, key: str, version: ObjectVersion, name: str = ""
    ) -> None:
        """`name` is what errors call it."""
        super().__init__()
        self.name = name or key
        self._key = key
        self._store = store
        self._version = version

    @property
    def key(self) -> str:
        """The object."""
        return self._key

    @property
    def etag(self) -> str:
        """The version that is read, whatever is there by now."""
        return self._version.etag

    @property
    def size(self) -> int:
        return self._version.size

    def read_at(self, offset: int, size: int, /) -> bytes:
        end = min(offset + size, self.size)
        if offset >= end:
            return b""
        return self._store.read(self._key, self._version.etag, offset, end)


def edit_object(
    store: ObjectStore,
    key: str,
    plan: Callable[[Seekable], Planned[T]],
    *,
    output: str | None = None,
    overwrite: bool = False,
    dry_run: bool = False,
    name: str = "",
) -> Done[T]:
    """As `edit_planned`, on an object. ChangedError if it is not any more what was read; `name` is what errors
    call it."""
    name = name or key
    version = store.head(key)
    expected: str | None = version.etag
    if output is not None:
        expected = find_output_state(store, output, overwrite=overwrite)
    try:
        source = StoreFile(store, key, version, name=name)
        planned = plan(source)
        change, check = planned.change, planned.check
        is_same = ends_with(source, change.keep, change.end)
        changed = not (output is None and is_same)
        if changed and check is not None:
            check(change.apply(source))
        if changed:
            store.refuse_loss(key, is_replaced=output in (None, key))
        if changed and not dry_run:
            pieces = [ObjectRange(key, version.etag, 0, change.keep), *change.end.parts]
            new_version = store.assemble(output or key, pieces, expected, like=key)
            if new_version.size != change.size:
                raise RewriteError(
                    f"{name}: {count(new_version.size, 'byte is', 'bytes are')} there, not {change.size}"
                )
    except StaleError:
        raise ChangedError(name, "the object was changed meanwhile") from None
    outcome = Outcome(
        name,
        version.size,
        change.size,
        changed=changed,
        dry_run=dry_run,
        warnings=planned.warnings,
        change=change,
        is_copy=is_same and output is not None,
    )
    return Done(outcome, planned.result)


def find_output_state(store: ObjectStore, output: str, *, overwrite: bool) -> str | None:
    """The state that the output has to be in when it is written; None for none."""
    try:
        there = store.head(output).etag
    except FileNotFoundError:
        return None
    if not overwrite:
        raise RefusedError("exists", "the object already exists", "--overwrite", output)
    return there
