"""`inlay.footer_tables` and its short forms: from footers to Arrow tables, in one pass over the bytes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple, cast

import pyarrow as pa

from inlay.ground.arrow_fields import field_in
from inlay.ground.free_memory import give_back
from inlay.ground.keywords import check_keywords
from inlay.ground.mistakes import require_names
from inlay.ground.wording.near_names import hint_at
from inlay.tables.columnar import chunks, extensions, files, key_values, row_groups, schema_elements
from inlay.tables.columnar.extracted_arrays import ExtractedArrays
from inlay.tables.columnar.footer_bytes import FooterData, read_thrift
from inlay.tables.columnar.long_paths import find_long_paths
from inlay.tables.columnar.paths import CHUNKS, ELEMENTS, FOOTERS, KEY_VALUES, ROW_GROUPS
from inlay.tables.columnar.problems import Problem, problem_of
from inlay.tables.columnar.recipe import Recipe, Recipes, take_ordinal
from inlay.tables.columnar.schemas import FOOTER, ON_REQUEST, TABLES
from inlay_runtime.columnar import ExtractionPlan, extract
from inlay_runtime.errors import InlayError
from parquet_format.parquet import FileMetaData

if TYPE_CHECKING:
    from inlay_runtime.flat.extension import ExtensionTable
    from inlay_runtime.struct import Buffer


class _Kind(NamedTuple):
    """How a table is made; `footer` is the recipe of the column that says whose each row is."""

    recipes: Recipes
    footer: Recipe


_NO_FOOTER: Final = b""  # so it has no rows either

_KINDS: Final[Mapping[str, _Kind]] = {
    "files": _Kind(files.RECIPES, take_ordinal(FOOTERS, 0)),
    "schema": _Kind(schema_elements.RECIPES, take_ordinal(ELEMENTS, 0)),
    "row_groups": _Kind(row_groups.RECIPES, take_ordinal(ROW_GROUPS, 0)),
    "column_chunks": _Kind(chunks.RECIPES, take_ordinal(CHUNKS, 0)),
    "extensions": _Kind(extensions.RECIPES, extensions.FOOTER),
    "key_values": _Kind(key_values.RECIPES, take_ordinal(KEY_VALUES, 0)),
}


@check_keywords
def footer_tables(
    data: FooterData | Sequence[FooterData],
    tables: Mapping[str, Sequence[str] | None],
    *,
    problems: list[Problem] | None = None,
) -> dict[str, pa.Table]:
    """Tables of one footer, or of a sequence of them, each with the columns that are named, or all.

    `tables` has them by name: `files`, `schema`, `row_groups`, `column_chunks`, `extensions`,
    `key_values`. Tables of a sequence have the position of the footer as their first column.
    Footers that are damaged are described in `problems`, if it is given, and left out.

    Raises DecodeError for the first footer that is damaged, ConversionError for one in FlatBuffers that
    stands for no Thrift, if `problems` is not given; ValueError for a name that there is not.
    """
    is_many = _is_sequence(data)
    chosen = {name: _choose_recipes(name, columns, is_many) for name, columns in tables.items()}
    footers = list(cast("Sequence[FooterData]", data) if is_many else [cast("FooterData", data)])
    plan = _plan(tuple((name, tuple(recipes)) for name, recipes in chosen.items()))
    source = _read(footers, plan, chosen, problems)
    return {name: _table(name, recipes, source) for name, recipes in chosen.items()}


@check_keywords
def chunk_table(
    data: FooterData | Sequence[FooterData],
    columns: Sequence[str] | None = None,
    *,
    problems: list[Problem] | None = None,
) -> pa.Table:
    """One row per column chunk; see `footer_tables`."""
    return footer_tables(data, {"column_chunks": columns}, problems=problems)["column_chunks"]


@check_keywords
def row_group_table(
    data: FooterData | Sequence[FooterData],
    columns: Sequence[str] | None = None,
    *,
    problems: list[Problem] | None = None,
) -> pa.Table:
    """One row per row group; see `footer_tables`."""
    return footer_tables(data, {"row_groups": columns}, problems=problems)["row_groups"]


@check_keywords
def schema_table(
    data: FooterData | Sequence[FooterData],
    columns: Sequence[str] | None = None,
    *,
    problems: list[Problem] | None = None,
) -> pa.Table:
    """One row per schema element; see `footer_tables`."""
    return footer_tables(data, {"schema": columns}, problems=problems)["schema"]


@check_keywords
def key_value_table(
    data: FooterData | Sequence[FooterData],
    columns: Sequence[str] | None = None,
    *,
    problems: list[Problem] | None = None,
) -> pa.Table:
    """One row per entry of the key-value metadata of a file; see `footer_tables`."""
    return footer_tables(data, {"key_values": columns}, problems=problems)["key_values"]


@check_keywords
def extension_table(
    data: FooterData | Sequence[FooterData],
    columns: Sequence[str] | None = None,
    *,
    types: Sequence[type[ExtensionTable] | str] | None = None,
    problems: list[Problem] | None = None,
) -> pa.Table:
    """One row per extension, of whatever struct; see `footer_tables`. Payloads only if they are named.

    With `types`, those of these types alone, with `type`, `error` (why a payload cannot be read), and a column for each field.
    A type is a generated class; a text stands for all types of a package, by its name or folder, or of a schema that ends in
    `.fbs`. Raises RequestError for a text that stands for none.
    """
    if types is None:
        return footer_tables(data, {"extensions": columns}, problems=problems)["extensions"]
    from inlay.tables.typed_extensions.sources import load_types
    from inlay.tables.typed_extensions.typed_columns import TypedColumns

    classes = load_types(types)
    table = footer_tables(data, {"extensions": TABLES["extensions"].names}, problems=problems)
    typed = TypedColumns(classes, table["extensions"].schema)
    batches = [typed.convert(batch) for batch in table["extensions"].to_batches()]
    return pa.Table.from_batches(batches, typed.schema).select(typed.choose(columns))


@check_keywords
def file_table(
    data: FooterData | Sequence[FooterData],
    columns: Sequence[str] | None = None,
    *,
    problems: list[Problem] | None = None,
) -> pa.Table:
    """One row per footer; see `footer_tables`."""
    return footer_tables(data, {"files": columns}, problems=problems)["files"]


def _is_sequence(data: object) -> bool:
    if isinstance(data, str | bytes | bytearray | memoryview):
        return False
    from inlay.ground.files.source import is_buffer

    # An `array.array` is a buffer, and a sequence of numbers, too.
    return not is_buffer(data) and isinstance(data, Sequence)


def _choose_recipes(table: str, columns: Sequence[str] | None, is_many: bool) -> dict[str, Recipe]:
    if table not in _KINDS:
        raise ValueError(f"no table {table!r}: there are {', '.join(_KINDS)}")
    kind = _KINDS[table]
    columns = None if columns is None else require_names(columns)
    if columns is None:
        columns = [name for name in kind.recipes if (table, name) not in ON_REQUEST]
    first = {FOOTER.name: kind.footer} if is_many else {}
    for name in columns:
        if name in kind.recipes or name in first:
            continue
        raise ValueError(f"{table} has no column {name!r}{hint_at(name, kind.recipes)}")
    return first | {name: kind.recipes[name] for name in columns if name not in first}


@lru_cache(maxsize=64)
def _plan(chosen: tuple[tuple[str, tuple[str, ...]], ...]) -> ExtractionPlan:
    """What the columns of the tables need. Kept, since a scan asks for the same thousands of times."""
    paths: dict[str, dict[str, None]] = {}
    for table, columns in chosen:
        kind = _KINDS[table]
        for column in columns:
            recipe = kind.footer if column == FOOTER.name else kind.recipes[column]
            for rows, names in recipe.needs.items():
                paths.setdefault(rows, {}).update(dict.fromkeys(names))
    return ExtractionPlan(FileMetaData, {rows: list(names) for rows, names in paths.items()})


def _read(
    footers: Sequence[FooterData],
    plan: ExtractionPlan,
    chosen: Mapping[str, Mapping[str, Recipe]],
    problems: list[Problem] | None,
) -> ExtractedArrays:
    data: list[Buffer] = []
    refused: dict[int, InlayError] = {}
    for position, footer in enumerate(footers):
        try:
            data.append(read_thrift(footer))
        except InlayError as error:
            refused[position] = error
            data.append(_NO_FOOTER)
    source = ExtractedArrays(extract(plan, data), data)
    if too_long := find_long_paths(source, chosen):
        refused.update(too_long)
        data = [_NO_FOOTER if at in too_long else footer for at, footer in enumerate(data)]
        source = ExtractedArrays(extract(plan, data), data)
    give_back(sum(map(len, data)))  # what the walk over them took
    errors: dict[int, InlayError] = {**source.errors, **refused}
    if errors and problems is None:
        raise errors[min(errors)]
    if problems is not None:
        problems += [problem_of(position, errors[position]) for position in sorted(errors)]
    return source


def _table(name: str, recipes: Mapping[str, Recipe], source: ExtractedArrays) -> pa.Table:
    fields = [
        FOOTER if column == FOOTER.name else field_in(TABLES[name], column) for column in recipes
    ]
    arrays = [recipe.build(source) for recipe in recipes.values()]
    return pa.Table.from_arrays(arrays, schema=pa.schema(fields))
