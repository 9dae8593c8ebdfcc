"""What a check of data may take: no whole page in memory, no chunk twice, and an end of findings."""

from __future__ import annotations

import io
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay as api
from inlay.ground.files.source import read_at
from inlay.verbs.verify import data as walking
from parquet_format.parquet import (
    FileMetaData,
)
from tests.verbs.verify.data_changes import File
from tests.verbs.verify.files import changed_footer


def test_a_page_is_never_in_memory(
    whole: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """By what is read at once: pieces of a page, however large it is."""
    path = tmp_path / "large.parquet"
    table = pa.table({"text": ["x" * 1_000 + str(n) for n in range(20_000)]})
    pq.write_table(
        table,
        path,
        data_page_size=1 << 30,
        compression="none",
        use_dictionary=False,
        write_page_checksum=True,
        write_batch_size=1 << 20,
    )
    sizes: list[int] = []

    def counted(file: io.RawIOBase, offset: int, size: int) -> bytes:
        data = read_at(file, offset, size)
        sizes.append(len(data))
        return data

    monkeypatch.setattr(walking, "read_at", counted)
    found = api.verify(str(path), data=True)
    assert found.findings == ()
    assert max(sizes) <= 1 << 20
    assert sum(sizes) > 20_000_000


def test_chunks_over_one_another_are_walked_once(whole: Path, tmp_path: Path) -> None:
    path = tmp_path / "same.parquet"

    def change(footer: FileMetaData) -> None:
        for group in footer.row_groups:
            group.columns = [footer.row_groups[0].columns[0]] * len(group.columns)

    changed_footer(whole, path, change)
    walked = api.verify(str(path), data=True).walked
    assert walked is not None
    assert (walked.chunks, walked.unreachable) == (1, 17)


def test_findings_of_a_chunk_come_to_an_end(whole: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(walking, "MOST_OF_A_CHUNK", 2)
    file = File(whole)
    for page in file.pages("price"):
        file.data[page.end - 1] ^= 1
    found = api.verify(io.BytesIO(bytes(file.data)), data=True).findings
    assert [one.code for one in found] == ["page-crc", "page-crc", "page-walk"]
    assert "the rest of the chunk was not checked" in found[-1].what
