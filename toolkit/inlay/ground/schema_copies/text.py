"""What came of a copy: its text, and what there is to say of it."""

from __future__ import annotations

from typing import NamedTuple


class Text(NamedTuple):
    """`notes` are sentences without the name of the key, which is put before them."""

    value: str
    notes: tuple[str, ...] = ()
