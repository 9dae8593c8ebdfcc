"""Row groups that share their pages and page indexes: a footer of some bytes for each, and no command does its work again for each."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, cast

import pyarrow as pa
import pytest
from pyarrow import parquet

import inlay
from inlay.footers.footer.errors import FooterError
from inlay.ground.files.read_budget import ReadBudget
from inlay.pages.engine.errors import ChunkError
from inlay.tables.scan.scan import scan_tables
from inlay.tables.scan.schemas import select_columns
from inlay.verbs.compare.compare import compare_designs
from inlay_runtime.finding import Finding
from tests.support.inlay_command import Inlay, make_command
from tests.tables.page_tables.files import CountedFile, replace_footer, write_with_bloom

pq: Final[Any] = parquet
ROWS: Final = 2_000
SHARED: Final = 30
OVERLAP: Final = "parts of the file overlap"


@pytest.fixture
def inlay_command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Inlay:
    return make_command(capsys, monkeypatch)


@pytest.fixture(scope="module")
def single(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """One row group of a thousand pages, so that its index is as long as they are."""
    path = tmp_path_factory.mktemp("overlaps") / "single.parquet"
    options: dict[str, Any] = {"write_page_index": True, "use_dictionary": False}
    table = pa.table({"a": pa.array(range(ROWS))})
    pq.write_table(table, path, data_page_size=1, write_batch_size=2, **options)
    return _share(path.read_bytes(), 1)


@pytest.fixture(scope="module")
def shared(single: bytes) -> bytes:
    return _share(single, SHARED)


@pytest.fixture(scope="module")
def without_pages(single: bytes) -> bytes:
    """Chunks of no bytes share none, but for their indexes."""
    return _share(single, SHARED, has_pages=False)


def _share(data: bytes, times: int, *, has_pages: bool = True) -> bytes:
    metadata = inlay.read_metadata(data)
    group = metadata.row_groups[0]
    for chunk in group.columns:
        assert chunk.meta_data is not None
        chunk.meta_data.statistics = None  # by which a filter would decide before it reads an index
        if not has_pages:
            chunk.meta_data.total_compressed_size = chunk.meta_data.num_values = group.num_rows = 0
    metadata.row_groups = [group] * times
    metadata.num_rows = group.num_rows * times
    return replace_footer(data, metadata)


def _count_read(data: bytes, ask: Callable[[CountedFile], object]) -> int:
    """Bytes of pages and indexes."""
    file = CountedFile(data)
    ask(file)
    return file.count_before(inlay.open(data).offset)


READERS: Final[dict[str, Callable[[CountedFile], object]]] = {
    "pages": lambda file: inlay.page_table(file, findings=[]),
    "page indexes": lambda file: inlay.index_table(file, findings=[]),
    "prune": lambda file: inlay.prune(file, "a = 1"),
    "verify": lambda file: inlay.verify(file, data=True),
}


@pytest.mark.parametrize("name", READERS)
def test_what_is_shared_is_not_read_for_each(
    single: bytes, shared: bytes, without_pages: bytes, name: str
) -> None:
    once = _count_read(single, READERS[name])
    assert once > len(single) // 4
    for data in (shared, without_pages):
        assert _count_read(data, READERS[name]) <= 3 * once


@pytest.mark.parametrize("read", [inlay.page_table, inlay.index_table])
def test_tables_have_what_is_read_once_and_name_the_rest(
    single: bytes, shared: bytes, read: Callable[..., pa.Table]
) -> None:
    with pytest.raises(ChunkError, match=OVERLAP) as error:
        read(shared)
    assert "column a in row group" in str(error.value)
    assert 0 < error.value.offset < len(single)
    findings: list[Finding] = []
    rows = read(shared, findings=findings).num_rows
    once = read(single).num_rows
    assert once <= rows == once * (SHARED - len(findings)) <= 3 * once
    assert all(OVERLAP in finding.what for finding in findings)


def test_indexes_that_overlap_without_being_the_same(single: bytes) -> None:
    """None of them can be read ahead for another."""
    metadata = inlay.read_metadata(single)
    groups = [inlay.read_metadata(single).row_groups[0] for _ in range(SHARED)]
    for at, group in enumerate(groups):
        (chunk,) = group.columns
        chunk.column_index_offset = (chunk.column_index_offset or 0) - at
        chunk.offset_index_offset = 0
    metadata.row_groups = groups
    data = replace_footer(single, metadata)
    assert _count_read(data, READERS["page indexes"]) <= 3 * len(single)


def test_bits_of_filters_are_read_once(tmp_path: Path) -> None:
    data = write_with_bloom(tmp_path / "bloom.parquet").read_bytes()
    metadata = inlay.read_metadata(data)
    metadata.row_groups = metadata.row_groups[:1] * 20_000
    shared = replace_footer(data, metadata)
    findings: list[Finding] = []
    table = inlay.bloom_table(shared, ["num_bytes", "bits_set"], findings=findings)
    sizes: list[int] = cast(Any, table.column("num_bytes").to_pylist())
    assert sum(sizes) <= max(len(shared), 64 << 10)
    assert OVERLAP in findings[0].what


def test_prune_leaves_what_it_does_not_read(single: bytes, shared: bytes) -> None:
    pruning = inlay.prune(shared, "a = 1")
    assert len(pruning.row_groups) == SHARED
    read = [group for group in pruning.groups if group.pages]
    assert 0 < len(read) <= 3
    assert {group.num_rows_left for group in read} == {2}
    assert all(group.num_rows_left == ROWS for group in pruning.groups if not group.pages)


@pytest.mark.parametrize("table", ["pages", "page_indexes"])
def test_a_scan_tells_of_what_it_does_not_read(shared: bytes, tmp_path: Path, table: str) -> None:
    path = tmp_path / "shared.parquet"
    path.write_bytes(shared)
    rows: dict[str, list[dict[str, Any]]] = {table: [], "problems": []}
    wanted = [select_columns(table), select_columns("problems")]
    for name, batch in scan_tables(str(path), wanted=wanted):
        rows[name] += batch.to_pylist()
    read = {row["row_group"] for row in rows[table]}
    assert 0 < len(read) == SHARED - len(rows["problems"]) <= 3
    assert all(OVERLAP in str(problem) for problem in rows["problems"])


def test_layouts_are_not_compared(shared: bytes) -> None:
    with pytest.raises(FooterError, match=OVERLAP):
        compare_designs(shared, rounds=1)


def test_a_diff_is_refused(single: bytes, shared: bytes) -> None:
    changed = bytearray(shared)
    changed[inlay.page_table(single).column("offset")[-1].as_py() + 20] ^= 1
    with pytest.raises(ChunkError, match=OVERLAP):
        inlay.diff(shared, bytes(changed), pages=True)


COMMANDS: Final = [
    ("prune FILE a=1", 0, ""),
    ("pages FILE", 1, OVERLAP),
    ("pages --table page_indexes FILE", 1, OVERLAP),
    ("scan --table pages FILE", 0, ""),
    ("scan --table page_indexes FILE", 0, ""),
    ("footer convert FILE --design modular --dry-run", 3, OVERLAP),
    ("footer compare FILE", 3, OVERLAP),
    ("verify --data FILE", 1, ""),
]


@pytest.mark.parametrize(("words", "code", "said"), COMMANDS)
def test_commands_answer_in_part_or_refuse(
    shared: bytes, tmp_path: Path, inlay_command: Inlay, words: str, code: int, said: str
) -> None:
    path = tmp_path / "shared.parquet"
    path.write_bytes(shared)
    outcome = inlay_command(*(path if word == "FILE" else word for word in words.split()))
    assert outcome.code == code, outcome.err
    assert said in outcome.err + outcome.out


@pytest.mark.parametrize(
    ("size", "parts", "allowed"),
    [
        (100_000, [(0, 50_000), (50_000, 50_000)], [True, True]),
        (100_000, [(0, 60_000), (40_000, 60_000), (0, 40_000)], [True, False, True]),
        (100_000, [(90_000, 1 << 40)] * 11, [True] * 10 + [False]),
        (100_000, [(-50_000, 60_000), (200_000, 9), (9, -50_000), (0, 90_000)], [True] * 4),
        (1_000, [(0, 1_000)] * 66, [True] * 65 + [False]),
    ],
)
def test_a_budget_is_the_size_of_the_file_and_never_less_than_a_floor(
    size: int, parts: list[tuple[int, int]], allowed: list[bool]
) -> None:
    budget = ReadBudget(size)
    assert [not budget.charge(*part) for part in parts] == allowed
