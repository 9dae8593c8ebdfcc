"""New names for columns, in every place of the footer that holds them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import ModuleType

from inlay.ground.mistakes import RequestError
from inlay.ground.refusals import RefusedError
from inlay.ground.schema.encoded_path import encode_path
from inlay.ground.schema.meaning import find_meaning
from inlay.ground.schema.quoted_names import parse_quoted
from inlay.ground.schema.tree import Node
from inlay.ground.wording.amounts import count
from inlay.verbs.set.elements import AmendedElements
from inlay_runtime.core import load_native
from inlay_runtime.text import bytes_of
from parquet_format.parquet import (
    FieldRepetitionType,
    FileMetaData,
    ListType,
    MapType,
    RowGroup,
    VariantType,
)

native_paths: ModuleType | None = load_native("inlay.verbs.set.native_paths")


def plan_renames(
    elements: AmendedElements, wanted: Mapping[str, str]
) -> tuple[dict[int, str], list[str]]:
    """New names by the number of the element, and what to warn of.

    Raises RequestError for a path that is none, a name that is empty or no UTF-8, and names that two columns of a group would share;
    RefusedError for names that say how a list, a map or a Variant is read.
    """
    names: dict[int, str] = {}
    for number, (path, new) in elements.numbers_of(wanted).items():
        node = elements.tree.nodes[number]
        name = _last_name(path, node, new)
        _refuse_structure(path, node, name)
        if name != node.element.name:
            names[number] = name
    return names, _require_distinct(elements, names)


def rename(metadata: FileMetaData, elements: AmendedElements, names: Mapping[int, str]) -> None:
    """In the schema, and in the paths of all chunks. Sorting columns and column orders are by number, and stay."""
    for number, name in names.items():
        metadata.schema[number].name = name
    encoded = [encode_path([*map(bytes_of, leaf.path)]) for leaf in elements.tree.leaves]
    for group, row_group in enumerate(metadata.row_groups):
        renamed = _rename_natively(row_group, encoded)
        if renamed is not None:
            metadata.row_groups[group] = renamed
        else:
            _rename_chunks(group, row_group, [leaf.path for leaf in elements.tree.leaves])


def _rename_natively(row_group: RowGroup, paths: list[bytes]) -> RowGroup | None:
    """Of a wide footer the chunks stay encoded: objects for all of them would take many times its bytes."""
    if native_paths is None:
        return None
    data: bytes | None = native_paths.replace_paths(row_group.encode(), paths)
    return None if data is None else RowGroup.decode(data)


def _rename_chunks(group: int, row_group: RowGroup, paths: Sequence[tuple[str, ...]]) -> None:
    if len(row_group.columns) != len(paths):
        what = f"row group {group} has {count(len(row_group.columns), 'chunk')} for {count(len(paths), 'column')}"
        raise RefusedError("schema", what)
    for chunk, path in zip(row_group.columns, paths, strict=True):
        if chunk.file_path is not None:
            reason = "its columns are in other files, whose names would stay"
            raise RefusedError("elsewhere", reason)
        if chunk.crypto_metadata is not None or chunk.meta_data is None:
            reason = "it has encrypted columns, whose keys are chosen by their names"
            raise RefusedError("encrypted", reason)
        if tuple(chunk.meta_data.path_in_schema) != path:
            chunk.meta_data.path_in_schema = list(path)


def _last_name(path: str, node: Node, new: str) -> str:
    """A nested column may be given its whole new path, which stays in the same group. A name in quotes is what stands in them."""
    *groups, _ = node.path
    quoted = [part.name for part in parse_quoted(new) or () if part.nth is None]
    if len(quoted) == 1 or (quoted and quoted[:-1] == groups):
        name = quoted[-1]
    else:
        parent = "".join(f"{group}." for group in groups)
        name = new.removeprefix(parent)
    if not name:
        raise RequestError(f"{path}: a column needs a name")
    try:
        name.encode()
    except UnicodeEncodeError:
        raise RequestError(f"{path}: the name {name!r} is not UTF-8") from None
    return name


def _refuse_structure(path: str, node: Node, name: str) -> None:
    parent = node.parent
    repeated = FieldRepetitionType.REPEATED
    if parent is not None and node.element.repetition_type is repeated:
        kind = find_meaning(parent.element)
        if isinstance(kind, ListType | MapType):
            what = "only repeats what is in it, and readers judge lists and maps by its name"
            raise RefusedError("structure", f"{path!r} {what}")
    for below in node.children:
        is_tuple = below.element.name in (f"{node.element.name}_tuple", f"{name}_tuple")
        if isinstance(find_meaning(node.element), ListType) and is_tuple:
            reason = (
                f"readers judge the list {path!r} by its name and that of {below.element.name!r}"
            )
            raise RefusedError("structure", reason)
    while parent is not None:
        if isinstance(find_meaning(parent.element), VariantType):
            raise RefusedError(
                "structure", f"{path!r} is a part of a Variant, whose names mean something"
            )
        parent = parent.parent


def _require_distinct(elements: AmendedElements, names: Mapping[int, str]) -> list[str]:
    """RequestError for a new name that another column of the group would share; what to warn of, if case alone tells them apart."""
    parents = {
        id(parent): parent
        for number in names
        if (parent := elements.tree.nodes[number].parent) is not None
    }
    warnings: list[str] = []
    for parent in parents.values():
        seen: dict[str, list[tuple[str, bool]]] = {}
        for node in parent.children:
            number = elements.number(node)
            name, is_new = names.get(number, node.element.name), number in names
            alike = seen.setdefault(name.lower(), [])
            for other, other_is_new in alike:
                if not is_new and not other_is_new:
                    continue  # they were so before
                if other == name:
                    path = ".".join((*parent.path, name))
                    raise RequestError(f"two columns would be called {path!r}")
                warnings.append(
                    f"{other!r} and {name!r} differ in case only, and Spark takes them for one by default"
                )
            alike.append((name, is_new))
    return warnings
