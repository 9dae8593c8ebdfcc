"""Variants: whether each is one, and whether its typed columns and its `value` agree on who holds it."""

from __future__ import annotations

from typing import Final

from inlay.verbs.verify.check import Check
from inlay.verbs.verify.values.audited_rows import AuditedRows
from inlay_variant.value.errors import RowError, ShreddingError


def check_variants(rows: AuditedRows) -> str | None:
    return None if isinstance(rows.variant_error, ShreddingError) else _describe(rows)


def check_shredding(rows: AuditedRows) -> str | None:
    return _describe(rows) if isinstance(rows.variant_error, ShreddingError) else None


def _describe(rows: AuditedRows) -> str | None:
    error = rows.variant_error
    if isinstance(error, RowError):
        return f"row {error.row:,} of the row group, {error.path}: {error.reason}"
    return str(error) if error is not None else None


ROWS: Final[tuple[Check[AuditedRows], ...]] = (
    Check("value-variant", "", "every Variant is one, to its last byte", check_variants),
    Check(
        "value-shredding",
        "",
        "`value` and `typed_value` do not both hold a Variant, nor a field of one",
        check_shredding,
    ),
)
