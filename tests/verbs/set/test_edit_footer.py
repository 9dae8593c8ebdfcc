"""What a new footer contradicts is told, as `verify` tells it; what was wrong before is not told again."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from inlay import Footer, edit_footer
from inlay.errors import InlayError
from inlay.ground.mistakes import RequestError
from parquet_format.parquet import FileMetaData

Edit = Callable[[FileMetaData], None]


def one_row_more(metadata: FileMetaData) -> None:
    metadata.num_rows += 1


def another_size(metadata: FileMetaData) -> None:
    metadata.row_groups[0].total_byte_size += 1


def another_writer(metadata: FileMetaData) -> None:
    metadata.created_by = "somebody"


def every_place(metadata: FileMetaData) -> None:
    for group in metadata.row_groups:
        assert group.columns[0].meta_data is not None
        group.columns[0].meta_data.data_page_offset = 1 << 40


def as_function(*edits: Edit) -> Callable[[Footer], bytes]:
    def edit(footer: Footer) -> bytes:
        for change in edits:
            change(footer.metadata)
        return footer.metadata.encode()

    return edit


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"id": range(90)}), path, row_group_size=3)
    return path


@pytest.mark.parametrize(
    ("edits", "begins"),
    [
        ((another_writer,), []),
        ((one_row_more,), ["num_rows: "]),
        ((another_size,), ["row_groups[0].total_byte_size: "]),
        ((another_size, one_row_more), ["num_rows: ", "row_groups[0].total_byte_size: "]),
    ],
)
def test_what_verify_finds_is_told(path: Path, edits: tuple[Edit, ...], begins: list[str]) -> None:
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        outcome = edit_footer(path, as_function(*edits))
    assert [str(it.message) for it in told] == [f"{path}: {it}" for it in outcome.warnings]
    assert all(it.category is inlay.FooterWarning and it.filename == __file__ for it in told)
    assert len(outcome.warnings) == len(begins)
    assert all(any(each.startswith(it) for each in outcome.warnings) for it in begins)
    findings = inlay.verify(path).findings
    assert {finding.sentence for finding in findings} == {*outcome.warnings}
    again = edit_footer(path, as_function(another_writer, lambda it: None))
    assert again.warnings == (), "what was there before is not said again"


def test_a_second_contradiction_is_told_alone(path: Path) -> None:
    edit_footer(path, as_function(another_size))
    outcome = edit_footer(path, as_function(one_row_more))
    assert [each.partition(":")[0] for each in outcome.warnings] == ["num_rows"]


def test_many_are_counted(path: Path) -> None:
    outcome = edit_footer(path, as_function(every_place), target=inlay.Target(dry_run=True))
    assert len(outcome.warnings) == 21
    assert outcome.warnings[-1].endswith(" findings more: `inlay verify` has them all")


def test_bytes_that_are_no_footer_are_refused(path: Path) -> None:
    before = path.read_bytes()
    with pytest.raises(InlayError):
        edit_footer(path, lambda _: b"\xff" * 40)
    assert path.read_bytes() == before


@pytest.mark.parametrize("new", [b"", b"junk"])
def test_bytes_that_are_not_a_footer_are_the_fault_of_the_function(path: Path, new: bytes) -> None:
    before = path.read_bytes()
    with pytest.raises(RequestError, match=f"edit returned {len(new)} bytes that are not a footer"):
        edit_footer(path, lambda _: new)
    assert path.read_bytes() == before
