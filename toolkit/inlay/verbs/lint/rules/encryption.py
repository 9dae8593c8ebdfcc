"""What a footer in the clear says of columns that are encrypted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from inlay.footers.encryption.clear_statements import list_clear_statements
from inlay.verbs.lint.file_facts import FileFacts
from inlay.verbs.lint.phrases import in_groups
from inlay.verbs.lint.rule import WARNING, LintRule, Remedy, Sighting, Thresholds, quote_path


def _advise_on_readable(file: FileFacts, _thresholds: Thresholds) -> Iterator[Sighting]:
    if not file.may_be_encrypted:
        return
    for ordinal, leaf in enumerate(file.schema.leaves):
        chunks = [
            (number, chunk.meta_data)
            for number, group in enumerate(file.row_groups)
            for chunk in group.columns[ordinal : ordinal + 1]
            if chunk.crypto_metadata is not None and chunk.meta_data is not None
        ]
        said = [(number, what) for number, meta in chunks if (what := list_clear_statements(meta))]
        if said:
            number, what = said[0]
            yield Sighting(
                f"{' and '.join(what)} of an encrypted column in the clear {in_groups(len(said), len(chunks))}",
                Remedy(
                    f"encrypt the footer, too: `inlay crypt footer {quote_path(file.path)} --encrypted --keys KEYS`, plaintext_footer=False (pyarrow), parquet.encryption.plaintext.footer=false (parquet-java)"
                ),
                column=".".join(leaf.path),
                place=f"row_groups[{number}].columns[{ordinal}]",
            )


RULES: Final = (
    LintRule(
        id="readable-statistics",
        severity=WARNING,
        summary="A footer in the clear has no statistics of encrypted columns",
        why="Anybody who has the file, and no key, reads how many nulls and bytes there are, or where the geometries lie. "
        "pyarrow and parquet-java take out bounds, and leave these.",
        source="parquet-format, Encryption.md, Plaintext footer mode",
        advise=_advise_on_readable,
    ),
)
