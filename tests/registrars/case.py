"""A case: files that a registrar is given, and the column that readers are then asked about."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple, TypeAlias

from parquet_format.parquet import FileMetaData
from tests.support.footers import edit_footer

Files: TypeAlias = Mapping[str, bytes]
"""By their paths below the folder of the table."""


class Case(NamedTuple):
    """`name` says what is odd about the files. `column` is the path of the column that is asked about, empty where only all rows
    are: no reader here compares such values. `write_plain` is there where a file can only be registered by what it says."""

    name: str
    write: Callable[[], Files]
    column: tuple[str, ...] = ("v",)
    write_plain: Callable[[], Files] | None = None

    def make_plain(self) -> Files:
        """The same values, and footers that say nothing of them: whoever registers or reads these has to look at each row."""
        return strip_files(self.write_plain() if self.write_plain else self.write())


def write_files(files: Files, folder: Path) -> list[Path]:
    paths = [folder / name for name in sorted(files)]
    for path in paths:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(files[str(path.relative_to(folder))])
    return paths


def strip_files(files: Files) -> Files:
    return {name: edit_footer(data, _strip) for name, data in files.items()}


def _strip(metadata: FileMetaData) -> None:
    for group in metadata.row_groups:
        for chunk in group.columns:
            chunk.column_index_offset = chunk.column_index_length = None
            chunk.offset_index_offset = chunk.offset_index_length = None
            if chunk.meta_data is not None:
                chunk.meta_data.statistics = None
                chunk.meta_data.size_statistics = None
                chunk.meta_data.geospatial_statistics = None
                chunk.meta_data.bloom_filter_offset = chunk.meta_data.bloom_filter_length = None
