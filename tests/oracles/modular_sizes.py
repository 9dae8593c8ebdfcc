"""How many bytes the published converter makes of a footer, by its own rules, from the definitions and nothing of ours.

It packs each array in the width of its largest number, positions in that of the last one there can be, and cuts suffixes of
every type; it writes no column orders, no NaN counts, and takes the deprecated bounds where there are no others.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from parquet_format.parquet import ColumnMetaData, Encoding, FileMetaData, PageType, Statistics


def _varint(value: int) -> int:
    return max(1, -(-value.bit_length() // 7))


def _number(value: int) -> int:
    """A zigzag number."""
    return _varint(2 * value)


def _bits(values: Sequence[int], width: int) -> int:
    return (len(values) * width + 7) // 8


def _page(data: int, length: int, parameters: int) -> int:
    """Header of the field; data, encoding, number of positions; union of parameters; two stops."""
    return 1 + 1 + _varint(data) + data + 2 + 1 + _number(length) + 1 + parameters + 1


def _dense(values: Sequence[int]) -> int:
    data = _bits(values, max(values, default=0).bit_length())
    return _page(data, len(values), 1 + 2 + 1 + _number(len(values)) + 2)


def _sparse(domain: int, positions: Sequence[int], data: int) -> int:
    data += _bits(positions, max(domain - 1, 0).bit_length())
    return _page(data, domain, 1 + 1 + _number(len(positions)) + 2 + 2 + 2)


def _numbers(domain: int, there: Sequence[tuple[int, int]]) -> int:
    values = [value for _, value in there]
    width = max(values, default=0).bit_length()
    return _sparse(domain, [at for at, _ in there], _bits(values, width))


def _byte_arrays(domain: int, positions: Sequence[int], parts: Sequence[bytes]) -> int:
    total = sum(map(len, parts))
    offsets = _bits(range(len(parts) + 1), total.bit_length())
    return _sparse(domain, positions, offsets + total)


def statistics_size(said: Sequence[Statistics | None], limit: int | None) -> int:
    """The descriptor of one column, 0 for none."""
    domain = len(said)
    nulls = [(at, s.null_count) for at, s in enumerate(said) if s and s.null_count is not None]
    positions, prefixes = list[int](), list[bytes]()
    minima, maxima, exact = list[bytes](), list[bytes](), list[tuple[bool, bool]]()
    for at, statistics in enumerate(said):
        pair = _pair(statistics)
        if pair is None:
            continue
        alike = takewhile(lambda both: both[0] == both[1], zip(*pair, strict=False))
        prefix = bytes(first for first, _ in alike)
        cut = [_cut(bound[len(prefix) :], limit) for bound in pair]
        positions.append(at)
        prefixes.append(prefix)
        minima.append(cut[0][0])
        maxima.append(cut[1][0])
        exact.append((cut[0][1] and _is(statistics, 0), cut[1][1] and _is(statistics, 1)))
    if not nulls and not positions:
        return 0
    size = 1 + (_numbers(domain, nulls) if nulls else 0)
    if positions:
        size += sum(_byte_arrays(domain, positions, part) for part in (prefixes, minima, maxima))
    if not all(map(all, exact)):
        for which in (0, 1):
            flags = [(at, int(each[which])) for at, each in zip(positions, exact, strict=True)]
            size += _numbers(domain, flags)
    return size


def _pair(statistics: Statistics | None) -> list[bytes] | None:
    if statistics is None:
        return None
    low = statistics.min if statistics.min_value is None else statistics.min_value
    high = statistics.max if statistics.max_value is None else statistics.max_value
    return None if low is None or high is None else [low, high]


def _is(statistics: Statistics | None, which: int) -> bool:
    assert statistics is not None
    flags = statistics.is_min_value_exact, statistics.is_max_value_exact
    return flags[which] is not False


def _cut(bound: bytes, limit: int | None) -> tuple[bytes, bool]:
    """Rounding up may make the upper one shorter, never longer."""
    return (bound, True) if limit is None or len(bound) <= limit else (bound[:limit], False)


def placement_size(metadata: FileMetaData) -> int:
    chunks = [
        group.columns[column].meta_data
        for column in range(len(metadata.row_groups[0].columns) if metadata.row_groups else 0)
        for group in metadata.row_groups
    ]
    there = [chunk for chunk in chunks if chunk is not None]
    dictionaries = [c.dictionary_page_offset for c in there if c.dictionary_page_offset is not None]
    leaves = sum(element.type is not None for element in metadata.schema)
    types = [there[at].type for at in range(0, len(there), max(len(metadata.row_groups), 1))]
    arrays: list[Sequence[int]] = [
        [chunk.data_page_offset for chunk in there],
        [0] * len(there) + [len(dictionaries)],
        dictionaries,
        [chunk.total_compressed_size for chunk in there],
        [chunk.total_uncompressed_size for chunk in there],
        [chunk.num_values for chunk in there],
        [chunk.codec for chunk in there],
        types or [0] * leaves,
    ]
    arrays.append([int(_has_only_dictionary_pages(chunk)) for chunk in there])
    return sum(map(_dense, arrays)) + 1


def _has_only_dictionary_pages(chunk: ColumnMetaData) -> bool:
    pages = [
        stats.encoding in (Encoding.PLAIN_DICTIONARY, Encoding.RLE_DICTIONARY)
        for stats in chunk.encoding_stats or []
        if stats.page_type in (PageType.DATA_PAGE, PageType.DATA_PAGE_V2) and stats.count
    ]
    return bool(pages) and all(pages)
