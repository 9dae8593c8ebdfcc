"""Numbers of JSON that no Variant holds exactly: they would come back as other numbers."""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation
from typing import Final

from inlay_runtime.errors import InlayError
from inlay_variant.value.variant import from_json, to_json

_SUSPECT: Final = re.compile(rb"[0-9][eE]|[0-9.]{39}")
"""Numbers without an exponent are decimals of 38 digits, and exact."""

_TEXT_OR_NUMBER: Final = re.compile(rb'"(?:[^"\\]|\\.)*+"|(-?[0-9][0-9.eE+-]*)', re.DOTALL)


def find_inexact(text: bytes) -> str | None:
    """What is wrong with the first number of a JSON text that comes back as another one; None if all are kept.

    Nothing is said of text that is no JSON.
    """
    if _SUSPECT.search(text) is None:
        return None
    for match in _TEXT_OR_NUMBER.finditer(text):
        number = match[1]
        if number is None or _SUSPECT.search(number) is None:
            continue
        try:
            kept = to_json(from_json(number))
            if Decimal(kept) == Decimal(number.decode()):
                continue
        except (InlayError, InvalidOperation):
            continue
        shown = number if len(number) <= 60 else number[:60] + b"..."
        return f"{shown.decode()} is {kept} in a Variant, at offset {match.start()}"
    return None
