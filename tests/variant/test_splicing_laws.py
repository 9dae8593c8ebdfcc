"""Whatever the columns, their order, the row groups and the way they are written: each offset leads to its pages."""

from __future__ import annotations

from typing import Any, Final

import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st

from inlay.rows.variants.file_shredding import shred_columns
from inlay_variant.arrow.schema_text import parse_schema
from parquet_format.parquet import SortingColumn
from tests.pages.encodings.files import pq
from tests.support.examples import examples
from tests.variant.kept import (
    assert_offsets_lead_to_pages,
    assert_same_rows,
    footer_of,
    kept_of,
)
from tests.variant.spliced import documents_in, edited

ROWS: Final = 60

COLUMNS: Final[dict[str, Any]] = {
    "int": pa.array(range(ROWS), pa.int32()),
    "text": pa.array([f"text {at % 7}" if at % 3 else None for at in range(ROWS)]),
    "list": pa.array([[at, None] * (at % 3) for at in range(ROWS)], pa.list_(pa.int64())),
    "struct": pa.array([{"a": at, "b": {"c": [str(at)]}} for at in range(ROWS)]),
    "null": pa.nulls(ROWS, pa.float64()),
    "map": pa.array([[("k", at % 2 == 0)] for at in range(ROWS)], pa.map_(pa.string(), pa.bool_())),
}
JSON: Final = pa.array([f'{{"n": {at}, "x": [{at}]}}' for at in range(ROWS)])
BY: Final = parse_schema("struct<n: int64, y: string>")

NAMES: Final = st.lists(
    st.sampled_from([*COLUMNS, "v1", "v2"]), unique=True, min_size=1, max_size=8
)
OPTIONS: Final = st.fixed_dictionaries(
    {
        "row_group_size": st.sampled_from([ROWS, 25, 10]),
        "data_page_version": st.sampled_from(["1.0", "2.0"]),
        "data_page_size": st.sampled_from([40, 1 << 20]),
        "write_batch_size": st.sampled_from([4, 1024]),
        "compression": st.sampled_from(["none", "snappy", "zstd"]),
        "use_dictionary": st.booleans(),
        "write_page_index": st.booleans(),
        "write_page_checksum": st.booleans(),
        "store_schema": st.booleans(),
    }
)


@examples(80)
@given(
    names=NAMES,
    options=OPTIONS,
    wanted=st.sets(st.sampled_from(["v1", "v2"]), min_size=1),
    data=st.data(),
)
def test_every_offset_leads_to_its_pages(
    names: list[str], options: dict[str, Any], wanted: set[str], data: Any, tmp_path_factory: Any
) -> None:
    folder = tmp_path_factory.mktemp("law")
    source, out = folder / "in.parquet", folder / "out.parquet"
    flat = [name for name in names if name in ("int", "text")]
    options["bloom_filter_options"] = {key: {"ndv": ROWS} for key in flat}
    rows = pa.table({name: COLUMNS.get(name, JSON) for name in names})
    pq.write_table(rows, source, **options)
    leaves = [
        chunk.meta_data.path_in_schema[0]
        for chunk in footer_of(source).row_groups[0].columns
        if chunk.meta_data is not None
    ]
    sorting = data.draw(st.lists(st.sampled_from(range(len(leaves))), unique=True))

    def sort(metadata: Any) -> None:
        for group in metadata.row_groups:
            group.sorting_columns = [
                SortingColumn(column_idx=at, descending=False, nulls_first=False) for at in sorting
            ]

    edited(source, sort)
    shred_columns(source, out, dict.fromkeys(sorted(wanted), BY))

    replaced = tuple(wanted)
    assert kept_of(out, replaced) == kept_of(source, replaced)
    assert_same_rows(source, out, replaced)
    assert_offsets_lead_to_pages(out)
    for name in wanted:
        expected = [{"n": at, "x": [at]} for at in range(ROWS)]
        assert documents_in(out, name) == (expected if name in names else [None] * ROWS)
    until = [leaves[at] in wanted for at in sorting]
    kept = sorting[: until.index(True)] if True in until else sorting
    for group in footer_of(out).row_groups:
        sorted_by = [group.columns[one.column_idx].meta_data for one in group.sorting_columns or []]
        old = footer_of(source).row_groups[0].columns
        described = [old[at].meta_data for at in kept]
        assert [one and one.path_in_schema for one in sorted_by] == [
            one and one.path_in_schema for one in described
        ]
