"""Dictionaries: for nothing, missing, too large."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from inlay.ground.statements.chunk_numbers import (
    COUNTS_DISTINCT,
    DICTIONARY_BITS,
    HAS_FALLEN,
    HAS_INDEXES_ONLY,
    HAS_NO_DICTIONARY,
    HIDES_ENCODINGS,
)
from inlay.ground.wording.amounts import count, format_size
from inlay.verbs.lint.column_facts import DICTIONARY, ChunkFacts, ColumnFacts
from inlay.verbs.lint.distinct import DistinctEstimate, estimate_distinct
from inlay.verbs.lint.estimate import PAGE, Estimate
from inlay.verbs.lint.file_facts import FileFacts
from inlay.verbs.lint.merged import ALL, guess_distinct
from inlay.verbs.lint.phrases import in_groups
from inlay.verbs.lint.remedies import rewrite_file
from inlay.verbs.lint.rewriting import has_large_dictionaries
from inlay.verbs.lint.rule import (
    NOTE,
    WARNING,
    LintRule,
    Remedy,
    Sighting,
    Threshold,
    Thresholds,
)
from inlay.verbs.lint.rules.plain_values import measure_packed, pack_well
from inlay.verbs.lint.without_dictionary import PACKED, encode_without_dictionary
from parquet_format.parquet import Encoding, Type

_MIB: Final = 1024**2


def find_value_encodings(
    file: FileFacts, column: ColumnFacts, chunk: ChunkFacts
) -> frozenset[Encoding]:
    """Those of the data pages that are plain or use the dictionary; empty if neither the footer nor page headers tell.

    A chunk with a dictionary has PLAIN among its encodings in any case, for its dictionary page.
    """
    encodings = frozenset(chunk.meta.encodings)
    if not encodings & DICTIONARY:
        return frozenset({Encoding.PLAIN})
    by_footer = chunk.data_encodings
    if by_footer is None and Encoding.PLAIN not in encodings:
        by_footer = encodings
    if by_footer is None:
        pages = file.pages(column, chunk)
        names = {page["encoding"] for page in pages if page["page_type"].startswith("DATA_PAGE")}
        by_footer = frozenset(encoding for encoding in encodings if encoding.name in names)
    return by_footer & (DICTIONARY | {Encoding.PLAIN})


def _advise_on_fallback(file: FileFacts, thresholds: Thresholds) -> Iterator[Sighting]:
    for column in file.columns_with(HAS_FALLEN | HIDES_ENCODINGS):
        fallen = [it for it in column.filled if _has_fallen(find_value_encodings(file, column, it))]
        if not fallen:
            continue
        distinct = estimate_distinct(file, column)
        share = distinct.share if distinct is not None else None
        tried = file.rewriting.by_encoding.get(column.ordinal)
        is_high = tried is not None or (share is not None and share > thresholds["share"])
        held = sum(it.said.dictionary for it in fallen) if is_high else None
        yield Sighting(
            f"plain pages behind pages that use the dictionary {in_groups(len(fallen), len(column.filled))}{_describe_share(distinct)}",
            _remedy_of_fallback(file, column, share, is_high),
            column=column.path,
            place=column.place(fallen[0]),
            num_bytes=held if tried is None else tried,
        )


def _has_fallen(encodings: frozenset[Encoding]) -> bool:
    return Encoding.PLAIN in encodings and bool(encodings & DICTIONARY)


def _describe_share(distinct: DistinctEstimate | None) -> str:
    return (
        f"; about {distinct.share:.0%} of its values are distinct" if distinct is not None else ""
    )


def _remedy_of_fallback(
    file: FileFacts, column: ColumnFacts, share: float | None, is_high: bool
) -> Remedy:
    """A rewrite has larger dictionaries than most writers, and leaves out what does not pay, if the footer shows the fallback."""
    if is_high:
        words = "rewrite with use_dictionary=[the other columns] (pyarrow)"
        return rewrite_file(file, words, encode=(column.text, encode_without_dictionary(column)))
    words = "rewrite with a larger dictionary_pagesize_limit (pyarrow), parquet.dictionary.page.size (Spark)"
    if share is None:
        words += "; or without one, if most values differ"
    return rewrite_file(file, words)


def _advise_on_useless(file: FileFacts, _thresholds: Thresholds) -> Iterator[Sighting]:
    for column in file.columns:
        if not column.numbers.encodings & DICTIONARY_BITS or column.traits & HAS_FALLEN:
            continue
        saved = file.rewriting.by_encoding.get(column.ordinal) or _guess_useless(file, column)
        if saved is None or any(it.has_new_encoding for it in column.filled):
            continue
        held = sum(dictionary for dictionary, _ in column.parts)
        yield Sighting(
            f"most values differ, and dictionaries are {format_size(held)} of {format_size(column.compressed)}",
            rewrite_file(
                file,
                "rewrite with use_dictionary=[the other columns] (pyarrow)",
                encode=(column.text, encode_without_dictionary(column)),
            ),
            column=column.path,
            place=column.place(column.filled[0]),
            num_bytes=saved,
        )


def _guess_useless(file: FileFacts, column: ColumnFacts) -> Estimate | None:
    """What is saved by the footer, where that is certain: of integers whose bounds are close, and of texts that no larger row group
    puts together with others. None where it is not."""
    if not (
        has_large_dictionaries(column) and all(_are_distinct(column, it) for it in column.filled)
    ):
        return None
    if pack_well(file, column):
        packed = measure_packed(file, column) or 0
        whole = column.compressed
        return Estimate.between(whole - packed, whole - packed / 2, whole)
    if column.element.type != Type.BYTE_ARRAY or len(column.filled) != 1:
        return None
    ((_, indexes),) = column.parts
    return Estimate.between(0, indexes, column.compressed)


def _are_distinct(column: ColumnFacts, chunk: ChunkFacts) -> bool:
    """Whether the dictionary has an entry for each value, by the size of the chunk: one of which headers are a small part."""
    if not chunk.said.traits & HAS_INDEXES_ONLY or chunk.said.uncompressed < PAGE:
        return False
    distinct = guess_distinct(column, [chunk], chunk.said.values)
    return distinct is not None and distinct >= ALL * chunk.said.values > 0


def _advise_on_missing(file: FileFacts, thresholds: Thresholds) -> Iterator[Sighting]:
    for column in file.columns:
        is_told = file.reader is not None or column.traits & COUNTS_DISTINCT
        if not (is_told and column.traits & HAS_NO_DICTIONARY):
            continue
        plain = [it for it in column.filled if it.said.traits & HAS_NO_DICTIONARY]
        distinct = estimate_distinct(file, column) if plain else None
        if distinct is None or distinct.share >= thresholds["share"]:
            continue
        yield Sighting(
            f"no dictionary {in_groups(len(plain), len(column.filled))}{_describe_share(distinct)}",
            rewrite_file(
                file,
                "rewrite with use_dictionary=True (pyarrow), parquet.enable.dictionary=true (Spark)",
                encode=(column.text, PACKED if pack_well(file, column) else "dictionary"),
            ),
            column=column.path,
            place=column.place(plain[0]),
        )


def _advise_on_large(file: FileFacts, thresholds: Thresholds) -> Iterator[Sighting]:
    for column in file.columns:
        if column.numbers.dictionary <= thresholds["bytes"]:
            continue
        large = [it for it in column.filled if it.said.dictionary > thresholds["bytes"]]
        if large:
            worst = max(large, key=lambda it: it.said.dictionary)
            yield Sighting(
                f"a dictionary of up to {format_size(worst.said.dictionary)} in "
                f"{count(len(large), 'row group')}, to be read before any value",
                rewrite_file(
                    file,
                    "rewrite with dictionary_pagesize_limit=1048576 (pyarrow), parquet.dictionary.page.size=1048576 (Spark)",
                    encode=(column.text, encode_without_dictionary(column)),
                ),
                column=column.path,
                place=column.place(worst),
            )


RULES: Final = (
    LintRule(
        id="dictionary-fallback",
        severity=WARNING,
        summary="Every page of a chunk with a dictionary uses it",
        why="A writer whose dictionary becomes too large goes on without it: the dictionary stays, and the values behind "
        "it are stored in full.",
        source="parquet-format, Encodings.md, Dictionary Encoding; docs/decisions/lint.md",
        advise=_advise_on_fallback,
        thresholds={
            "share": Threshold(0.5, "Share of distinct values above which a dictionary is useless")
        },
        theirs="dictionary-encoding-cardinality",
        for_size=True,
    ),
    LintRule(
        id="useless-dictionary",
        severity=NOTE,
        summary="Columns of values that mostly differ have no dictionary",
        why="Each value is stored once in the dictionary, and its number beside it; no other encoding of the values applies.",
        source="parquet-format, Encodings.md, Dictionary Encoding; docs/decisions/lint.md",
        advise=_advise_on_useless,
        theirs="dictionary-encoding-cardinality",
        for_size=True,
    ),
    LintRule(
        id="missing-dictionary",
        severity=NOTE,
        summary="Columns with few distinct values have a dictionary",
        why="Each value is stored as often as it occurs, and no reader can compare it by its number.",
        source="parquet-format, Encodings.md, Dictionary Encoding",
        advise=_advise_on_missing,
        thresholds={
            "share": Threshold(0.1, "Share of distinct values below which a dictionary pays")
        },
        theirs="dictionary-encoding-cardinality",
        for_size=True,
    ),
    LintRule(
        id="large-dictionary",
        severity=NOTE,
        summary="Dictionaries are small",
        why="A reader of one page of the chunk reads, decompresses and keeps all of its dictionary.",
        source="parquet-format, Encodings.md, Dictionary Encoding",
        advise=_advise_on_large,
        thresholds={
            "bytes": Threshold(8 * _MIB, "Compressed bytes above which a dictionary is large")
        },
    ),
)
