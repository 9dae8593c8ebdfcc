"""Every phase of a compaction on single groups, without Java: there, back, repeated, raced, and what is left alone."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from inlay.changes.life_cycle.edit_extension import seal_file
from inlay.changes.rewrite import replace
from inlay.changes.rewrite.system import POSIX
from inlay.ground.refusals import RefusedError
from inlay_spark.migration import group_publishing
from inlay_spark.migration.group_publishing import publish_group
from inlay_spark.migration.group_staging import plan_group, stage_group
from inlay_spark.migration.group_undoing import stage_group_back, verify_group_undone
from inlay_spark.migration.group_verifying import discard_old_files, verify_group
from inlay_spark.migration.members import unpack_members
from inlay_spark.migration.operations import COMPACT, Operation
from inlay_spark.migration.rows import (
    DONE,
    OTHER,
    PROBLEM,
    REFUSED,
    SAME,
    FileGroup,
    PublishedFile,
    StagedGroup,
)
from inlay_spark.migration.sweeping import sweep
from tests.pipeline.migration.small_files import (
    JOB,
    LARGE,
    group_of,
    groups_of,
    numbers_in,
    snapshot,
    write_small_files,
)

ROWS = list(range(50))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "lake"


@pytest.fixture
def paths(folder: Path) -> list[str]:
    return write_small_files(folder, 5)


def staged_of(paths: list[str]) -> StagedGroup:
    rows = list(stage_group(group_of(paths), LARGE, JOB))
    assert [row.state for row in rows] == [DONE], rows
    return rows[0]


def states_of(paths: list[str], operation: Operation = LARGE) -> dict[str, str]:
    return {Path(row.path).name: row.state for row in stage_group(group_of(paths), operation, JOB)}


def act_after_publishing(monkeypatch: pytest.MonkeyPatch, act: Callable[[str], None]) -> None:
    """Whenever a file has taken its place, somebody else acts; `act` is given the path of the file."""
    real = replace.publish_atomically

    def publish_atomically(system: object, finished: str, output: str, *, overwrite: bool) -> None:
        real(POSIX, finished, output, overwrite=overwrite)
        act(output)

    monkeypatch.setattr(group_publishing, "publish_atomically", publish_atomically)


GROUPS = [
    ({"/f/a": 40, "/f/b": 40, "/f/c": 40}, 100, [["/f/a", "/f/b"], ["/f/c"]]),
    ({"/f/b": 50, "/f/a": 50}, 100, [["/f/a", "/f/b"]]),
    ({"/f/a": 10, "/f/b": 100, "/f/c": 10}, 100, [["/f/b"], ["/f/a", "/f/c"]]),
    ({"/f/a": 10, "/g/a": 10}, 100, [["/f/a"], ["/g/a"]]),
    ({"/f/a": 0, "/f/b": 0}, 1, [["/f/a", "/f/b"]]),
    ({}, 100, []),
]


@pytest.mark.parametrize(("sizes", "target", "expected"), GROUPS)
def test_what_is_packed_together(
    sizes: dict[str, int], target: int, expected: list[list[str]]
) -> None:
    assert groups_of(sizes, target) == expected


def test_there_and_back(folder: Path, paths: list[str]) -> None:
    Path(paths[1]).with_name(".part-001.parquet.crc").write_bytes(b"of Hadoop")
    before = snapshot(folder)
    planned = list(plan_group(group_of(paths), LARGE))
    assert snapshot(folder) == before
    row = staged_of(paths)
    assert (planned[0].files, planned[0].rows, planned[0].small_row_groups) == (5, 50, 5)
    assert (row.files, row.row_groups, row.small_row_groups) == (5, 5, 5)
    assert numbers_in(folder) == ROWS
    assert publish_group(row) == PublishedFile(row.path, DONE, "", row.size)
    assert [path.name for path in folder.glob("*.parquet")] == [f"part-000-{JOB}.parquet"]
    assert numbers_in(folder) == ROWS
    assert verify_group(row, sample=True).state == DONE
    assert publish_group(stage_group_back(row)).state == DONE
    assert snapshot(folder) == before
    assert verify_group_undone(row).state == DONE
    assert stage_group_back(row).state == SAME


def test_the_plan_says_how_large_the_file_will_be(paths: list[str]) -> None:
    planned = next(plan_group(group_of(paths), LARGE))
    row = staged_of(paths)
    assert abs(planned.new_size - row.new_size) < 200
    assert planned.size == row.size == sum(Path(path).stat().st_size for path in paths)


def test_mode_is_that_of_the_old_files(folder: Path, paths: list[str]) -> None:
    for path in paths:
        os.chmod(path, 0o640)
    os.chmod(paths[4], 0o600)
    rows = list(stage_group(group_of(paths), LARGE, JOB))
    assert [(row.state, row.files) for row in rows] == [(DONE, 4), (SAME, 1)]
    assert "mode" in rows[1].reason
    assert publish_group(rows[0]).state == DONE
    assert os.stat(rows[0].path).st_mode & 0o777 == 0o640


STEPS = ["link", "unlink", "rename 0", "rename 1", "rename 4"]


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("then", ["go on", "go back"])
def test_a_kill_between_two_steps(
    step: str, then: str, folder: Path, paths: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """No row is ever missing, and both ways lead out."""
    before = snapshot(folder)
    row = staged_of(paths)
    what, _, number = step.partition(" ")
    with monkeypatch.context() as patched:
        patched.setattr(os, what, _killing(getattr(os, what), int(number or 0)))
        with pytest.raises(KilledError):
            publish_group(row)
    assert set(numbers_in(folder)) == set(ROWS)
    if then == "go on":
        assert publish_group(row).state == DONE
        assert numbers_in(folder) == ROWS
        assert verify_group(row, sample=True).state == DONE
    sweep([str(folder)], JOB)
    back = stage_group_back(row)
    assert publish_group(back).state in (DONE, SAME)
    assert snapshot(folder) == before


@pytest.mark.parametrize("call", range(6))
def test_a_kill_on_the_way_back(
    call: int, folder: Path, paths: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = snapshot(folder)
    row = staged_of(paths)
    publish_group(row)
    back = stage_group_back(row)
    with monkeypatch.context() as patched:
        patched.setattr(os, "unlink", _killing(os.unlink, call))
        with pytest.raises(KilledError):
            publish_group(back)
    assert set(numbers_in(folder)) == set(ROWS)
    assert publish_group(stage_group_back(row)).state in (DONE, SAME)
    assert snapshot(folder) == before


class KilledError(BaseException):
    """Like a kill, nothing catches it."""


def _killing(real: Callable[..., None], after: int) -> Callable[..., None]:
    calls = iter(range(100))

    def call(*arguments: object, **options: object) -> None:
        if next(calls) == after:
            raise KilledError
        real(*arguments, **options)

    return call


def test_publishing_may_be_repeated_and_raced(folder: Path, paths: list[str]) -> None:
    first, second = staged_of(paths), staged_of(paths)
    assert first.hidden != second.hidden
    assert [publish_group(row).state for row in (first, first)] == [DONE, DONE]
    # Another attempt kept the old files under other names: it finds them gone, and undoes nothing.
    assert publish_group(second).state == PROBLEM
    assert numbers_in(folder) == ROWS


def test_a_late_attempt_after_the_way_back_does_nothing(folder: Path, paths: list[str]) -> None:
    before = snapshot(folder)
    row = staged_of(paths)
    publish_group(row)
    publish_group(stage_group_back(row))
    assert publish_group(row).state == PROBLEM
    assert snapshot(folder) == before


def test_a_file_that_somebody_changed_before(folder: Path, paths: list[str]) -> None:
    row = staged_of(paths)
    pq.write_table(pa.table({"a": [77], "s": ["x"]}), paths[2])
    before = {name: data for name, data in snapshot(folder).items() if not name.endswith(".tmp")}
    published = publish_group(row)
    assert (published.state, "changed" in published.reason) == (PROBLEM, True)
    sweep([str(folder)], JOB)
    assert snapshot(folder) == before


def test_a_file_that_somebody_changes_meanwhile(
    folder: Path, paths: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The group is taken back, and every row is there once."""
    row = staged_of(paths)

    def write_another(output: str) -> None:
        if output == row.path:
            pq.write_table(pa.table({"a": [77], "s": ["x"]}), paths[2])

    act_after_publishing(monkeypatch, write_another)
    assert publish_group(row).state == PROBLEM
    assert numbers_in(folder) == sorted([*ROWS[:20], *ROWS[30:], 77])
    assert sorted(os.listdir(folder)) == [Path(path).name for path in paths]


def test_the_new_file_stays_if_it_alone_has_the_rows(
    folder: Path, paths: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    row = staged_of(paths)
    act_after_publishing(monkeypatch, lambda _output: os.unlink(paths[2]))
    assert publish_group(row).state == PROBLEM
    assert set(numbers_in(folder)) == set(ROWS)


def test_a_new_file_that_somebody_changed_is_not_taken_back(folder: Path, paths: list[str]) -> None:
    row = staged_of(paths)
    publish_group(row)
    seal_file(row.path)
    before = snapshot(folder)
    back = stage_group_back(row)
    assert (back.state, back.reason) == (PROBLEM, "the file changed since it was published")
    assert verify_group(row, sample=True).state == PROBLEM
    assert snapshot(folder) == before


def test_another_file_under_an_old_name_is_not_lost(folder: Path, paths: list[str]) -> None:
    row = staged_of(paths)
    publish_group(row)
    Path(paths[3]).write_bytes(b"theirs")
    before = snapshot(folder)
    assert publish_group(stage_group_back(row)).state == PROBLEM
    assert snapshot(folder) == before


def test_old_files_go_when_the_new_one_was_verified(folder: Path, paths: list[str]) -> None:
    Path(paths[1]).with_name(".part-001.parquet.crc").write_bytes(b"of Hadoop")
    row = staged_of(paths)
    publish_group(row)
    assert verify_group(row, sample=True).state == DONE
    for _ in range(2):
        discard_old_files(row)
        assert os.listdir(folder) == [Path(row.path).name]
        assert verify_group(row, sample=True, is_discarding=True).state == DONE
    assert verify_group(row, sample=True).state == PROBLEM
    assert stage_group_back(row).state == PROBLEM
    assert publish_group(row).state == PROBLEM
    assert numbers_in(folder) == ROWS


def test_wrong_rows_are_noticed(folder: Path, paths: list[str]) -> None:
    row = staged_of(paths)
    publish_group(row)
    members = unpack_members(row.members)
    order = pq.read_table(members[1].kept)
    with open(members[1].kept, "r+b") as file:
        data = Path(members[2].kept).read_bytes()
        assert len(data) == members[1].size
        file.write(data)
    os.utime(members[1].kept, ns=(members[1].mtime_ns, members[1].mtime_ns))
    assert order.num_rows == 10
    verified = verify_group(row, sample=True)
    assert (verified.state, "other values" in verified.reason) == (PROBLEM, True)


def test_schemas_that_do_not_fit_split_the_group(folder: Path, paths: list[str]) -> None:
    other = folder / "part-0015.parquet"
    for number, path in enumerate([other, folder / "part-0035.parquet"]):
        pq.write_table(pa.table({"a": [100 + number], "s": [1.5]}), path)
    pq.write_table(pa.table({"b": [7]}), folder / "part-9.parquet")
    every = sorted(str(path) for path in folder.iterdir())
    rows = list(stage_group(group_of(every), LARGE, JOB))
    assert [(row.state, row.files) for row in rows] == [(DONE, 5), (DONE, 2), (SAME, 1)]
    assert "column" in rows[2].reason or "not there" in rows[2].reason
    assert [publish_group(row).state for row in rows[:2]] == [DONE, DONE]
    assert [verify_group(row, sample=True).state for row in rows[:2]] == [DONE, DONE]


def test_columns_in_another_order_become_one(folder: Path, paths: list[str]) -> None:
    turned = folder / "part-9.parquet"
    pq.write_table(pa.table({"s": ["z", None], "a": [99, 98]}), turned)
    row = staged_of([*paths, str(turned)])
    publish_group(row)
    assert verify_group(row, sample=True).state == DONE
    assert numbers_in(folder) == [*ROWS, 98, 99]


def _break_page(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[5] ^= 0xFF
    path.write_bytes(data)


def _write_link(path: Path) -> None:
    path.rename(path.with_name("aside"))
    path.symlink_to(path.with_name("aside"))


LEFT_OUT: dict[str, tuple[Callable[[Path], object], str]] = {
    "damaged footer": (lambda path: path.write_bytes(b"PAR1 damaged PAR1"), PROBLEM),
    "damaged page": (_break_page, PROBLEM),
    "gone": (lambda path: path.unlink(), PROBLEM),
    "a link": (_write_link, REFUSED),
}


@pytest.mark.parametrize("name", LEFT_OUT)
def test_what_is_left_out(name: str, folder: Path, paths: list[str]) -> None:
    damage, state = LEFT_OUT[name]
    group = group_of(paths)
    damage(Path(paths[2]))
    rows = list(stage_group(group, LARGE, JOB))
    assert {row.state: row.files for row in rows} == {state: 1, DONE: 4}
    assert next(row for row in rows if row.state == state).path == paths[2]
    assert [publish_group(row).state for row in rows] == [row.state for row in rows]


def test_notes_are_no_parquet_files(folder: Path, paths: list[str]) -> None:
    note = folder / "README.md"
    note.write_text("what this is")
    assert states_of([str(note), *paths]) == {"README.md": OTHER, f"part-000-{JOB}.parquet": DONE}


def test_tables_and_summaries_are_refused(folder: Path, paths: list[str]) -> None:
    names = [Path(path).name for path in paths]
    for mark in ("_delta_log", "metadata/v1.metadata.json", "_metadata"):
        place = folder / mark
        if mark == "_metadata":
            place.write_bytes(b"")
        else:
            place.mkdir(parents=True)
        assert states_of(paths) == dict.fromkeys(names, REFUSED)
        if mark != "_metadata":
            place.rmdir()
    assert sorted(path.name for path in folder.iterdir() if path.is_file()) == ["_metadata", *names]


def test_objects_are_refused() -> None:
    group = FileGroup("s3://lake/a", 1, "", '["s3://lake/a", "s3://lake/b"]')
    assert [row.state for row in stage_group(group, LARGE, JOB)] == [REFUSED, REFUSED]


def test_a_second_compaction_does_not_grow_the_name(folder: Path, paths: list[str]) -> None:
    row = staged_of(paths)
    publish_group(row)
    more = write_small_files(folder / "more", 1)
    again = next(stage_group(group_of([row.path, *more]), LARGE, "inlay-aaaaaaaaaaaa"))
    assert Path(again.path).name == "part-000-inlay-aaaaaaaaaaaa.parquet"


def test_a_size_goes_with_compaction_alone() -> None:
    with pytest.raises(RefusedError, match="target size"):
        Operation("seal", target_size=1)
    with pytest.raises(RefusedError, match="target size"):
        Operation(COMPACT)
