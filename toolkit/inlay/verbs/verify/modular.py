"""The page indexes in a modular footer. What else is in it, the Thrift that it leads to is made from."""

from __future__ import annotations

from inlay.footers.designs.layout import NotCarriedError
from inlay.footers.footer.errors import FooterError
from inlay.footers.footer.footer import Footer
from inlay_runtime.finding import Finding


def check_modular(footer: Footer) -> list[Finding]:
    """Those that cannot be read: whoever looks for pages will not find them."""
    findings: list[Finding] = []
    for column in range(footer.num_columns):
        for row_group in range(footer.num_row_groups):
            try:
                footer.page_index(column, row_group)
            except FooterError as error:
                at = f"row_groups[{row_group}].columns[{column}]"
                findings.append(Finding("page-index", error.offset, error.what, at, error.hint))
            except NotCarriedError:
                continue
    return findings
