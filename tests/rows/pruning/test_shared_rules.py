"""Columns that differ by nothing but their names share the rules of their statements; those that differ by anything else do not."""

from __future__ import annotations

from pathlib import Path

from inlay.footers.footer import read_footer
from inlay.ground.schema.tree import SchemaTree
from inlay.rows.pruning.leaf_rules import build_rules
from tests.pages.encodings.files import pa, pq


def test_alike_columns_share_their_rules(tmp_path: Path) -> None:
    path = tmp_path / "f.parquet"
    fields = [
        pa.field("a", pa.float64()),
        pa.field("b", pa.float64(), metadata={"PARQUET:field_id": "7"}),
        pa.field("c", pa.float64(), nullable=False),
        pa.field("d", pa.float32()),
        pa.field("e", pa.uint32()),
        pa.field("f", pa.int32()),
        pa.field("g", pa.list_(pa.float64())),
        pa.field("h", pa.struct([pa.field("i", pa.float64())])),
        pa.field("j", pa.string()),
        pa.field("k", pa.binary()),
    ]
    schema = pa.schema(fields)
    pq.write_table(schema.empty_table(), path)
    metadata = read_footer(path).metadata
    tree = SchemaTree(metadata.schema)
    rules = build_rules(metadata, tree, range(len(tree.leaves)))
    assert rules[0] is rules[1]
    assert len({id(it) for it in rules.values()}) == len(fields) - 1
    for at, leaf in enumerate(tree.leaves):
        nameless = leaf.element.replace(name="", field_id=None)
        assert rules[at].element == nameless
