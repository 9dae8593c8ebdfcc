"""Any text as a path into Variants, and as the types that columns are shredded by or cast to."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from fuzz.mutators.text import mutate_text
from fuzz.target import Target, require_words
from inlay_runtime.errors import InlayError
from inlay_variant.arrow.schema_text import format_schema, parse_schema
from inlay_variant.arrow.type_text import parse_type
from inlay_variant.value.decode import step_of
from inlay_variant.value.path import parse_pattern


def check(data: bytes) -> None:
    text = data.decode("utf-8", "surrogateescape")
    check_path(text)
    check_types(text)


def check_path(text: str) -> None:
    try:
        pattern = parse_pattern(text)
    except InlayError:
        return
    parts = ["".join(f"[{step}]" if isinstance(step, int) else step_of(step) for step in steps) for steps in pattern]  # fmt: skip
    assert parse_pattern("$" + "[*]".join(parts)) == pattern


def check_types(text: str) -> None:
    with suppress(InlayError):
        parse_type(text)
    try:
        schema = parse_schema(text)
    except InlayError as error:
        require_words(error)
        return
    assert parse_schema(format_schema(schema)) == schema


def seeds() -> list[bytes]:
    return [
        b"$.a.b[3]", b"$['a b'][-1]", b"a[*].b", b"['it\\'s'][0]", b'$["x"][*][*].y',
        b"struct<ts: timestamp[us, UTC], tags: list<string>, price: decimal(9, 2)>",
        b"struct<`a ``b`: array<map<string, variant>>, x: variant>", b"list<struct<a: tinyint, b: uuid>>",
    ]  # fmt: skip


WORDS: Final = ("$", ".", "[", "]", "[*]", "'", "`", "``", "struct<", "list<", ">", "variant", "decimal(38, 10)", "map<string, ", "timestamp[ns]", ": ", "[-1]")  # fmt: skip

TARGET: Final = Target(
    "a path or a type that is read is written, and read as the same",
    check,
    seeds,
    mutate_text(WORDS),
)
