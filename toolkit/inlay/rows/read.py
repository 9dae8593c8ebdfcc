"""The rows of a file of any form, with any encodings and with its Variants: `inlay.read_table` and a batch iterator.

pyarrow reads Thrift footers and the encodings of the format. Of a final file it is shown what the file was with a Thrift
footer: the same data, and behind it the footer derived from the FlatBuffer; so of a file whose Thrift footer is
damaged beside a FlatBuffer. Of a file with new encodings it is shown plain pages.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from inlay.footers.footer.column_names import refuse_column_names
from inlay.ground.files.source import Source
from inlay.ground.keywords import check_keywords
from inlay.pages.encodings.open_as_plain import open_as_plain
from inlay.pages.encodings.plain_footer import OnFinding, warn_of
from inlay.pages.engine.readable import FooterWarning
from inlay_runtime.errors import RequestError

if TYPE_CHECKING:
    from pyarrow import RecordBatchReader, Table

    from inlay.footers.encryption.keys import EncryptionKeys, KeyRetriever
    from inlay.pages.encodings.plugins import Encodings
    from inlay.rows.filtering.filter_tally import FilterTally
    from inlay.rows.pruning.filters import FilterTree


@check_keywords
def read_table(
    source: Source,
    *,
    columns: Sequence[str] | None = None,
    row_groups: Sequence[int] | None = None,
    filters: Any = None,
    tolerant: bool = False,
    encodings: Encodings | None = None,
    on_finding: OnFinding = warn_of,
    tally: FilterTally | None = None,
    keys: EncryptionKeys | KeyRetriever | None = None,
) -> Table:
    """The rows of a file, of some columns and row groups or of all of them; Variants as such.

    `columns` are names, or paths such as `a.b`, as pyarrow takes them; a name that comes twice is one column.
    `filters` is what `pyarrow.parquet.read_table` takes, an expression or lists of (column, operator, value), and then it
    is that which reads; or the text of a filter, `price > 10 and variant_get(event, '$.age') >= 18`. Lists may name such a path, too,
    or a column inside of another, `user.age` (`docs/prune.md`). Of such filters a `tally` counts what was tested and read. `encodings` are by default those of the configuration. Raises ValueError for a column or row
    group that the file does not have, and for a row group that is named twice, FilterError for text that is not a filter of the file.

    `tolerant` reads Variants whose fields are in any order, as DuckDB writes some: filters look at them so, and the rows have their
    Variants put together and in order, which is a VariantWarning (`docs/variant.md`, "Tolerant reading").

    `keys` open what is encrypted (docs/encryption.md). With them, a file that is neither encrypted nor signed is a DecryptionError: anybody
    may have put it there; so is one whose signature no key checks, if the keys open nothing of it. What is wrong with a footer or a new encoding that is not used is by default a FooterWarning or an EncodingWarning.
    """
    source = _decrypt(source, keys)
    rows = _read(source, columns, row_groups, filters, tolerant, encodings, on_finding, tally)
    if tolerant:
        from inlay_variant.arrow.shredding import unshred

        return unshred(rows, tolerant=True)
    return rows


def _decrypt(source: Source, keys: EncryptionKeys | KeyRetriever | None) -> Source:
    """Of an encrypted file, the plain one: pyarrow itself decrypts none of DuckDB's, and no filter of ours looks into what it has."""
    if keys is None:
        return source
    from inlay.pages.engine.decrypted_file import DecryptedFile, decrypt, require_encrypted

    shown = decrypt(source, keys)
    if isinstance(shown, DecryptedFile):
        shown.require_vouched()
    else:  # plain, or what no key opens
        require_encrypted(source)
    return shown


def _read(
    source: Source,
    columns: Sequence[str] | None,
    row_groups: Sequence[int] | None,
    filters: Any,
    tolerant: bool,
    encodings: Encodings | None,
    on_finding: OnFinding,
    tally: FilterTally | None,
) -> Table:
    from inlay.rows.variants.opener import choose_opener

    own = None if filters is None else _find_own_filter(source, filters)
    if tally is not None and own is None:
        what = "give the filter as text, or as lists that name paths: what pyarrow filters, it counts itself"
        raise RequestError(f"a tally counts what Inlay filters: {what}")
    if filters is not None and own is None:
        with refuse_column_names(source):
            return _read_filtered(source, columns, row_groups, filters, encodings, on_finding)
    open_file = choose_opener(source, encodings=encodings, on_finding=on_finding)
    if own is not None:
        from inlay.rows.filtering.read_filtered import read_filtered_table

        with refuse_column_names(source):
            return read_filtered_table(
                source, columns, row_groups, own, open_file, tally, tolerant=tolerant
            )
    from inlay.rows.variants.reading import read_rows

    return read_rows(open_file, columns, row_groups)


def _find_own_filter(source: Source, filters: Any) -> str | FilterTree | None:
    """A filter that pyarrow does not know: text, and lists that name paths into Variants, or columns inside of others. Raises FilterError
    for such lists that are none of a filter."""
    if isinstance(filters, str):
        return filters
    from inlay.rows.pruning.filter_lists import (
        filter_from_lists,
        find_column_names,
        name_inner_columns,
    )
    from inlay.rows.pruning.filter_text import is_path, parse_paths
    from inlay.rows.pruning.filter_tokens import FilterError

    names = {name for name in find_column_names(filters) if "." in name or is_path(name)}
    inner: dict[str, tuple[str, ...]] = {}
    if names:
        from inlay.footers.footer.read import read_footer
        from inlay.ground.schema.tree import SchemaTree

        # A column of this very name comes first.
        nodes = SchemaTree(read_footer(source).metadata.schema).nodes
        names -= {child.element.name for child in nodes[0].children}
        inner = {name: node.path for node in nodes[1:] if (name := ".".join(node.path)) in names}
    paths = {name for name in names if is_path(name)}
    if not paths and not inner:
        return None
    tree = filter_from_lists(filters)
    if tree is None:
        what = (
            "lists that name paths or columns in others have (column, operator, value): the operator is =, ==, !=, <, <=, >, >=, in or not in, "
            "the value is not None, and behind `in` it is a list"
        )
        raise FilterError("", -1, what)
    return name_inner_columns(parse_paths(tree, paths), inner)


@check_keywords
def iter_batches(
    source: Source,
    *,
    columns: Sequence[str] | None = None,
    row_groups: Sequence[int] | None = None,
    batch_size: int = 65_536,
    encodings: Encodings | None = None,
    on_finding: OnFinding = warn_of,
    keys: EncryptionKeys | KeyRetriever | None = None,
) -> RecordBatchReader:
    """The rows of a file, batch by batch: to iterate over, and for all that takes a stream of Arrow (pandas, Polars, DuckDB).

    The schema is read at once, and batches as they are asked for; no more of the file is in memory than a few column chunks.
    The file is open until the last batch, or until the reader is deleted: pyarrow's `close` does not reach it. Raises
    ValueError as `read_table` does.
    """
    from inlay.rows.variants.opener import choose_opener
    from inlay.rows.variants.reading import stream_rows

    source = _decrypt(source, keys)
    open_file = choose_opener(source, pre_buffer=False, encodings=encodings, on_finding=on_finding)
    return stream_rows(open_file, columns, row_groups, batch_size)


def _read_filtered(
    source: Source,
    columns: Sequence[str] | None,
    row_groups: Sequence[int] | None,
    filters: Any,
    encodings: Encodings | None,
    on_finding: OnFinding,
) -> Table:
    """Row groups are left out by `inlay.prune`, where the filter is lists. Nobody can look into an expression of pyarrow: of what
    it leaves out itself, row groups with statistics that are not to be believed are read. What is left, pyarrow filters.
    """
    from pyarrow.compute import Expression

    from inlay.ground.files.native_file import open_for_pyarrow
    from inlay.ground.files.ranges import FileRanges
    from inlay.ground.files.whole import Whole
    from inlay.pages.engine.open_parts import open_parts
    from inlay.pages.engine.range_reader import RangeReader
    from inlay.pages.engine.unreadable import name_unreadable
    from inlay.rows.filtering.arrow_rows import (
        list_skipped_groups,
        open_fragment,
        read_fragment_footer,
        read_matching_rows,
        scan_matching_rows,
    )
    from inlay.rows.filtering.list_expression import build_expression
    from inlay.rows.filtering.unfit_lists import explain_refusal
    from inlay.rows.pruning.for_readers import (
        list_doubted_groups,
        list_unpruned_groups,
    )
    from inlay.rows.variants.annotated_file import with_types
    from inlay.rows.variants.opener import annotate_file
    from inlay.rows.variants.reading import wanted_of, with_variants

    with (
        open_as_plain(source, encodings, on_finding) as plain,
        open_for_pyarrow(plain.file) as shown,
    ):
        file: Any = shown
        fragment = open_fragment(file)
        metadata = read_fragment_footer(fragment)
        with (
            name_unreadable(source),
            annotate_file(plain, file, pre_buffer=False, metadata=metadata) as described,
        ):
            names, groups = wanted_of(described, columns, row_groups)
            schema = described.schema_arrow
            described.refuse_negative_rows(groups)
        if isinstance(filters, Expression):
            with name_unreadable(source):
                asked, skipped = list_skipped_groups(fragment, filters, groups)
            doubted: list[int] = []
            if skipped:
                if type(plain.file) is Whole:  # with the footer that it has
                    ranges, footer = FileRanges(plain.file.file, plain.file.size), plain.footer
                    reader = RangeReader(ranges, footer.vouched.data_end)
                    doubted = list_doubted_groups(reader, footer.metadata, str(filters), skipped)
                else:
                    with open_parts(plain.file) as (reader, footer):
                        doubted = list_doubted_groups(
                            reader, footer.metadata, str(filters), skipped
                        )
                left_out = set(skipped).difference(doubted)
                groups = [group for group in asked if group not in left_out]
            read = read_matching_rows if doubted else scan_matching_rows
            with name_unreadable(source):
                rows = read(fragment, filters, names, groups)
        else:
            groups = list_unpruned_groups(plain.file, filters, groups)
            with explain_refusal(source, filters, schema), name_unreadable(source):
                expression = build_expression(filters, schema)
                rows = read_matching_rows(fragment, expression, names, groups)
        return with_variants(with_types(rows, schema))


__all__ = ["FooterWarning", "iter_batches", "read_table"]
