"""What comes through the pipe, looked at before it is believed: the reader in the child can write there, too."""

from __future__ import annotations

import json
import math
import re
from typing import Any, Final, Literal, TypeAlias, TypeGuard, cast

from inlay.verbs.vet.texts import BLOCK

Asked: TypeAlias = Literal["digests", "texts"]

_MOST: Final = 1 << 63
_HALF_PAIR: Final = re.compile("[\ud800-\udc7f\udd00-\udfff]")
"""Surrogates that stand for no byte (`inlay_runtime.text`)."""


def parse_start(line: bytes) -> bool | None:
    """Whether the kernel holds the child; None where this is not said."""
    is_held = _parse_object(line).get("is_held")
    return is_held if isinstance(is_held, bool) else None


def parse_answer(line: bytes, asked: Asked) -> dict[str, Any] | None:
    """Values or an error, as `inlay.verbs.vet.child` writes them; None for anything else."""
    answer = _parse_object(line)
    if not (_is_count(answer.get("peak")) and _is_time(answer.get("seconds"))):
        return None
    is_right = _is_error(answer) if "error" in answer else _has_values(answer, asked)
    return answer if is_right else None


def _parse_object(line: bytes) -> dict[str, Any]:
    """Empty for what is none."""
    try:
        value: object = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def _is_error(answer: dict[str, Any]) -> bool:
    texts = [answer["error"], answer.get("text")]
    return _are_texts(texts) and isinstance(answer.get("is_ours"), bool)


def _has_values(answer: dict[str, Any], asked: Asked) -> bool:
    rows, names, values = answer.get("rows"), answer.get("names"), answer.get(asked)
    if not _is_count(rows) or not _are_texts(names) or not _is_list(values):
        return False
    if asked == "texts":
        return len(values) <= BLOCK and _are_texts(values)
    blocks = -(-rows // BLOCK)
    return len(values) == len(names) and all(
        _are_texts(column) and len(column) == blocks for column in values
    )


def _is_count(value: Any) -> TypeGuard[int]:
    return type(value) is int and 0 <= value < _MOST


def _is_time(value: Any) -> bool:
    return type(value) is float and math.isfinite(value) and 0 <= value < _MOST


def _are_texts(value: Any) -> TypeGuard[list[str]]:
    return _is_list(value) and all(_is_text(each) for each in value)


def _is_list(value: Any) -> TypeGuard[list[Any]]:
    return isinstance(value, list)


def _is_text(value: Any) -> TypeGuard[str]:
    return isinstance(value, str) and (value.isascii() or not _HALF_PAIR.search(value))
