"""What every footer answers, in whichever form and design it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from functools import cached_property

    import pyarrow as pa

    from inlay.footers.designs.answer_schemas import PageIndex
    from inlay.footers.designs.fetch import FetchCost
    from inlay.footers.designs.questions import Columns, FooterQuestions
    from parquet_format.parquet import ColumnChunk, KeyValue, SchemaElement


class FooterAnswers:
    """The answers come from the footer that is read, with no object for a chunk: docs/next_footer.md.

    All of them raise EncryptedFooterError where only a key opens the metadata, FooterError where it is damaged, and
    NotCarriedError for what is not there, as the metadata of a column that has a key of its own.
    """

    if TYPE_CHECKING:  # which Footer opens when the first is asked

        @cached_property
        def _questions(self) -> FooterQuestions: ...

    @property
    def schema(self) -> list[SchemaElement]:
        """The elements of the schema, depth first, the root included."""
        return self._questions.schema

    @property
    def key_values(self) -> list[KeyValue]:
        """The key-value pairs, in their order."""
        return self._questions.key_values

    def find(self, paths: Sequence[str]) -> pa.Int32Array:
        """The ordinal of each column, counted by the leaves of the schema; null where there is none of that path."""
        return self._questions.find(paths)

    def place(
        self, columns: Columns = None, row_groups: Sequence[int] | None = None
    ) -> pa.RecordBatch:
        """Where chunks lie: offsets, sizes in bytes, counts, codecs (`inlay.designs.PLACEMENT`), by column and then by
        row group. Columns are paths or ordinals; None is all. Raises RequestError for one that is not there.
        """
        return self._questions.place(columns, row_groups)

    def bounds(
        self, columns: Columns = None, row_groups: Sequence[int] | None = None
    ) -> pa.RecordBatch:
        """What the statistics of chunks say: minimum, maximum, whether they are exact, counts of nulls and NaNs
        (`inlay.designs.BOUNDS`), in the order of `place`. Raises what that does."""
        return self._questions.bounds(columns, row_groups)

    def chunks(
        self, columns: Columns = None, row_groups: Sequence[int] | None = None
    ) -> list[ColumnChunk]:
        """All that is said of chunks, in Thrift's classes, in the order of `place`. Through an index, only these are read, and
        checked; else they are those of `metadata`. Raises what that and `place` do."""
        return self._questions.chunks(columns, row_groups)

    def page_index(self, column: str | int, row_group: int) -> PageIndex | None:
        """Where the pages of one chunk lie, and their bounds, read from the file; None without an OffsetIndex. Raises
        what `place` does, and OSError."""
        return self._questions.page_index(column, row_group)

    @property
    def cost(self) -> FetchCost:
        """Bytes, requests and dependent steps that the answers so far took, those of the footer itself included."""
        return self._questions.cost
