"""Objects instead of files: a write goes through only if nobody wrote since we read."""

from __future__ import annotations

import io
from collections.abc import Sequence

import pytest

from inlay.changes.rewrite import Change, ChangedError, RefusedError
from inlay.changes.rewrite.change import Planned
from inlay.changes.rewrite.object_parts import Piece
from inlay.changes.rewrite.store import ObjectVersion, edit_object
from inlay.footers.footer import read_footer
from inlay.footers.footer.trailer import tail_of
from inlay.ground.files.source import Seekable
from inlay_runtime.append import append_extension
from tests.faults.files import small_file
from tests.faults.memory_store import MemoryStore

KEY = "lake/part.parquet"


def plan(source: Seekable) -> Planned[int]:
    footer = read_footer(source)
    change = Change(footer.offset, tail_of(append_extension(footer.data, b"payload")))
    return Planned(change, footer.offset, check=check)


def check(file: Seekable) -> None:
    assert read_footer(file).data[-8:] == b"payload\0"


@pytest.fixture
def store() -> MemoryStore:
    made = MemoryStore()
    made.put(KEY, small_file())
    return made


def test_the_tail_is_replaced_and_the_body_copied_by_the_store(store: MemoryStore) -> None:
    outcome, offset = edit_object(store, KEY, plan)
    assert offset == read_footer(io.BytesIO(small_file())).offset
    assert len(store.get(KEY)) == outcome.new_size == outcome.old_size + 12
    assert store.get(KEY)[:10_000] == small_file()[:10_000]


def test_a_dry_run_and_another_key_leave_it_alone(store: MemoryStore) -> None:
    assert edit_object(store, KEY, plan, dry_run=True).outcome.dry_run
    edit_object(store, KEY, plan, output="lake/other.parquet")
    assert store.get(KEY) == small_file()
    assert store.get("lake/other.parquet") != small_file()
    with pytest.raises(RefusedError, match="the object already exists"):
        edit_object(store, KEY, plan, output="lake/other.parquet")
    assert edit_object(
        store, KEY, plan, output="lake/other.parquet", overwrite=True
    ).outcome.changed


class Disturbed(MemoryStore):
    """Somebody else writes before the n-th call."""

    def __init__(self, call: int) -> None:
        super().__init__()
        self.left = call
        self.put(KEY, small_file())

    def read(self, key: str, etag: str, start: int, end: int) -> bytes:
        self.disturb()
        return super().read(key, etag, start, end)

    def assemble(
        self, key: str, pieces: Sequence[Piece], if_match: str | None, *, like: str | None = None
    ) -> ObjectVersion:
        self.disturb()
        return super().assemble(key, pieces, if_match, like=like)

    def disturb(self) -> None:
        self.left -= 1
        if self.left == 0:
            self.put(KEY, b"another's")


def test_every_stale_write_is_refused() -> None:
    conflicts = 0
    for call in range(1, 20):
        store = Disturbed(call)
        try:
            edit_object(store, KEY, plan)
        except ChangedError:
            conflicts += 1
            assert store.get(KEY) == b"another's"
        else:
            assert store.left > 0
            assert b"payload" in store.get(KEY)
    assert conflicts >= 3


def test_of_two_writers_the_second_gets_a_conflict(store: MemoryStore) -> None:
    def losing(source: Seekable) -> Planned[int]:
        planned = plan(source)
        edit_object(store, KEY, plan)
        return planned

    with pytest.raises(ChangedError):
        edit_object(store, KEY, losing)
    assert store.get(KEY).count(b"payload") == 1


def test_without_an_object_there_is_nothing_to_edit(store: MemoryStore) -> None:
    with pytest.raises(FileNotFoundError):
        edit_object(store, "lake/none", plan)
