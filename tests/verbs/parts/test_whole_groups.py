"""Row groups that move whole come out as those that are taken apart, byte for byte, and what is wrong is said alike."""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from inlay.changes.life_cycle.edit_extension import seal_file
from inlay.errors import InlayError
from inlay.pages.engine import whole_group
from inlay.pages.engine.sink import StreamSink
from inlay.pages.engine.whole_group import WholeGroup
from inlay.verbs.parts.concat import plan_concat
from inlay.verbs.parts.making import WriteOptions, write
from inlay.verbs.parts.plan import PartsPlan
from inlay.verbs.parts.selection import plan_selection
from inlay.verbs.parts.source import PartSource, PartSources
from tests.pages.encodings.files import pq
from tests.verbs.parts import test_law as law
from tests.verbs.parts.made import OPTIONS, table, write_tables

pytestmark = pytest.mark.needs("native core")

CHOICES: dict[str, dict[str, Any]] = {
    **OPTIONS,
    "indexes": {key: each for key, each in OPTIONS["indexed"].items() if "bloom" not in key},
}
WRITERS = [*CHOICES, "DuckDB", "Polars"]


def write_by(writer: str, rows: Any, path: str) -> None:
    if writer in CHOICES:
        pq.write_table(rows, path, **CHOICES[writer])
    else:
        law.WRITERS[writer](law.plain(rows.select(["id", "name"])), Path(path))


CHECKED = WriteOptions()
MakePlan = Callable[[Sequence[PartSource]], PartsPlan]


def put_together(parts: Sequence[PartSource]) -> PartsPlan:
    return plan_concat(parts, ours="us")


def outcome(paths: Sequence[str], how: WriteOptions, plan: MakePlan = put_together) -> object:
    """The new file, or what is wrong."""
    output = io.BytesIO()
    try:
        with PartSources() as sources:
            write(plan(sources.open_all(paths)), StreamSink(output), how)
    except (InlayError, OSError) as error:
        return type(error), str(error)
    return output.getvalue()


def both_ways(
    paths: Sequence[str],
    monkeypatch: pytest.MonkeyPatch,
    how: WriteOptions = CHECKED,
    plan: MakePlan = put_together,
) -> tuple[object, object]:
    whole = outcome(paths, how, plan)
    with monkeypatch.context() as patch:
        patch.setattr(whole_group, "_native", None)
        return whole, outcome(paths, how, plan)


def select_every(step: int, start: int = 0) -> MakePlan:
    """Every so many columns of the first file."""

    def plan(parts: Sequence[PartSource]) -> PartsPlan:
        return plan_selection(
            parts[0], range(start, len(parts[0].tree.leaves), step), range(parts[0].count)
        )

    return plan


def groups_of(parts: Sequence[PartSource]) -> list[int]:
    return [len(part.groups) for part in parts]


@pytest.mark.parametrize("verify_pages", [True, False], ids=["checked", "unchecked"])
@pytest.mark.parametrize("writer", WRITERS)
def test_what_moves_whole_is_what_is_taken_apart(
    writer: str, verify_pages: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = [os.fspath(tmp_path / f"{number}.parquet") for number in range(4)]
    for rows, path in zip([700, 40, 1, 350], paths, strict=True):
        write_by(writer, table(rows, rows), path)
    with PartSources() as sources:
        parts = sources.open_all(paths)
    assert all(groups_of(parts))
    groups = [group for part in parts for group in part.groups]
    has_gaps = writer == "Polars"  # which puts a copy of the metadata behind each chunk
    assert any(group.span > group.size for group in groups) == has_gaps
    whole, apart = both_ways(paths, monkeypatch, WriteOptions(verify_pages=verify_pages))
    assert isinstance(whole, bytes)
    assert whole == apart


@pytest.mark.parametrize("verify_pages", [True, False], ids=["checked", "unchecked"])
@pytest.mark.parametrize("writer", WRITERS)
def test_chosen_columns_move_whole_as_they_are_taken_apart(
    writer: str, verify_pages: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is left of the row group, its totals and offsets are those of the chunks that stay."""
    path = os.fspath(tmp_path / "a.parquet")
    write_by(writer, table(500, 3), path)
    chosen: list[bool] = []
    choose = whole_group.WholeGroup.choose

    def note(group: WholeGroup, *given: Any) -> WholeGroup | None:
        chosen.append((some := choose(group, *given)) is not None and some.is_small)
        return some

    monkeypatch.setattr(whole_group.WholeGroup, "choose", note)
    for plan in (select_every(2), select_every(2, 1), select_every(9, 1)):
        how = WriteOptions(verify_pages=verify_pages)
        whole, apart = both_ways([path], monkeypatch, how, plan)
        assert isinstance(whole, bytes)
        assert whole == apart
    assert chosen
    assert all(chosen)


@pytest.mark.parametrize("writer", ["indexes", "plain"])
def test_damage_is_found_alike_where_columns_are_chosen(
    writer: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the first file, too, which is not looked at again where its row groups move whole."""
    paths = [os.fspath(tmp_path / "a.parquet")] * 2
    write_by(writer, table(40, 1).select(["id", "name"]), paths[0])
    old = Path(paths[0]).read_bytes()
    plan = select_every(2)
    refused = sum(find_damage(paths, old, seed, monkeypatch, plan) for seed in range(FLIPS))
    assert 0 < refused < FLIPS


def test_files_that_differ_are_put_together_alike(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some with ordinals and some without, by several writers."""
    paths: list[str] = []
    for number, name in enumerate(["Polars", "DuckDB", "Polars", "pyarrow", "indexed", "indexes"]):
        paths.append(os.fspath(tmp_path / f"{number}.parquet"))
        write_by(name, table(300 + number, number).select(["id", "name"]), paths[-1])
    for chosen in (paths, paths[::-1], paths[:3], paths[3:]):
        whole, apart = both_ways(chosen, monkeypatch)
        assert isinstance(whole, bytes)
        assert whole == apart


@pytest.mark.parametrize("writer", ["indexes", "DuckDB", "plain", "Polars"])
def test_damage_is_found_alike(
    writer: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever bit of the second file is another one."""
    paths = [os.fspath(tmp_path / f"{number}.parquet") for number in range(2)]
    for number, path in enumerate(paths):
        write_by(writer, table(40, number).select(["id", "name"]), path)
    old = Path(paths[1]).read_bytes()
    refused = sum(find_damage(paths, old, number, monkeypatch) for number in range(FLIPS))
    assert 0 < refused < FLIPS


FLIPS = 20
"""In the suite; 9,000 others were found alike, too."""


def find_damage(
    paths: Sequence[str],
    old: bytes,
    seed: int,
    monkeypatch: pytest.MonkeyPatch,
    plan: MakePlan = put_together,
) -> bool:
    """Whether it was found; as often in the footer, which is mostly behind the pages, as in them."""
    random = Random(seed)
    new = bytearray(old)
    at = random.choice([random.randrange(4, len(old)), random.randrange(len(old) // 2, len(old))])
    new[at] ^= 1 << random.randrange(8)
    Path(paths[1]).write_bytes(new)
    whole, apart = both_ways(paths, monkeypatch, plan=plan)
    assert whole == apart, (seed, at)
    return not isinstance(whole, bytes)


def test_a_footer_with_a_seal_is_held_against_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though what stands around the row groups is what the one before has."""
    paths = write_tables(tmp_path, [table(300, 1), table(300, 2)])
    for path in paths:
        seal_file(path)
    with PartSources() as sources:
        parts = sources.open_all(paths)
    assert groups_of(parts) == [1, 1]
    second = Path(paths[1])
    second.write_bytes(second.read_bytes().replace(b"parquet-cpp", b"parquet-cpq"))
    with PartSources() as sources, pytest.raises(InlayError, match="seal"):
        sources.open_all(paths)
