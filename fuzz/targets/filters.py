"""Any text as a filter, as a pattern of columns in `fields=`, and as a logical type."""

from __future__ import annotations

from typing import Final

from fuzz.mutators.text import mutate_text
from fuzz.target import Target, require_words
from inlay.errors import InlayError
from inlay.ground.schema.logical_text import parse_logical_type
from inlay.rows.pruning.filter_text import parse_filter
from inlay.rows.pruning.filters import list_tests, negate_filter
from inlay_runtime.mask import mask_for
from parquet_format.parquet import FileMetaData


def check(data: bytes) -> None:
    text = data.decode("utf-8", "surrogateescape")
    check_filter(text)
    for parse in (lambda: mask_for(FileMetaData.SCHEMA, [text]), lambda: parse_logical_type(text)):
        try:
            parse()
        except (InlayError, ValueError) as error:
            require_words(error)


def check_filter(text: str) -> None:
    try:
        tree = parse_filter(text)
    except InlayError as error:
        require_words(error)
        return
    assert negate_filter(negate_filter(tree)) == tree
    for test in list_tests(tree):
        again = parse_filter(str(test))
        assert again == test._replace(position=getattr(again, "position", -1)), str(test)


def seeds() -> list[bytes]:
    return [
        b"price > 10 and day = '2026-01-02'", b"not (a.b <= -1.5e3 or \"x y\" in ('it''s', null))", b"id not in (1, 2) and ok is not null",
        b"variant_get(event, '$.age') >= 18 and t between timestamp '2026-01-01 00:00:00' and date '2026-02-01'", b"x'00ff' = raw",
        b"row_groups[0,2:5].columns[:3].meta_data.codec", b"decimal(9, 2)", b"timestamp(us, utc)",
    ]  # fmt: skip


WORDS: Final = ("and", "or", "not", "in", "is null", "between", "date '2026-01-01'", "time '12:00:00'", "x'ff'", "variant_get(", "'$.a'", "(", ")", "<=", "!=", "true", "1e5", ".", "\"\"", "''")  # fmt: skip

TARGET: Final = Target(
    "a test of a filter is written, and read as the same; not of not is the filter itself",
    check,
    seeds,
    mutate_text(WORDS),
)
