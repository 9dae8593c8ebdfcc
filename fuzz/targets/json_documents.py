"""Any text as a JSON document that becomes a Variant."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

import pyarrow as pa

from fuzz.mutators.text import mutate_text
from fuzz.target import Target
from fuzz.targets.variant_columns import outcome
from inlay.variant import from_json, to_json
from inlay_runtime.errors import DecodeError, EncodeError
from inlay_variant.arrow import kernels, pure
from inlay_variant.value.json_text import read_document
from inlay_variant.value.limits import DEFAULT_LIMITS


def check(data: bytes) -> None:
    assert _find_mistake(data, keep=False) == _find_mistake(data, keep=True)
    text: Any = pa.array([data], pa.binary())
    natively = outcome(partial(kernels.parse_json, text, DEFAULT_LIMITS))
    assert natively == outcome(partial(pure.parse_json, text, DEFAULT_LIMITS))
    try:
        variant = from_json(data)
    except (DecodeError, EncodeError):
        assert not isinstance(natively, pa.Array)
        return
    again = from_json(to_json(variant))
    assert from_json(to_json(again)) == again


def _find_mistake(data: bytes, *, keep: bool) -> str | None:
    """Long documents are first read for their mistakes alone; here, each is."""
    try:
        data.decode()
        read_document(data, DEFAULT_LIMITS, keep=keep)
    except (UnicodeDecodeError, DecodeError) as error:
        return repr(error)
    return None


def quick(data: bytes) -> None:
    """What native code parses is sound to native code."""
    column = kernels.native.parse_json(pa.array([data], pa.binary()), DEFAULT_LIMITS)
    if isinstance(column, pa.Array):
        column.validate(full=True)
        assert kernels.native.check(column, DEFAULT_LIMITS) is None


def seeds() -> list[bytes]:
    return [
        b'{"a": [1, -0.5e+3, "\\u00e9\\ud83d\\ude00", null, true], "b": {"": {}}}',
        b"[123456789012345678901234567890, 1.10, 1e-400, 0.1]",
        b'"\\n\\"\\\\"',
    ]


WORDS: Final = ("null", "true", "false", "{", "}", "[", "]", ":", ",", '""', "\\u0000", "\\ud800", "1e5", "-0", "0.1")  # fmt: skip

TARGET: Final = Target(
    "both cores parse alike, and both readings of pure Python; what was parsed is written and parsed as the same",
    check,
    seeds,
    mutate_text(WORDS),
    quick=quick if kernels.native else None,
)
