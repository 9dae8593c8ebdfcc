"""Whether Arrow's copy of the schema can be right, and which columns it says are pickles.

A file is read as its copy says by pyarrow, pandas, Polars and what is built on arrow-rs, so a wrong copy locks them out.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

from inlay.ground.arrow_fields import Field, fields_in
from inlay.ground.missing import is_installed
from inlay.ground.schema.tree import Node
from inlay.ground.schema_copies.arrow_schema import read_arrow_schema
from inlay.ground.schema_copies.errors import CannotAgreeError
from inlay.ground.wording.amounts import count
from inlay_runtime.text import text_from
from parquet_format.parquet import FieldRepetitionType

if TYPE_CHECKING:
    import pyarrow as pa

_NAME: Final = b"ARROW:extension:name"
_ABOUT: Final = b"ARROW:extension:metadata"
_OF_DAFT: Final = "daft.super_extension"
_OF_OLD_ARROW: Final = "arrow.py_extension_type"


class UnfitCopy(NamedTuple):
    """Why a copy cannot be right. Without `is_readable` nothing is lost with it."""

    what: str
    is_readable: bool


class Pickle(NamedTuple):
    """A field of the copy by its path; either its values are pickles, or the description of its type is one."""

    path: tuple[str, ...]
    is_of_values: bool


def find_unfit_copy(text: str, columns: Sequence[Node]) -> UnfitCopy | None:
    """`columns` are those below the root. None without pyarrow, which reads the copy."""
    if not is_installed("pyarrow"):
        return None
    try:
        schema = read_arrow_schema(text)
        names = schema.names
    except (CannotAgreeError, UnicodeDecodeError):
        return UnfitCopy(_explain(text), is_readable=False)
    if len(names) != len(columns):
        what = f"it has {count(len(names), 'column')}, and the file {len(columns):,}"
        return UnfitCopy(what, is_readable=True)
    is_nested = _ask_kinds()
    for kind, name, column in zip(schema.types, names, columns, strict=True):
        if name != column.element.name:
            what = f"it has {name!r} in the place of {column.element.name!r}"
            return UnfitCopy(what, is_readable=True)
        if is_nested(kind) != _has_levels(column):
            return UnfitCopy(f"it has {name!r} as {kind}", is_readable=True)
    return None


def _ask_kinds() -> Callable[[pa.DataType], bool]:
    """`_is_nested`, asked once of all types of a kind: very many columns have few."""
    import pyarrow as pa

    known: dict[int, bool] = {}

    def is_nested(kind: pa.DataType) -> bool:
        nested = known.get(kind.id)
        if nested is None:
            nested = _is_nested(kind)
            if not isinstance(kind, pa.BaseExtensionType):
                known[kind.id] = nested
        return nested

    return is_nested


def list_pickles(text: str) -> list[Pickle]:
    """Empty for what is not a schema, and without pyarrow."""
    if not _may_have_pickles(text):
        return []
    try:
        schema = read_arrow_schema(text)
        return [pickle for field in fields_in(schema) for pickle in _pickles(field, (field.name,))]
    except (CannotAgreeError, UnicodeDecodeError):
        return []


def _may_have_pickles(text: str) -> bool:
    """Whether one of the names is anywhere in the copy: very many columns need no look then."""
    try:
        copy = base64.b64decode(text, validate=True)
    except ValueError:
        return False
    return _OF_DAFT.encode() in copy or _OF_OLD_ARROW.encode() in copy


def _explain(text: str) -> str:
    """What pyarrow says of it."""
    import pyarrow as pa

    try:
        pa.ipc.read_schema(pa.py_buffer(base64.b64decode(text, validate=True)))
    except (ValueError, TypeError, OSError, pa.ArrowException) as error:
        return f"pyarrow cannot read it: {' '.join(str(error).split()).rstrip('.')}"
    return "a name in it is not UTF-8"


def _storage(kind: pa.DataType) -> pa.DataType:
    import pyarrow as pa

    return cast("pa.DataType", cast(Any, kind).storage_type) if isinstance(kind, pa.BaseExtensionType) else kind  # fmt: skip


def _is_nested(kind: pa.DataType) -> bool:
    from pyarrow.types import is_nested, is_run_end_encoded

    storage = _storage(kind)
    return is_nested(storage) and not is_run_end_encoded(storage)


def _has_levels(column: Node) -> bool:
    """Whether it is a list, a map or a struct in Arrow."""
    return not column.is_leaf or column.element.repetition_type == FieldRepetitionType.REPEATED


def _pickles(field: Field, path: tuple[str, ...]) -> Iterator[Pickle]:
    """Those of a field, and of the fields in it."""
    name, about = _extension(field)
    if name == _OF_OLD_ARROW:
        yield Pickle(path, is_of_values=False)
    elif name == _OF_DAFT and _is_python(about):
        yield Pickle(path, is_of_values=True)
    kind = cast(Any, _storage(field.type))
    if _is_nested(kind):
        for number in range(kind.num_fields):
            inner = kind.field(number)
            yield from _pickles(inner, (*path, inner.name))


def _extension(field: Field) -> tuple[str, bytes]:
    """The name and the description of its type, whether pyarrow knows it or not."""
    kind = cast(Any, field.type)
    if hasattr(kind, "extension_name"):
        return str(kind.extension_name), bytes(kind.__arrow_ext_serialize__())
    pairs = field.metadata or {}
    return text_from(pairs.get(_NAME, b"")), pairs.get(_ABOUT, b"")


def _is_python(about: bytes) -> bool:
    """Daft keeps pictures and tensors under the same name, in types of Arrow."""
    try:
        document: object = json.loads(about)
    except (ValueError, RecursionError):
        return False
    return isinstance(document, dict) and cast("dict[str, object]", document).get("datatype") == "Python"  # fmt: skip
