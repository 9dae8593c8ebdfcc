"""Modular footers are no larger than the published converter makes them, with the same limit of suffixes."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from inlay.designs import FooterContents, NotCarriedError, Range
from inlay.footers.conversion.chunk_statistics import is_fully_dict_encoded
from inlay.footers.designs.column_chunks import ColumnsInThrift
from inlay.footers.designs.in_memory import fetch_from
from inlay.footers.designs.modular.build import ModularOptions
from inlay.footers.designs.modular.design import ModularDesign
from parquet_format.modular import ModuleKind
from parquet_format.parquet import FileMetaData
from tests.footers.designs.files import corpus_files
from tests.oracles.modular_sizes import placement_size, statistics_size


def contents_without_nan_counts(contents: FooterContents) -> FooterContents:
    """The converter does not write them. The contents stay as they are: other tests have them too."""
    metadata = FileMetaData.decode(contents.thrift)
    for group in metadata.row_groups:
        for chunk in group.columns:
            if chunk.meta_data is not None and chunk.meta_data.statistics is not None:
                chunk.meta_data.statistics.nan_count = None
    return FooterContents(metadata.encode())


def says_more(metadata: FileMetaData) -> int:
    """Bytes of flags that the published converter leaves 0: it asks only the counts of pages by encoding which chunks have nothing but
    indexes into their dictionaries."""
    metas = [chunk.meta_data for group in metadata.row_groups for chunk in group.columns]
    flags = [meta is not None and is_fully_dict_encoded(meta) for meta in metas]
    has_any = any(
        meta is not None and meta.encoding_stats and flag
        for meta, flag in zip(metas, flags, strict=True)
    )
    return 0 if has_any or not any(flags) else (len(flags) + 7) // 8


@pytest.mark.parametrize("limit", [None, 16])
def test_no_module_is_larger(limit: int | None, parquet_testing: Path) -> None:
    seen = Counter[str]()
    for name, _, given in corpus_files(parquet_testing):
        contents = contents_without_nan_counts(given)
        options = ModularOptions(suffix_limit=limit)
        try:
            data = ModularDesign.build_as(contents, 0, options)
        except NotCarriedError:
            continue
        footer = ModularDesign.open(fetch_from(data), Range(0, len(data)))
        modules = footer._root.modules
        placement = modules[ModuleKind.PLACEMENT].length
        more = says_more(contents.metadata)
        assert placement == placement_size(contents.metadata) + more, name
        columns = range(footer.num_columns)
        described = footer._bytes.described(
            ModuleKind.ROW_GROUP_STATISTICS, columns, len(columns), len(columns)
        )
        by_column = ColumnsInThrift(contents.thrift, contents.metadata.schema)
        for (_, ours), chunks in zip(described, by_column, strict=True):
            published = statistics_size([chunk.statistics for chunk in chunks], limit)
            assert len(ours) <= published, name
            seen["same" if len(ours) == published else "smaller"] += 1
    assert seen["same"] > 500, seen


def test_columns_in_bytes_are_those_of_the_decoded_footer(parquet_testing: Path) -> None:
    compared = 0
    for name, _, contents in corpus_files(parquet_testing):
        try:
            in_bytes = list(ColumnsInThrift(contents.thrift, contents.metadata.schema))
        except NotCarriedError:
            continue
        groups = [group.columns for group in contents.metadata.row_groups]
        decoded = [[chunks[at].meta_data for chunks in groups] for at in range(len(in_bytes))]
        assert in_bytes == decoded, name
        compared += len(decoded)
    assert compared > 500
