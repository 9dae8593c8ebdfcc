"""How much of the column chunks of a file was read."""

from __future__ import annotations

from collections.abc import Sequence

from parquet_format.parquet import FileMetaData


class PageCounts:
    """Column chunks of which something was read, their data pages, and bytes: of pages and dictionaries with their headers, as they lie in
    the file. Where pyarrow reads, it is whole chunks, and their pages are not counted."""

    def __init__(self) -> None:
        self.chunks = 0
        self.pages = 0
        self.num_bytes = 0

    def add(self, pages: int, num_bytes: int) -> None:
        """Of a chunk that is counted already."""
        self.pages += pages
        self.num_bytes += num_bytes

    def add_chunks(
        self, metadata: FileMetaData, row_groups: Sequence[int], columns: Sequence[str] | None
    ) -> None:
        """Whole ones: of columns by name, and of all below a name; None for all."""
        for group in row_groups:
            for chunk in metadata.row_groups[group].columns:
                meta = chunk.meta_data
                if meta is None:  # encrypted
                    continue
                name = ".".join(meta.path_in_schema)
                if columns is None or any(
                    name == it or name.startswith(f"{it}.") for it in columns
                ):
                    self.chunks += 1
                    self.num_bytes += meta.total_compressed_size
