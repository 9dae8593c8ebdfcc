"""A finding says what the file says and what is: of kinds of `tests/lies`, one for each finding and each form of values."""

from __future__ import annotations

from typing import Final

import inlay
from tests.lies.kinds import KINDS
from tests.support.in_one_test import in_one_test

WORDS: Final = {
    "int32-max": "max_value is 7, and a value is more: 8",
    "uint32-signed-max": "max_value is 7, and a value is more: 4294967295",
    "uint64-signed-min": "min_value is 18446744073709551615, and a value is less: 5",
    "boolean-max": "max_value is False, and a value is more: True",
    "float-max": "max_value is 7.0, and a value is more: 8.0",
    "total-order-zero": "min_value is 0.0, and a value is less: -0.0",
    "text-max": "max_value is g, and a value is more: h",
    "text-signed-min": "min_value is é, and a value is less: e",
    "bytes-max": "max_value is b'\\x7f', and a value is more: b'\\xff'",
    "fixed-bytes-min": "min_value is b'\\x00\\x06', and a value is less: b'\\x00\\x05'",
    "decimal32-max": "max_value is 7.00, and a value is more: 8.00",
    "decimal-bytes-unsigned-min": "min_value is 1.00, and a value is less: -2.00",
    "date-max": "max_value is 2026-01-07, and a value is more: 2026-01-08",
    "time-max": "max_value is 07:00:00, and a value is more: 08:00:00",
    "timestamp-max": "max_value is 2026-01-07T00:00:00, and a value is more: 2026-01-08T00:00:00",
    "uuid-max": (
        "max_value is 00000000-0000-0000-0000-000000000007, and a value is more: 00000000-0000-0000-0000-000000000008"
    ),
    "deprecated-max": "max is 7, and a value is more: 8",
    "deprecated-min": "min is 6, and a value is less: 5",
    "cut-max": "max_value is zebra, and a value is more: zebra 4",
    "cut-min": "min_value is zebra 2, and a value is less: zebra 1",
    "exact-max": "is_max_value_exact, max_value is zebrb, and the largest value is zebra 4",
    "exact-min": "is_min_value_exact, min_value is zebra, and the least value is zebra 1",
    "exact-below-infinity": (
        "is_min_value_exact, min_value is 1.7e+308, and the least value is inf"
    ),
    "interval-max": "max_value has 12 bytes, and values of this type have no order",
    "page-int64-max": "max_values[0] is 5, and a value is more: 6",
    "page-int64-min": "min_values[1] is 8, and a value is less: 7",
    "page-text-max": "max_values[0] is e, and a value is more: f",
    "page-decimal-unsigned-min": "min_values[1] is 2.00, and a value is less: -1.00",
    "header-max": "max_value is 7, and a value is more: 8",
    "header-v2-min": "min_value is 6, and a value is less: 5",
    "header-exact": "is_min_value_exact, min_value is 0, and the least value is 5",
    "header-nulls": "3, and 0 are null",
    "header-v2-nulls": "0, and 1 are null",
    "header-v2-rows": "num_rows is 3, and 4 rows begin in the page",
    "null-page": "the column index has no value in page 0, which has 2",
    "page-nulls-less": "0, and 1 are null",
    "page-nulls-more": "1, and 0 are null",
    "page-nans": "0, and 1 are NaN",
    "first-row": "first_row_index of page 1 is 3, and its first row is 2",
    "page-definition-levels": "definition levels of page 1 are [0, 2], and the page has [1, 1]",
    "page-repetition-levels": "repetition levels of page 1 are [3, 0], and the page has [2, 1]",
    "page-plain-bytes": "11 bytes in page 1, and its values have 10",
    "nulls-none": "0, and 1 are null",
    "nulls-more": "2, and 1 are null",
    "nans-none": "0, and 1 are NaN",
    "nans-more": "3, and 1 are NaN",
    "distinct-one": "2, and 4 are distinct",
    "definition-levels": "definition levels are [0, 4], and the pages have [1, 3]",
    "repetition-levels": "repetition levels are [5, 0], and the pages have [4, 1]",
    "plain-bytes": "13, and the values have 12 bytes",
    "all-by-dictionary": "2 data pages in RLE_DICTIONARY, but there are 1",
    "one-page-more": "2 data pages in PLAIN, but there are 1",
    "without-plain": "PLAIN_DICTIONARY, RLE, and a page at offset 277 has PLAIN",
}


@in_one_test("name", WORDS)
def test_a_finding_says_what_is(name: str) -> None:
    findings = inlay.verify(KINDS[name].file, values=True).findings
    said = [one.what for one in findings if one.code == KINDS[name].finding]
    assert said == [WORDS[name]]
