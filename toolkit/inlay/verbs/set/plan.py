"""The metadata after the edits, as a function of the metadata before: nothing here touches a file but to read an index."""

from __future__ import annotations

from collections.abc import Mapping

from inlay.ground.mistakes import RequestError
from inlay.ground.schema.logical_text import parse_logical_type
from inlay.ground.schema.meaning import find_meaning
from inlay.ground.schema.names import NamedChildren, quote_column
from inlay.ground.schema_copies import SchemaChange, follow
from inlay.ground.schema_copies.named_keys import find_named_keys, may_name_keys
from inlay.pages.engine.thrift_file import ThriftFile
from inlay.verbs.set.annotating import annotate
from inlay.verbs.set.column_orders import change_orders
from inlay.verbs.set.edits import Edits
from inlay.verbs.set.elements import AmendedElements
from inlay.verbs.set.key_values import edit_key_values
from inlay.verbs.set.renames import plan_renames, rename
from inlay.verbs.set.sorting import claim_sorted
from inlay_runtime.text import is_utf8
from parquet_format.parquet import FileMetaData

_MOST_FIELD_ID = 2**31 - 1


def amend(metadata: FileMetaData, edits: Edits, file: ThriftFile) -> list[str]:
    """Changes the metadata of a file, and returns what there is to say. Raises RequestError and RefusedError.

    Claims about rows come before renames, since all paths are those from before; pairs that are asked for come last, so
    that they win over what follows from the rest.
    """
    notes: list[str] = []
    if edits.change_schema or edits.column_orders or edits.sorted_by is not None:
        elements = AmendedElements(metadata)
        if edits.column_orders:
            change_orders(metadata, elements, edits.column_orders, file.source)
        if edits.sorted_by is not None:
            notes += claim_sorted(metadata, elements, edits.sorted_by, file.source)
        if edits.change_schema:
            notes += _change_schema(metadata, elements, edits)
    if edits.keys or edits.delete:
        named = find_named_keys(metadata.schema) if may_name_keys(file.thrift) else {}
        notes += edit_key_values(metadata, edits.keys, edits.delete, named)
    if edits.created_by is not None and edits.created_by != (metadata.created_by or ""):
        if not is_utf8(edits.created_by):
            raise RequestError("the name of the writer is not UTF-8, at which readers fail")
        metadata.created_by = edits.created_by or None
        notes.append("readers judge statistics, and some times, by the name of the writer")
    return notes


def _change_schema(metadata: FileMetaData, elements: AmendedElements, edits: Edits) -> list[str]:
    names, notes = plan_renames(elements, edits.rename)
    ids = _new_ids(elements, edits.field_ids)
    types = {
        number: (path, parse_logical_type(text))
        for number, (path, text) in elements.numbers_of(edits.logical_types).items()
    }
    before = list(metadata.schema)
    for number in {*names, *ids, *types}:
        before[number] = before[number].replace()
    for number, field_id in ids.items():
        metadata.schema[number].field_id = field_id
    leaves = {elements.number(leaf): at for at, leaf in enumerate(elements.tree.leaves)}
    orders = metadata.column_orders or []
    for number, (path, kind) in types.items():
        at = leaves.get(number, len(orders))
        order = orders[at] if at < len(orders) else None
        notes += annotate(path, metadata.schema[number], kind, order)
    retyped = frozenset(
        number
        for number in types
        if find_meaning(before[number]) != find_meaning(metadata.schema[number])
    )
    change = SchemaChange(before, names=names, field_ids=ids, retyped=retyped)
    followed = follow(metadata.key_value_metadata or [], change)
    metadata.key_value_metadata = followed.pairs or None
    del change, before, leaves
    if names:  # behind the copies of the schema, which take as much memory as new row groups
        rename(metadata, elements, names)
    return [*notes, *followed.notes]


def _new_ids(elements: AmendedElements, wanted: Mapping[str, int | None]) -> dict[int, int | None]:
    """RequestError for a field id that another column has, or that is none."""
    given = elements.numbers_of(wanted)
    ids = {number: field_id for number, (_, field_id) in given.items()}
    users: dict[int, int] = {}
    for number, node in enumerate(elements.tree.nodes[1:], 1):
        field_id = ids.get(number, node.element.field_id)
        if field_id is None:
            continue
        if number in ids and not -_MOST_FIELD_ID - 1 <= field_id <= _MOST_FIELD_ID:
            path = quote_column(node, NamedChildren())
            raise RequestError(f"{path}: a field id has 32 bits, and {field_id:,} does not fit")
        user = users.setdefault(field_id, number)
        if user != number and (number in ids or user in ids):
            named = NamedChildren()
            paths = [quote_column(elements.tree.nodes[at], named) for at in (user, number)]
            raise RequestError(
                f"{paths[0]!r} and {paths[1]!r} would both have the field id {field_id:,}"
            )
    return ids
