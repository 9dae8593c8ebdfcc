"""Row groups: how large they are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from inlay.ground.wording.amounts import count, format_share, format_size
from inlay.verbs.lint.estimate import NOTHING, Estimate, add_up
from inlay.verbs.lint.file_facts import FileFacts
from inlay.verbs.lint.group_rows import (
    FITTING,
    MANY_ROWS,
    ROOMY,
    SMALL,
    choose_rows,
    count_rows,
    round_rows,
)
from inlay.verbs.lint.phrases import are_of
from inlay.verbs.lint.remedies import rewrite_file
from inlay.verbs.lint.rule import (
    NOTE,
    WARNING,
    LintRule,
    Remedy,
    Sighting,
    Threshold,
    Thresholds,
    quote_path,
)

_MIB: Final = 1024**2


def _advise_on_small(file: FileFacts, thresholds: Thresholds) -> Iterator[Sighting]:
    sizes = [size for size in file.group_sizes if size > 0]
    small = [size for size in sizes if size < thresholds["bytes"]]
    if len(sizes) < 2 or 2 * len(small) <= len(sizes):
        return
    rows = count_rows(file)
    target = choose_rows(file, thresholds)
    needed = _count_needed(rows, target, len(sizes))
    dictionaries = sum(measure_dictionaries(file))
    is_much = 5 * dictionaries >= sum(sizes)
    held = f", {format_share(dictionaries, sum(sizes))} of that dictionaries" if is_much else ""
    yield Sighting(
        f"{are_of(len(small), len(sizes), 'row group')} smaller than "
        f"{format_size(int(thresholds['bytes']))}, on average {format_size(sum(small) // len(small))}{held}",
        rewrite_file(file, zstd=file.rewriting.pays_for_zstd, rows=target),
        num_bytes=_estimate_saved(file, target, len(sizes), needed),
        reads=len(sizes) - needed,
    )


def _are_small(file: FileFacts, thresholds: Thresholds) -> bool:
    """Whether most of several row groups are."""
    sizes = [size for size in file.group_sizes if size > 0]
    small = sum(size < thresholds["bytes"] for size in sizes)
    return len(sizes) > 1 and 2 * small > len(sizes)


def _advise_on_repeated(file: FileFacts, thresholds: Thresholds) -> Iterator[Sighting]:
    sizes = [size for size in file.group_sizes if size > 0]
    if len(sizes) < 2 or _are_small(file, FITTING):
        return
    dictionaries = sum(measure_dictionaries(file))
    if dictionaries < thresholds["share"] * sum(sizes):
        return
    rows = count_rows(file)
    target = choose_rows(file)
    needed = _count_needed(rows, target, len(sizes))
    if 2 * needed >= len(sizes):
        return  # a rewrite that halves their number may have made them
    saved = _estimate_saved(file, target, len(sizes), needed)
    if saved.likely < thresholds["saved"] * sum(sizes):
        return
    yield Sighting(
        f"dictionaries are {format_share(dictionaries, sum(sizes))} of {count(len(sizes), 'row group')}, "
        f"each of which has its own",
        rewrite_file(file, zstd=file.rewriting.pays_for_zstd, rows=target),
        num_bytes=saved,
        reads=len(sizes) - needed,
    )


def measure_dictionaries(file: FileFacts) -> Iterator[int]:
    """Compressed bytes of those of each chunk."""
    with_some = (column for column in file.columns if column.numbers.dictionary)
    return (dictionary for column in with_some for dictionary, _ in column.parts)


def _count_needed(rows: int, target: int, groups: int) -> int:
    """Row groups of the target that hold all rows, and no more than there are."""
    return min(max(1, -(-rows // target)), groups)


def _estimate_saved(file: FileFacts, target: int, groups: int, needed: int) -> Estimate:
    """Of pages, and of what the chunks of the groups too many have in the footer and in indexes."""
    around = Estimate.exact(_excess_of_footer(file, groups, needed)).up_to(file.footer_size)
    indexes = file.index_size * (groups - needed) // groups
    return (
        add_up(
            (file.rewriting.by_row_groups(target), around, Estimate.between(0, indexes, indexes))
        )
        or NOTHING
    )


def _excess_of_footer(file: FileFacts, groups: int, needed: int) -> int:
    """What the chunks of the groups too many take in the footer, if each group takes as much."""
    schema = sum(len(element.name) + 8 for element in file.metadata.schema)
    return max(0, file.footer_size - schema) * (groups - needed) // groups


def _advise_on_empty(file: FileFacts, _thresholds: Thresholds) -> Iterator[Sighting]:
    empty = [number for number, group in enumerate(file.row_groups) if group.num_rows == 0]
    if not empty or not file.columns:
        return
    kept = [number for number, group in enumerate(file.row_groups) if group.num_rows != 0]
    path = quote_path(file.path)
    command = f"inlay select {path} --row-groups {_format_ranges(kept)} -o OUT"
    yield Sighting(
        f"{len(empty):,} of {count(len(file.row_groups), 'row group')} {'has' if len(empty) == 1 else 'have'} no rows",
        Remedy(command) if kept else rewrite_file(file),
        place=f"row_groups[{empty[0]}]",
        reads=len(empty),
    )


def _format_ranges(numbers: list[int]) -> str:
    """`0:3,7` as `inlay select` takes it."""
    runs: list[tuple[int, int]] = []
    for number in numbers:
        if runs and runs[-1][1] == number:
            runs[-1] = runs[-1][0], number + 1
        else:
            runs.append((number, number + 1))
    return ",".join(str(start) if end == start + 1 else f"{start}:{end}" for start, end in runs)


def _advise_on_large(file: FileFacts, thresholds: Thresholds) -> Iterator[Sighting]:
    large = [at for at, size in enumerate(file.group_sizes) if size > thresholds["bytes"]]
    if large:
        worst = max(file.group_sizes)
        yield Sighting(
            f"{are_of(len(large), len(file.row_groups), 'row group')} larger than "
            f"{format_size(int(thresholds['bytes']))}, up to {format_size(worst)}",
            rewrite_file(file, rows=choose_rows(file)),
            place=f"row_groups[{large[0]}]",
        )


def _advise_on_many_rows(file: FileFacts, thresholds: Thresholds) -> Iterator[Sighting]:
    rows = [group.num_rows for group in file.row_groups]
    many = sum(
        number > thresholds["rows"] and size * thresholds["rows"] >= ROOMY * number
        for number, size in zip(rows, file.group_sizes, strict=True)
    )
    heavy = sum(size > thresholds["bytes"] for size in file.group_sizes)
    if not many and not heavy:
        return
    parts = [f"{many:,} with more than {int(thresholds['rows']):,} rows"] if many else []
    if heavy:
        parts.append(f"{heavy:,} larger than {format_size(int(thresholds['bytes']))}")
    target = min(
        int(thresholds["rows"]),
        *(
            max(int(number * thresholds["bytes"] / size), 1)
            for number, size in zip(rows, file.group_sizes, strict=True)
            if size > thresholds["bytes"] and number > 0
        ),
        int(thresholds["rows"]),
    )
    yield Sighting(
        f"{count(len(rows), 'row group')}: {' and '.join(parts)}",
        rewrite_file(file, rows=target if target == MANY_ROWS else round_rows(target, up=False)),
    )


RULES: Final = (
    LintRule(
        id="small-row-groups",
        severity=WARNING,
        summary="Row groups are large enough",
        why="Each row group is read, checked and decoded by itself, and takes its part of the footer. "
        "Dictionaries and compression begin anew in each.",
        source="Apache Parquet documentation, File Format, Configurations",
        advise=_advise_on_small,
        thresholds={
            "bytes": Threshold(SMALL, "Compressed bytes below which a row group is small"),
            "target": Threshold(
                128 * _MIB, "Compressed bytes that a row group should have at most", least=1
            ),
        },
        part="row groups",
    ),
    LintRule(
        id="repeated-dictionaries",
        severity=WARNING,
        summary="Dictionaries are a small part of row groups",
        why="Each row group writes the dictionaries of its columns again. Where they are most of it, few values share each of them.",
        source="parquet-format, Encodings.md, Dictionary Encoding; docs/decisions/lint.md",
        advise=_advise_on_repeated,
        thresholds={
            "share": Threshold(0.2, "Share of the data that dictionaries are at least"),
            "saved": Threshold(0.05, "Share of the data that larger row groups must save"),
        },
        part="row groups",
        for_size=True,
    ),
    LintRule(
        id="empty-row-group",
        severity=NOTE,
        summary="Every row group has rows",
        why="A reader plans and opens each of them for nothing, and some readers fail on them.",
        source="parquet.thrift, RowGroup.num_rows",
        advise=_advise_on_empty,
    ),
    LintRule(
        id="large-row-group",
        severity=WARNING,
        summary="Row groups fit in memory",
        why="A writer holds a row group in memory, and many readers hold the columns that they read of one.",
        source="Apache Parquet documentation, File Format, Configurations",
        advise=_advise_on_large,
        thresholds={"bytes": Threshold(1024 * _MIB, "Compressed bytes above which one is large")},
    ),
    LintRule(
        id="many-rows-in-row-group",
        severity=NOTE,
        summary="Row groups are small enough to be read in parallel",
        why="A row group is read by one task in most engines, and skipped as a whole.",
        source="docs/decisions/lint.md",
        advise=_advise_on_many_rows,
        thresholds={
            "rows": Threshold(MANY_ROWS, "Rows above which a row group has many", least=1),
            "bytes": Threshold(256 * _MIB, "Compressed bytes above which it is large", least=1),
        },
        theirs="page-row-group-size",
    ),
)
