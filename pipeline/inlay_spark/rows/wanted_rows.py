"""The option `filters`: rows for which a filter is true, also one about paths into Variants, which Spark pushes to no source.

Its meaning is that of `inlay.read_table(filters=)` (`docs/prune.md`), in every file.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from difflib import get_close_matches
from operator import eq
from typing import Final

from pyspark.sql import types as spark

from inlay.footers.footer.footer import Footer
from inlay.ground.files.entries import FileEntry
from inlay.ground.files.source import Source
from inlay.ground.schema.tree import SchemaTree
from inlay.rows.filtering.filter_tally import FilterTally
from inlay.rows.filtering.read_filtered import match_rows
from inlay.rows.pruning.filter_text import parse_filter
from inlay.rows.pruning.filter_tokens import FilterError
from inlay.rows.pruning.filters import IS_NULL, AllOf, AnyOf, ColumnTest, FilterTree, list_tests
from inlay.rows.variants.chosen_rows import ChosenRows
from inlay.rows.variants.opener import choose_opener
from inlay_spark.rows.conform import find_same_name
from inlay_spark.rows.file_columns import FILE_COLUMNS
from inlay_spark.rows.filter_types import find_misfit
from inlay_spark.sources.option_names import OptionError
from inlay_spark.sources.options import SourceOptions

FILTERS: Final = "filters"


def parse_row_filter(options: SourceOptions) -> FilterTree | None:
    """None where nothing is asked for. Raises OptionError for text that is not a filter."""
    text = options.text(FILTERS)
    if text is None:
        return None
    try:
        return parse_filter(text)
    except FilterError as error:
        raise OptionError(f"option {FILTERS}: {error}") from None


def require_columns(tree: FilterTree, schema: spark.StructType, files: Sequence[FileEntry]) -> None:
    """Raises OptionError for a column that the lake does not have, with the nearest that it has, for values that its type is not
    compared with, and for partitions and columns about files, which Spark filters by."""
    partitions = {name for file in files for name in file.partition}
    for test in list_tests(tree):
        name = test.names[0]
        if find_same_name(name, list(partitions)) is not None or (
            name in FILE_COLUMNS and name not in schema.names
        ):
            what = "a partition" if name not in FILE_COLUMNS else "a column about files"
            raise OptionError(f"option {FILTERS}: {name} is {what}: filter it by .where(...)")
        types = _list_types(schema)
        path = _find_path(test.names, types)
        if path is None:
            joined = ".".join(test.names)
            if any(_is_variant(types, test.names[:end]) for end in range(1, len(test.names))):
                what = f"{joined} is inside of a Variant, where each file has columns of its own"
                raise OptionError(f"option {FILTERS}: {what}: write variant_get(v, '$.path')")
            hint = _suggest(test.names, types)
            raise OptionError(f"option {FILTERS}: there is no column {joined!r}{hint}")
        misfit = find_misfit(test, types[path])
        if misfit is not None:
            raise OptionError(f"option {FILTERS}: {misfit}")


def choose_rows(
    source: Source,
    footer: Footer,
    tree: FilterTree,
    row_groups: Sequence[int],
    tally: FilterTally,
    *,
    tolerant: bool,
) -> list[ChosenRows]:
    """The row groups of a file that have rows for which the filter is true; a column that the file lacks is null. The `tally`
    counts what is tested for it. `tolerant` as `read_path` has it.

    Raises FilterError for values that a column of the file is not compared with, and what reading the filter's columns does.
    """
    own = fit_to_file(tree, SchemaTree(footer.metadata.schema))
    if own is True:
        return [_all_of(footer, group) for group in row_groups]
    if own is False or not row_groups:
        return []
    opener = choose_opener(source, pre_buffer=False, on_finding=_say_nothing)
    return match_rows(source, own, row_groups, opener, tolerant=tolerant, tally=tally)


def _say_nothing(_: object) -> None:
    """Findings about files that are read all the same are for `inlay scan` to list."""


def fit_to_file(tree: FilterTree, schema: SchemaTree) -> FilterTree | bool:
    """The filter with the names that the file has; true or false where what it lacks decides."""
    if isinstance(tree, ColumnTest):
        names = _find_path(tree.names, [node.path for node in schema.nodes[1:]])
        if names is not None:
            return tree._replace(names=names, position=-1)  # the text is not at hand
        # Of nulls a comparison is unknown, which is as good as false: `not` stands at tests alone.
        return tree.operator == IS_NULL and not tree.is_negated
    decisive = isinstance(tree, AnyOf)
    parts = [fit_to_file(part, schema) for part in tree.parts]
    if decisive in parts:
        return decisive
    left = tuple(part for part in parts if isinstance(part, ColumnTest | AllOf | AnyOf))
    return type(tree)(left) if left else not decisive


def _find_path(
    names: tuple[str, ...], paths: Collection[tuple[str, ...]]
) -> tuple[str, ...] | None:
    """That very path; or the one that differs in case alone, as in Spark; or a column whose name has dots."""
    for wanted in (names, (".".join(names),)):
        folded = _fold(wanted)
        same = [path for path in paths if _fold(path) == folded]
        if same:
            return max(same, key=lambda path: sum(map(eq, path, wanted)))
    return None


def _fold(path: Iterable[str]) -> list[str]:
    return [name.casefold() for name in path]


def _is_variant(types: Mapping[tuple[str, ...], spark.DataType], names: tuple[str, ...]) -> bool:
    path = _find_path(names, types)
    return path is not None and isinstance(types[path], spark.VariantType)


def _suggest(names: tuple[str, ...], paths: Iterable[tuple[str, ...]]) -> str:
    """The nearest column, as a filter names it."""
    columns = {".".join(_fold(path)): ColumnTest(path, IS_NULL).column for path in paths}
    near = get_close_matches(".".join(_fold(names)), columns, n=1)
    return f": did you mean {columns[near[0]]}?" if near else ""


def _list_types(
    type_: spark.StructType, above: tuple[str, ...] = ()
) -> dict[tuple[str, ...], spark.DataType]:
    """By path; of a name that is there twice, the first."""
    types: dict[tuple[str, ...], spark.DataType] = {}
    for field in type_.fields:
        path = (*above, field.name)
        types.setdefault(path, field.dataType)
        if isinstance(field.dataType, spark.StructType):
            types = _list_types(field.dataType, path) | types
    return types


def _all_of(footer: Footer, group: int) -> ChosenRows:
    counts = [row_group.num_rows for row_group in footer.metadata.row_groups]
    return ChosenRows(group, counts[group], sum(counts[:group]), [(0, counts[group])], None)
