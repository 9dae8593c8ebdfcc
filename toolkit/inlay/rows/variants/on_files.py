"""What the commands do with files, row group by row group: show, infer, shred, put together."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Sequence, Set
from functools import partial
from typing import Final, cast

import pyarrow as pa

from inlay.changes.rewrite.new_file import require_output
from inlay.footers.footer.read import read_footer
from inlay.ground.arrow_fields import field_in, fields_in
from inlay.ground.arrow_rows import column_in
from inlay.ground.mistakes import RequestError
from inlay.ground.refusals import RefusedError
from inlay.rows.variants.candidates import choose_candidates
from inlay.rows.variants.file_shredding import shred_columns
from inlay.rows.variants.named_columns import refuse_shared_place
from inlay.rows.variants.named_places import find_place
from inlay.rows.variants.opener import choose_opener
from inlay.rows.variants.reading import stream_rows
from inlay.rows.variants.sampling import count_sample
from inlay.rows.variants.shredded_groups import Advance
from inlay_variant.arrow.from_arrow import from_arrow
from inlay_variant.arrow.inference import Inferred, infer_from_counts
from inlay_variant.arrow.nested_columns import find_columns, list_paths_of, map_variants
from inlay_variant.arrow.nested_json import list_json_rows
from inlay_variant.arrow.nested_types import holds_variants
from inlay_variant.arrow.shredding import unshred
from inlay_variant.arrow.variant_get import try_variant_get, variant_get
from inlay_variant.arrow.variant_type import VariantArray, VariantType
from inlay_variant.storage.arrow_classes import Array
from inlay_variant.value.counting import Seen
from inlay_variant.value.errors import counting_from
from inlay_variant.value.path import parse_path

_ROWS: Final = 65_536


class ColumnError(RequestError):
    """Which column is meant is not clear, or it is not a Variant."""

    def __init__(self, file: str, reason: str, names: list[str]) -> None:
        super().__init__(file, reason, names)
        self.file = file
        self.reason = reason
        self.names = names

    def __str__(self) -> str:
        there = f"it has {', '.join(self.names)}" if self.names else "the file has none"
        return f"{self.file}: {self.reason}; {there}"


def rows_in(file: str) -> int:
    return read_footer(file).metadata.num_rows


def size_of(file: str) -> int:
    return os.stat(file).st_size


def choose_column(file: str, wanted: str | None) -> str:
    """The name of the column, or the path of Variants inside of one (`items.element`). Raises ColumnError, ColumnNameError for a
    path that is there twice, and RefusedError for a file without Variants."""
    place = None if wanted is None else find_place(file, wanted)
    schema = schema_of(file, [] if place is None else [place.path])
    names = [path for field in fields_in(schema) for path in list_paths_of(field)]
    columns = [field.name for field in fields_in(schema) if isinstance(field.type, VariantType)]
    if wanted is None or place is None:
        for only in (columns, names):
            if len(only) == 1:
                return only[0]
        if not names:
            raise RefusedError("column", "it has no Variants", path=file)
        raise ColumnError(file, "choose one with --column", names)
    path, is_inside = place
    if path not in names:
        raise ColumnError(file, f"{wanted!r} is not a Variant column", names)
    if names.count(path) > 1 and (is_inside or schema.names.count(path) > 1):
        raise refuse_shared_place(wanted, path)
    return path


def schema_of(file: str, names: Sequence[str] = ()) -> pa.Schema:
    """The Arrow schema of a file, with its Variants: of a wide one, that of the columns that matter to who looks for some."""
    with choose_opener(file)(True, choose_candidates(names)) as parquet:
        return parquet.schema_arrow


def list_json_lines(
    file: str,
    name: str,
    paths: Sequence[str],
    rows: int | None,
    *,
    type_: pa.DataType | None = None,
    tolerant: bool,
) -> Iterator[str]:
    """Up to so many rows as JSON; `null` for a row without a value. Of several paths, an object with a value for each.

    With a type, values are cast to it as Spark does, and are null where it cannot. A path that is there twice counts once.
    """
    paths = list(dict.fromkeys(paths))
    for path in paths:
        parse_path(path)
    left = rows
    first = 0
    size = min(rows or _ROWS, _ROWS)

    def look_up(path: str, variants: VariantArray, _: str) -> Array:
        plain = unshred(variants, tolerant=tolerant)
        if type_ is not None:
            values = try_variant_get(plain, path, type_)
            return values if holds_variants(type_) else cast("Array", from_arrow(values))
        return variant_get(plain, path) if parse_path(path) else plain

    schema = schema_of(file, [name])
    column = field_in(schema, find_columns(schema, name)[0])
    for batch in stream_rows(choose_opener(file, pre_buffer=False), [column.name], None, size):
        array = column_in(batch, 0)
        if left is not None:
            array = array.slice(0, left)
            left -= len(array)
        with counting_from(first):
            columns = [
                list_json_rows(map_variants(array, column.name, partial(look_up, path), only=name))
                for path in paths
            ]
            for texts in zip(*columns, strict=True):
                yield texts[0] if len(paths) == 1 else _as_object(paths, texts)
        first += len(array)
        if left == 0:
            return


def _as_object(names: Sequence[str], texts: Sequence[str]) -> str:
    fields = (f"{json.dumps(name)}:{text}" for name, text in zip(names, texts, strict=True))
    return f"{{{','.join(fields)}}}"


def inferred_from(file: str, name: str, *, tolerant: bool = False) -> Inferred:
    """What a sample from all over the file looks like."""
    seen = count_sample(file, name, tolerant=tolerant)
    return infer_from_counts(Seen() if seen is None else seen)


def shred_file(
    file: str,
    out: str,
    name: str,
    *,
    exact: bool,
    tolerant: bool = False,
    overwrite: bool,
    allow: Set[str] = frozenset(),
    advance: Advance,
    tell: Callable[[str], None] = lambda _: None,
) -> None:
    """Writes `out`, with the Variants of `file` in the columns that are worth it, and tells what is left out of others. Raises what `require_output` raises."""
    require_output(out, overwrite=overwrite, allow=allow)
    inferred = inferred_from(file, name, tolerant=tolerant)
    if not inferred.worth_it:
        raise RefusedError("schema", "no column is worth it: see `inlay variant schema`", path=file)
    schemas = {name: inferred.type}
    shred_columns(
        file,
        out,
        schemas,
        exact=exact,
        tolerant=tolerant,
        overwrite=overwrite,
        allow=allow,
        advance=advance,
        tell=tell,
    )


def unshred_file(
    file: str,
    out: str,
    name: str,
    *,
    tolerant: bool,
    overwrite: bool,
    allow: Set[str] = frozenset(),
    advance: Advance,
    tell: Callable[[str], None] = lambda _: None,
) -> None:
    """Writes `out`, with the Variants of `file` put together, and tells what is left out of other columns. Raises what `require_output` raises."""
    schemas = {name: pa.null()}
    shred_columns(
        file,
        out,
        schemas,
        tolerant=tolerant,
        overwrite=overwrite,
        allow=allow,
        advance=advance,
        tell=tell,
    )
