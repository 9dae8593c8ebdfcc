"""Each target without atheris: its seeds keep the law, and so do a few changes of them, the same in every run."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from random import Random
from typing import Final

import pytest

import inlay
from fuzz import __main__ as program
from fuzz import runs
from fuzz.mutators.flat_wire import find_spots
from fuzz.mutators.raw_bytes import mutate_bytes
from fuzz.mutators.thrift_wire import NotWire, mutate_struct, read_struct, write_node
from fuzz.mutators.whole_file import find_structs, mutate_file
from fuzz.native_core import QUICK, WATCHED
from fuzz.sample import list_inputs, run_sample
from fuzz.small_files import bloom_file, indexed_file
from fuzz.target import load_target, target_names
from inlay_variant.value import json_text
from tests.conftest import ROOT
from tests.footers.designs.files import nested_file
from tests.support.examples import TIMES

SAMPLE: Final = 4 * TIMES
"""Inputs of a target: `python -m fuzz` makes millions."""


@pytest.mark.parametrize("name", target_names())
def test_a_sample_keeps_the_law(name: str) -> None:
    target = load_target(name)
    for seed in islice(target.seeds(), 1):
        target.check(seed)
    run_sample(target, SAMPLE, name)


def test_a_law_that_is_broken_is_seen() -> None:
    """With the input that broke it."""

    def refuse(data: bytes) -> None:
        raise AssertionError(len(data))

    target = load_target("containers")._replace(check=refuse)
    with pytest.raises(AssertionError) as caught:
        run_sample(target, 1, "any")
    (note,) = caught.value.__notes__
    assert next(list_inputs(target, 1, "any")).hex() in note


def test_a_run_that_did_not_begin_or_was_led_by_nothing_is_no_success(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended = "stat::number_of_executed_units: 9\n"
    blind, led = (f"#9\tDONE cov: {edges} ft: {edges}\n{ended}" for edges in (0, 3))
    logs = iter(["ImportError: nothing there", blind, led])
    monkeypatch.setattr(program, "BUILD", tmp_path)
    monkeypatch.setattr(program, "run_fuzzer", lambda *_: next(logs))
    ledger = tmp_path / "runs.json"
    ledger.write_text("{}", encoding="utf-8")
    monkeypatch.setattr(runs, "LEDGER", ledger)
    assert [program.run_target("containers", 1, None) for _ in range(3)] == [1, 1, 0]
    assert runs.read_ledger()["containers"].executions == 9


def test_long_documents_of_json_are_within_the_law(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are read in another way, and no input of a fuzzer is so long."""
    target = load_target("json_documents")
    target.check(b"[1,2,]")
    monkeypatch.setattr(json_text, "_ITEMS", re.compile(rb"(?:[0-9],)*]?"))
    with pytest.raises(AssertionError):
        target.check(b"[1,2,]")


def test_thrift_is_taken_apart_and_put_together_again() -> None:
    file = nested_file(2)
    length = int.from_bytes(file[-8:-4], "little")
    footer = file[-8 - length : -8]
    root, rest = read_struct(footer)
    assert write_node(root) + rest == footer
    with pytest.raises(NotWire):
        read_struct(footer[:-1])


@pytest.mark.parametrize("mutate", [mutate_struct, mutate_bytes])
def test_mutators_change_something_and_never_fail(mutate: Callable[[bytes, Random], bytes]) -> None:
    """A chain of changes: each is applied to what came of the one before."""
    rng = Random("chain")
    data = nested_file(2)[-500:-8]
    seen: set[bytes] = set()
    for _ in range(150):
        data = mutate(data, rng)[:2_000]
        seen.add(data)
    assert len(seen) > 75


def test_a_flatbuffer_is_walked() -> None:
    seeds = load_target("flat_tables").seeds()
    kinds = {spot.kind for seed in islice(seeds, 3) for spot in find_spots(seed[1:])}
    assert kinds == {"table", "vtable", "slot", "offset", "length"}


def test_structs_of_a_body_are_found_and_change_where_they_are() -> None:
    """The header of a page, indexes, the header of a Bloom filter."""
    for file, is_indexed in ((indexed_file(), True), (bloom_file(), False)):
        body = file[: -8 - int.from_bytes(file[-8:-4], "little")]
        chunk = inlay.open(file).metadata.row_groups[0].columns[0]
        assert chunk.meta_data is not None
        places: list[int | None] = [chunk.meta_data.data_page_offset]
        places += [chunk.column_index_offset, chunk.offset_index_offset] if is_indexed else [chunk.meta_data.bloom_filter_offset]  # fmt: skip
        assert set(places) <= {begin for begin, _ in find_structs(body)}
    rng = Random("structs")
    changed = [mutate_file(file, rng) for _ in range(60)]
    in_body = [one for one in changed if len(one) == len(file) and one[-150:] == file[-150:]]
    assert any(one != file for one in in_body)


def test_the_last_figures_of_a_log_are_the_run() -> None:
    log = "#2\tINITED cov: 3 ft: 4\n#99\tpulse  cov: 30 ft: 41 corp: 1\nstat::number_of_executed_units: 120\n"
    run = runs.read_run(log, 2.5, 2.0, "2026-01-01", 0.25)
    assert run == runs.Run(120, 2.5, 30, 41, "2026-01-01", 30, 2.0)
    more = runs.Record().with_run(run).with_run(runs.Run(10, 1.0, 20, 50, "2026-01-02", 10, 0.5))
    assert more == runs.Record(130, 3.5, 30, 50, "2026-01-02", 40, rate=20.0)
    watched = more.with_run(runs.Run(5, 1.0, 20, 50, "2026-01-03", 5, 2.0, is_watched=True))
    assert watched == runs.Record(135, 4.5, 30, 50, "2026-01-03", 45, rate=20.0, watched=5)


def test_the_address_sanitizer_gets_the_end_of_a_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "build_core", lambda core: True)
    assert program.divide_time(80) == [(QUICK, 70), (WATCHED, 10)]
    assert program.divide_time(2) == [(QUICK, 1), (WATCHED, 1)]


def test_without_clang_a_run_is_on_the_core_that_is_installed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PATH", "")
    assert program.divide_time(80) == [(None, 80)]


@pytest.mark.needs("fcntl")
def test_a_run_is_entered_beside_those_of_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runs, "LEDGER", tmp_path / "runs.json")
    runs.write_ledger({"filters": runs.Record(7)})
    runs.enter_run("sources", runs.Run(120, 2.5, 30, 41, "2026-01-01", 30, 2.0))
    assert {name: record.executions for name, record in runs.read_ledger().items()} == {"filters": 7, "sources": 120}  # fmt: skip


def test_the_first_run_begins_the_ledger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A clone has none: it is not a file of the repository."""
    for name, file in (("LEDGER", "runs.json"), ("COVERAGE", "coverage.json"), ("PAGE", "runs.md")):
        monkeypatch.setattr(runs, name, tmp_path / "fuzz" / file)
    assert runs.read_ledger() == {}
    runs.enter_run("sources", runs.Run(12_000_000, 2.5, 30, 41, "2026-01-01", 30, 2.0))
    runs.write_page()
    page = runs.PAGE.read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `(\w+)` \| ([^|]+) \|", page, re.MULTILINE))
    assert rows == {name: load_target(name).law for name in target_names()}
    assert f"1 of {len(rows)} targets has 10,000,000." in page
    assert "Reached by" not in page


def test_the_page_counts_the_targets() -> None:
    page = (ROOT / "docs" / "trust.md").read_text(encoding="utf-8")
    assert f"{len(target_names())} targets" in page
