"""`large-dictionary`."""

from __future__ import annotations

from pathlib import Path

from tests.verbs.lint.footers import MIB, advise, chunk, column, footer, make_fine, row_group

RULE = "large-dictionary"


def test_it_begins_above_the_threshold(tmp_path: Path) -> None:
    for end, expected in ((8 * MIB + 4, 0), (8 * MIB + 5, 1)):
        group = row_group(chunk("id", data_page_offset=end))
        advice = advise(RULE, footer([column("id")], [group] * 2), tmp_path)
        assert len(advice) == expected
        for each in advice:
            assert each.seen.startswith("a dictionary of up to 8.0 MiB in 2 row groups")


def test_without_a_dictionary_there_is_none(tmp_path: Path) -> None:
    group = row_group(chunk("id", dictionary_page_offset=None, data_page_offset=99 * MIB))
    assert advise(RULE, footer([column("id")], [group]), tmp_path) == []
    assert advise(RULE, make_fine(), tmp_path) == []
