"""`COLUMN=ENCODING`: how the values of a column are stored, where somebody says so."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from inlay.ground.mistakes import RequestError
from inlay.ground.schema.names import NamedChildren, find_column
from inlay.ground.schema.tree import SchemaTree
from inlay.verbs.rewrite.habits import Habits
from parquet_format.parquet import Encoding, Type

_NUMBERS: Final = frozenset({Type.INT32, Type.INT64})
_BYTES: Final = frozenset({Type.BYTE_ARRAY, Type.FIXED_LEN_BYTE_ARRAY})
_SPLIT: Final = _NUMBERS | {Type.FLOAT, Type.DOUBLE, Type.FIXED_LEN_BYTE_ARRAY}
_FITTING: Final = {
    Encoding.RLE_DICTIONARY: frozenset(Type) - {Type.BOOLEAN},
    Encoding.PLAIN: frozenset(Type),
    Encoding.DELTA_BINARY_PACKED: _NUMBERS,
    Encoding.DELTA_LENGTH_BYTE_ARRAY: frozenset({Type.BYTE_ARRAY}),
    Encoding.DELTA_BYTE_ARRAY: _BYTES,
    Encoding.BYTE_STREAM_SPLIT: _SPLIT,
}
"""The types that pyarrow writes each in."""
_NAMES: Final = {
    "dictionary" if it == Encoding.RLE_DICTIONARY else it.name.lower(): it for it in _FITTING
}


def set_encodings(habits: Habits, encode: Mapping[str, str], tree: SchemaTree) -> None:
    """In the place of what the sources do. Raises RequestError for what no encoding is or does not fit, NoSuchColumnError and
    ColumnNameError for a name that means no column or several."""
    names = NamedChildren()
    habits_of = dict(zip(tree.leaves, habits.columns, strict=True))
    for name, word in encode.items():
        encoding = _NAMES.get(word.lower())
        if encoding is None:
            raise RequestError(f"encode {name}={word}: write {_list_names(_NAMES)}")
        node = find_column(tree, name, names)
        type_ = node.element.type
        if type_ is None:
            inside = "one of the columns inside of it"
            raise RequestError(f"encode {name}={word}: it is a group of columns: write {inside}")
        if type_ not in _FITTING[encoding]:
            fitting = [it for it, encoding in _NAMES.items() if type_ in _FITTING[encoding]]
            raise RequestError(
                f"encode {name}={word}: the column is {type_.name}: write {_list_names(fitting)}"
            )
        habit = habits_of[node]
        habit.is_asked = True
        habit.has_dictionary = encoding == Encoding.RLE_DICTIONARY
        habit.encoding = None if habit.has_dictionary else encoding


def _list_names(names: Mapping[str, Encoding] | list[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} or {last}" if most else last
