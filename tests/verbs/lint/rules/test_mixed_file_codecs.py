"""`mixed-file-codecs`."""

from __future__ import annotations

from tests.verbs.lint.footers import advise_on_table, outline

RULE = "mixed-file-codecs"


def test_files_are_counted_by_their_codecs() -> None:
    codecs = [("ZSTD",), ("ZSTD",), ("GZIP", "ZSTD"), ()]
    files = [outline(f"lake/{at}", codecs=names) for at, names in enumerate(codecs)]
    (sighting,) = advise_on_table(RULE, *files)
    assert sighting.seen == "2 codecs: ZSTD in 2 files, GZIP and ZSTD in 1 file"
    assert advise_on_table(RULE, *files[:2], files[3]) == []
