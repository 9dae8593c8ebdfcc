"""What a rewrite of a file would save: by its footer, or with pages, by trials of them.

Three changes are told apart: ZSTD for the pages as they are; encodings in the place of dictionaries that are for nothing, with ZSTD where
that pays; and for all other columns, larger row groups after that.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Final

from inlay.ground.statements.chunk_numbers import DICTIONARY_BITS, HAS_FALLEN, IS_UNPACKED
from inlay.verbs.lint.alike import estimate_alike
from inlay.verbs.lint.column_facts import ChunkFacts, ColumnFacts, sum_sizes
from inlay.verbs.lint.compressible import JUDGED_BY_TYPE, guess_compressed
from inlay.verbs.lint.estimate import NOTHING, PAGE, Estimate, add_up
from inlay.verbs.lint.merged import guess_merged
from inlay.verbs.lint.twins import ask_twins
from inlay.verbs.lint.without_dictionary import encode_without_dictionary
from parquet_format.parquet import CompressionCodec

if TYPE_CHECKING:
    from inlay.pages.engine.range_reader import RangeReader

_TRIED: Final = 64 << 20
"""Bytes without compression of all pages that are tried of a file."""
_MOST_ENCODED: Final = 64
"""Columns of which other encodings are tried, those of most bytes first."""
_LARGE: Final = 0.25
"""The share of a column that dictionaries take where most of its values may differ."""
WORTHWHILE: Final = 0.05
"""The share of a file that ZSTD must save."""


class Rewriting:
    """Estimates for one file, each made once. With a `reader`, pages are tried."""

    def __init__(self, columns: Sequence[ColumnFacts], reader: RangeReader | None) -> None:
        self._columns = columns
        self._reader = reader
        self._size = sum(column.compressed for column in columns)
        self._merged: dict[int, Estimate] = {}

    @cached_property
    def by_footer(self) -> Rewriting:
        """The same without pages."""
        return self if self._reader is None else Rewriting(self._columns, None)

    @cached_property
    def by_zstd(self) -> dict[int, Estimate]:
        """What ZSTD saves of each column with chunks that have another codec, or none, by ordinal. Without pages, only chunks
        without a codec tell of it."""
        guess = ask_twins(_guess)
        guessed = {
            column.ordinal: (
                guess(column) if column.element.type in JUDGED_BY_TYPE else _guess(column)
            )
            for column in self._columns
            if column.traits & IS_UNPACKED
        }
        if self._reader is None:
            return guessed
        others = [column for column in self._columns if _list_other(column)]
        return guessed | estimate_alike(others, self._try_zstd)

    @cached_property
    def pays_for_zstd(self) -> bool:
        """Whether that is worth a rewrite: a page at least, and a twentieth of the data."""
        saved = sum(each.likely for each in self.by_zstd.values())
        return saved >= max(PAGE, WORTHWHILE * self._size)

    @cached_property
    def by_encoding(self) -> dict[int, Estimate]:
        """What `encode_without_dictionary` saves of each column whose dictionaries are for nothing, with ZSTD if that pays, by ordinal.
        Without pages, nothing tells."""
        if self._reader is None:
            return {}
        doubtful = sorted(
            filter(has_large_dictionaries, self._columns), key=lambda it: -it.compressed
        )[:_MOST_ENCODED]
        whole = sum(column.compressed for column in doubtful)
        saved = {it.ordinal: self._try_encoded(it, it.compressed / whole) for it in doubtful}
        return {at: it for at, it in saved.items() if it is not None and it.likely >= 0}

    @cached_property
    def by_pages(self) -> dict[int, Estimate]:
        """What both save of each column."""
        return (self.by_zstd if self.pays_for_zstd else {}) | self.by_encoding

    def by_row_groups(self, rows: int) -> Estimate:
        """What row groups of `rows` save of the pages of all columns but those of `by_encoding`, with ZSTD if that pays."""
        if rows not in self._merged:
            self._merged[rows] = self._estimate_merged(rows)
        return self._merged[rows]

    def _estimate_merged(self, rows: int) -> Estimate:
        columns = [it for it in self._columns if it.ordinal not in self.by_encoding]
        tried: dict[int, Estimate] = {}
        if self._reader is not None:
            tried = estimate_alike(columns, lambda it, share: self._try_merged(it, rows, share))
        each = (tried.get(it.ordinal) or self._guess_merged(it, rows) for it in columns)
        return (add_up(each) or NOTHING).up_to(self._size)

    def guess_merged(self, rows: int) -> int:
        """Bytes that row groups of `rows` likely save, by the footer."""
        guess = ask_twins(lambda it: guess_merged(it, rows))
        others = (it for it in self._columns if it.ordinal not in self.by_encoding)
        return sum(self._without_zstd(it, guess(it)).likely for it in others)

    def _guess_merged(self, column: ColumnFacts, rows: int) -> Estimate:
        return self._without_zstd(column, guess_merged(column, rows))

    def _without_zstd(self, column: ColumnFacts, guessed: Estimate) -> Estimate:
        """A dictionary that is compressed first saves less when it is left out."""
        if not guessed.most:
            return guessed
        return guessed.times(1 - self._zstd_of(column).likely / max(column.compressed, 1))

    def _zstd_of(self, column: ColumnFacts) -> Estimate:
        """What ZSTD saves of the column if the file is written with it."""
        return self.by_zstd.get(column.ordinal, NOTHING) if self.pays_for_zstd else NOTHING

    def _try_zstd(self, column: ColumnFacts, share: float) -> Estimate | None:
        from inlay.verbs.lint.page_trial import try_zstd

        assert self._reader is not None
        return try_zstd(self._reader, column, _list_other(column), int(_TRIED * share))

    def _try_merged(self, column: ColumnFacts, rows: int, share: float) -> Estimate | None:
        """What is saved beyond ZSTD: the bytes that are left by it, without those that the trial has. Below 0 where a column grows."""
        from inlay.verbs.lint.merge_trial import try_merged

        assert self._reader is not None
        size = try_merged(self._reader, column, rows, self._codec_of(column), int(_TRIED * share))
        if size is None:
            return None
        left = column.compressed - self._zstd_of(column).likely
        return Estimate(left - size.likely, left - size.most, left - size.least)

    def _try_encoded(self, column: ColumnFacts, share: float) -> Estimate | None:
        from inlay.verbs.lint.merge_trial import try_encoded

        assert self._reader is not None
        encoding, codec = encode_without_dictionary(column), self._codec_of(column)
        size = try_encoded(self._reader, column, encoding, codec, int(_TRIED * share))
        if size is None:
            return None
        before = column.compressed
        return Estimate(before - size.likely, before - size.most, before - size.least)

    def _codec_of(self, column: ColumnFacts) -> CompressionCodec:
        """The one that a rewrite gives it."""
        return CompressionCodec.ZSTD if self.pays_for_zstd else column.filled[0].codec


def has_large_dictionaries(column: ColumnFacts) -> bool:
    """Whether they take a part of it that tells of many values that differ."""
    if (
        not column.numbers.encodings & DICTIONARY_BITS
        or column.compressed < PAGE
        or not column.filled
    ):
        return False
    if column.traits & HAS_FALLEN:
        return True
    return sum(dictionary for dictionary, _ in column.parts) >= _LARGE * column.compressed


def _guess(column: ColumnFacts) -> Estimate:
    """Of all chunks without a codec."""
    return add_up(guess_compressed(column, it) for it in column.plain) or NOTHING


def _list_other(column: ColumnFacts) -> list[ChunkFacts]:
    """The chunks that ZSTD was not tried on by their writer."""
    others = [it for it in column.filled if it.codec != CompressionCodec.ZSTD]
    return others if sum_sizes(others) > 0 else []
