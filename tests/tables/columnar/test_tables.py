"""The tables of the toolkit, value for value against the decoded footer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any

import pytest

import inlay
from inlay.footers.extensions.uuid_guess import guess_uuid
from inlay.footers.footer.undeclared import find_undeclared
from inlay.ground.schema.meaning import find_meaning
from inlay.ground.schema.notation import format_annotation, format_logical
from inlay.ground.schema.tree import SchemaTree
from inlay.ground.values import Undecodable, choose_decoder, read_value
from inlay.tables.columnar.schemas import ON_REQUEST, TABLES
from inlay_runtime.extension import Extension, Header
from parquet_format.parquet import (
    ColumnChunk,
    EncryptionWithColumnKey,
    EncryptionWithFooterKey,
    FieldRepetitionType,
    FileMetaData,
    KeyValue,
    SchemaElement,
    Type,
)
from tests.generated.damage import made

META = ("num_values", "total_compressed_size", "total_uncompressed_size", "data_page_offset",
        "index_page_offset", "dictionary_page_offset", "bloom_filter_offset", "bloom_filter_length")  # fmt: skip
CHUNK = ("file_path", "file_offset", "offset_index_offset", "offset_index_length",
         "column_index_offset", "column_index_length")  # fmt: skip
STATISTICS = ("null_count", "distinct_count", "nan_count", "min_value", "max_value",
              "is_min_value_exact", "is_max_value_exact")  # fmt: skip
NESTED = (FieldRepetitionType.OPTIONAL, FieldRepetitionType.REPEATED)
SIZES = (
    "unencoded_byte_array_data_bytes",
    "repetition_level_histogram",
    "definition_level_histogram",
)


def chunk_row(chunk: ColumnChunk, leaf: SchemaElement | None) -> dict[str, Any]:
    """What a row has to say, from the objects."""
    meta = chunk.meta_data
    statistics = meta.statistics if meta else None
    sizes = meta.size_statistics if meta else None
    geo = meta.geospatial_statistics if meta else None
    box = geo.bbox if geo else None
    row: dict[str, Any] = {name: getattr(meta, name, None) for name in META}
    row |= {name: getattr(chunk, name) for name in CHUNK}
    row |= {name: getattr(statistics, name, None) for name in STATISTICS}
    row |= {name: getattr(sizes, name, None) for name in SIZES}
    row["min_deprecated"] = statistics.min if statistics else None
    row["max_deprecated"] = statistics.max if statistics else None
    row["physical_type"] = meta.type.name if meta else None
    row["codec"] = meta.codec.name if meta else None
    row["encodings"] = [one.name for one in meta.encodings] if meta else None
    row["logical_type"] = None
    if leaf is not None:
        found = find_meaning(leaf)
        row["logical_type"] = format_logical(found) if found else format_annotation(leaf) or None
    row["geospatial_types"] = geo.geospatial_types if geo else None
    row["bounding_box"] = box and {
        name: getattr(box, name)
        for name in ("xmin", "xmax", "ymin", "ymax", "zmin", "zmax", "mmin", "mmax")
    }
    stats = meta.encoding_stats if meta else None
    row["encoding_stats"] = stats and [
        {"page_type": one.page_type.name, "encoding": one.encoding.name, "count": one.count}
        for one in stats
    ]
    entries = meta.key_value_metadata if meta else None
    row["key_values"] = entries and [{"key": one.key, "value": one.value} for one in entries]
    row["encryption"] = {
        type(None): None,
        EncryptionWithFooterKey: "footer key",
        EncryptionWithColumnKey: "column key",
    }[type(chunk.crypto_metadata)]
    sealed = chunk.encrypted_column_metadata
    row["encrypted_metadata_length"] = len(sealed) if sealed is not None else None
    row |= extension_cells(chunk.extension)
    row |= extension_cells(meta.extension if meta else None, "metadata_")
    if meta:
        row["path_in_schema"] = meta.path_in_schema
        row["path"] = ".".join(meta.path_in_schema)
    return row


def extension_cells(extension: Extension | None, prefix: str = "") -> dict[str, Any]:
    guess = guess_uuid(extension.payload) if extension else None
    return {
        f"{prefix}extension_length": len(extension.payload) if extension else None,
        f"{prefix}extension_uuid": str(guess.uuid) if guess else None,
    }


def text(element: SchemaElement, raw: bytes | None) -> Any:
    """A bound as text; a float as the number that its text has to be."""
    if raw is None:
        return None
    value = read_value(choose_decoder(element), raw)
    match value:
        case Undecodable():
            return None
        case bool():
            return str(value).lower()
        case float() if element.type in (Type.FLOAT, Type.DOUBLE):
            return str(float(value))
        case bytes():
            return f"0x{value.hex()}"
        case Decimal():
            return f"{value:f}"
        case _:
            return str(value)


def same_text(found: str | None, expected: str | None, element: SchemaElement) -> bool:
    if found is None or expected is None or element.type not in (Type.FLOAT, Type.DOUBLE):
        return found == expected
    narrow = element.type == Type.FLOAT
    return repr(_packed(found, narrow)) == repr(_packed(expected, narrow))


def _packed(number: str, narrow: bool) -> float:
    import struct

    code = "<f" if narrow else "<d"
    (found,) = struct.unpack(code, struct.pack(code, float(number)))
    return float(found)


def test_chunks_are_those_of_decode(core: str, footers: Mapping[str, bytes]) -> None:
    for name, data in footers.items():
        root = FileMetaData.decode(data)
        leaves = [node.element for node in SchemaTree(root.schema).leaves]
        rows = iter(inlay.chunk_table(data).to_pylist())
        for at, group in enumerate(root.row_groups):
            for column, chunk in enumerate(group.columns):
                leaf = leaves[column] if column < len(leaves) else None
                row = next(rows)
                expected = chunk_row(chunk, leaf) | {"row_group": at, "column": column}
                found = {key: row[key] for key in expected}
                assert repr(found) == repr({key: expected[key] for key in found}), name
                statistics = chunk.meta_data.statistics if chunk.meta_data else None
                for side in ("min", "max"):
                    raw = getattr(statistics, f"{side}_value", None)
                    raw = getattr(statistics, side, None) if raw is None else raw
                    element = leaf or SchemaElement(name="")
                    said = row[f"{side}_text"]
                    assert same_text(said, text(element, raw), element), (name, row["path"])
        assert next(rows, None) is None


def test_row_groups_files_and_key_values_are_those_of_decode(
    core: str, footers: Mapping[str, bytes]
) -> None:
    for data in footers.values():
        root = FileMetaData.decode(data)
        assert inlay.row_group_table(data).to_pylist() == [
            {
                "row_group": at,
                "num_rows": group.num_rows,
                "num_columns": len(group.columns),
                "total_byte_size": group.total_byte_size,
                "total_compressed_size": group.total_compressed_size,
                "file_offset": group.file_offset,
                "ordinal": group.ordinal,
                "sorting_columns": group.sorting_columns and [
                    {
                        "column_idx": one.column_idx,
                        "descending": one.descending,
                        "nulls_first": one.nulls_first,
                    }
                    for one in group.sorting_columns
                ],
                **extension_cells(group.extension),
            }
            for at, group in enumerate(root.row_groups)
        ]  # fmt: skip
        assert inlay.key_value_table(data).to_pylist() == [
            {"entry": at, "key": one.key, "value": one.value, **extension_cells(one.extension)}
            for at, one in enumerate(root.key_value_metadata or [])
        ]
        found = find_undeclared(root)
        assert inlay.file_table(data).to_pylist() == [
            {
                "footer_length": len(data),
                "trailing_length": len(root.remainder.trailing) if root.remainder else 0,
                "version": root.version,
                "num_rows": root.num_rows,
                "num_row_groups": len(root.row_groups),
                "num_columns": len(SchemaTree(root.schema).leaves),
                "num_schema_elements": len(root.schema),
                "num_key_values": None if root.key_value_metadata is None else len(root.key_value_metadata),
                "created_by": root.created_by,
                "encryption_algorithm": None if root.encryption_algorithm is None else (
                    {"AesGcmV1": "AES_GCM_V1", "AesGcmCtrV1": "AES_GCM_CTR_V1"}[type(root.encryption_algorithm).__name__]
                ),
                "signing_key_metadata": root.footer_signing_key_metadata,
                "num_unknown_fields": sum(one.kind == "field" for one in found.unknown),
                "num_extensions": len(found.extensions),
                **extension_cells(root.extension),
            }
        ]  # fmt: skip


def test_schema_elements_are_those_of_the_tree(core: str, footers: Mapping[str, bytes]) -> None:
    for data in footers.values():
        root = FileMetaData.decode(data)
        tree = SchemaTree(root.schema)
        positions = {id(node): at for at, node in enumerate(tree.nodes)}
        columns = {id(node): at for at, node in enumerate(tree.leaves)}
        for row, node in zip(inlay.schema_table(data).to_pylist(), tree.nodes, strict=True):
            element = node.element
            above = []
            at = node
            while at.parent is not None:
                above.append(at.element.repetition_type)
                at = at.parent
            column = columns.get(id(node))
            orders = root.column_orders or []
            ordered = column is not None and column < len(orders)
            assert row == {
                "element": positions[id(node)],
                "parent": positions[id(node.parent)] if node.parent else None,
                "depth": node.depth,
                "path": ".".join(node.path),
                "path_in_schema": list(node.path),
                "name": element.name,
                "repetition": _name(element.repetition_type),
                "physical_type": _name(element.type),
                "converted_type": _name(element.converted_type),
                "logical_type": (
                    format_logical(element.logicalType) if element.logicalType else None
                ),
                "type_length": element.type_length,
                "num_children": element.num_children,
                "scale": element.scale,
                "precision": element.precision,
                "field_id": element.field_id,
                "column": column,
                "max_definition_level": sum(one in NESTED for one in above),
                "max_repetition_level": above.count(FieldRepetitionType.REPEATED),
                "column_order": orders[column].name if ordered and column is not None else None,
                **extension_cells(element.extension),
            }


def _name(member: Any) -> str | None:
    return member.name if member is not None else None


def test_extensions_are_found_in_any_struct(core: str) -> None:
    root = FileMetaData.decode(made())
    uuid = bytes.fromhex("5f3759df00114a2b8c3d4e5f60718293")
    root.row_groups[0].columns[2].extension = Extension(b"payload" + uuid, Header.SPEC)
    entry = KeyValue(key="k", extension=Extension(b"tiny"))
    root.key_value_metadata = [entry]
    data = root.encode()
    rows = inlay.extension_table(
        [made(), data], ["footer", "path", "struct", "header", "length", "uuid", "payload"]
    )
    guess = "5f3759df-0011-4a2b-8c3d-4e5f60718293"
    assert [tuple(row.values()) for row in rows.to_pylist()] == [
        (0, "", "FileMetaData", "spec", 23, None, b"payload of an extension"),
        (1, "row_groups[0].columns[2]", "ColumnChunk", "spec", 23, guess, b"payload" + uuid),
        (1, "key_value_metadata[0]", "KeyValue", "zigzag", 4, None, b"tiny"),
        (1, "", "FileMetaData", "spec", 23, None, b"payload of an extension"),
    ]  # fmt: skip
    assert "payload" not in inlay.extension_table(data).schema.names
    chunks = inlay.chunk_table(data, ["extension_length", "extension_uuid"]).to_pylist()
    assert chunks[2] == {"extension_length": 23, "extension_uuid": guess}


def test_an_encrypted_chunk_is_named_by_its_key_or_by_the_schema(core: str) -> None:
    root = FileMetaData.decode(made())
    first, second, third, _ = root.row_groups[0].columns
    first.meta_data = second.meta_data = third.meta_data = None
    first.crypto_metadata = EncryptionWithColumnKey(path_in_schema=["from", "key"])
    second.crypto_metadata = EncryptionWithFooterKey()
    second.encrypted_column_metadata = b"sealed"
    columns = ["path", "path_in_schema", "encryption", "encrypted_metadata_length", "codec"]
    assert [tuple(row.values()) for row in inlay.chunk_table(root.encode(), columns).to_pylist()] == [
        ("from.key", ["from", "key"], "column key", None, None),
        ("s", ["s"], "footer key", 6, None),
        ("t", ["t"], None, None, None),
        ("d", ["d"], None, None, "ZSTD"),
    ]  # fmt: skip


Damage = Callable[[FileMetaData], object]
TREES: dict[str, Damage] = {
    "too few children": lambda root: setattr(root.schema[0], "num_children", 2),
    "too many children": lambda root: setattr(root.schema[0], "num_children", 9),
    "negative": lambda root: setattr(root.schema[0], "num_children", -3),
    "a root alone": lambda root: root.schema.__delitem__(slice(1, None)),
    "no schema": lambda root: root.schema.clear(),
    "a leaf with children": lambda root: setattr(root.schema[1], "num_children", 1),
    "two trees": lambda root: root.schema.extend(root.schema[:2]),
    "a group without children": lambda root: setattr(root.schema[2], "type", None),
}


@pytest.mark.parametrize("damage", TREES)
def test_a_tree_that_does_not_add_up_is_read_as_far_as_it_goes(core: str, damage: str) -> None:
    root = FileMetaData.decode(made())
    TREES[damage](root)
    data = root.encode()
    leaves = SchemaTree(root.schema).leaves
    rows = inlay.schema_table([made(), data, made()]).to_pylist()
    names = [row["name"] for row in rows if row["footer"] == 1 and row["column"] is not None]
    assert names == [leaf.element.name for leaf in leaves]
    counts = inlay.file_table([made(), data, made()], ["num_columns"]).column("num_columns")
    assert counts.to_pylist() == [4, len(leaves), 4]
    found = inlay.chunk_table([made(), data, made()], ["footer", "logical_type"]).to_pylist()
    texts = [
        format_logical(leaf.element.logicalType) for leaf in leaves if leaf.element.logicalType
    ]
    said = [row["logical_type"] for row in found if row["footer"] == 1]
    assert said == (texts + [None] * 4)[:4]


def test_schemas_are_the_same_whatever_the_input(core: str) -> None:
    several = inlay.footer_tables([made()], dict.fromkeys(TABLES))
    for tables in (several, inlay.footer_tables([], dict.fromkeys(TABLES))):
        for name, schema in TABLES.items():
            expected = [column for column in schema.names if (name, column) not in ON_REQUEST]
            assert tables[name].schema.names == ["footer", *expected]
            for column in expected:
                assert tables[name].schema.field(column) == schema.field(column)
            tables[name].validate(full=True)


def test_columns_come_in_the_order_that_was_asked_for(core: str) -> None:
    table = inlay.chunk_table([made()], ["max_text", "path"])
    assert table.schema.names == ["footer", "max_text", "path"]
    assert inlay.chunk_table([made()], []).num_rows == 4


def test_what_is_not_asked_for_is_not_collected(monkeypatch: pytest.MonkeyPatch) -> None:
    from inlay.tables.columnar import tables
    from inlay_runtime.columnar import ExtractionPlan, extract

    asked: list[ExtractionPlan] = []

    def noted(plan: ExtractionPlan, data: Any) -> Any:
        asked.append(plan)
        return extract(plan, data)

    monkeypatch.setattr(tables, "extract", noted)
    inlay.chunk_table(made(), ["codec"])
    (plan,) = asked
    assert [(table.path, [column.path for column in table.columns]) for table in plan.tables] == [
        ("row_groups[].columns[]", ["meta_data.codec"])
    ]


@pytest.mark.parametrize(
    ("tables", "said"),
    [
        ({"chunks": None}, "no table 'chunks': there are files, schema"),
        ({"files": ["num_row"]}, "files has no column 'num_row'; did you mean 'num_rows'?"),
        (
            {"row_groups": ["zzz"]},
            "row_groups has no column 'zzz': choose one of 'row_group', 'num_rows'",
        ),
        ({"files": "version"}, "a list of names is meant, not one string"),
    ],
)
def test_a_name_that_there_is_not_is_refused(tables: Any, said: str) -> None:
    with pytest.raises(ValueError, match=said.replace("?", r"\?")):
        inlay.footer_tables(made(), tables)
