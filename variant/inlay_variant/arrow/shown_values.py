"""Variants for people: JSON, bounded in length, that never raises."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

import pyarrow as pa

from inlay_runtime.errors import InlayError
from inlay_variant.value.errors import RowError
from inlay_variant.value.variant import to_json

if TYPE_CHECKING:
    from inlay_variant.arrow.variant_type import VariantArray

WINDOW: Final = 10
"""Rows that are shown at the start and at the end, as pyarrow does."""

MOST_CHARACTERS: Final = 100
"""Of a value."""


def show_rows(array: VariantArray, *, indent: int, window: int, most: int) -> str:
    """The first and the last rows, a line for each."""
    count = len(array)
    is_long = count > 2 * window + 1
    first = window if is_long else count
    pad = " " * indent
    start = [f"{pad}{show_row(array.slice(row, 1), most)}" for row in range(first)]
    if not is_long:
        return ",\n".join(start)
    end = [f"{pad}{show_row(array.slice(row, 1), most)}" for row in range(count - window, count)]
    return ",\n".join(start) + f",\n{pad}...\n" + ",\n".join(end)


def show_row(array: VariantArray, most: int) -> str:
    """The only row of an array; what is wrong with it, if it is damaged."""
    try:
        variant = array.variants()[0]
        text = "null" if variant is None else to_json(variant)
    except RowError as error:
        text = f"<damaged: {error.path}: {error.reason}>"
    except (InlayError, pa.ArrowException) as error:
        text = f"<damaged: {error}>"
    shown = _escape_unprintable(text[: most + 1])
    return shown if len(shown) <= most else f"{shown[:most]}..."


def _escape_unprintable(text: str) -> str:
    """As JSON does it, which need not escape all that moves a cursor or ends a line."""
    return "".join(it if it.isprintable() else json.dumps(it)[1:-1] for it in text)
