"""What people use on Parquet files: footers of every form, extensions, data, the command `inlay`.

inlay.open(path)        the Footer of a file: its form, and its metadata
inlay.read_metadata(path)  the metadata alone, in Thrift's classes
inlay.read_table(path)  its rows, whatever its form
inlay.set_metadata(path)  other names, keys, types in its footer; inlay.undo_metadata takes it back
inlay.verify(path)      whether it agrees with itself
inlay.scan_footers(paths)  the footers of many files, as a stream of batches of a table
inlay.report(paths)     the usual questions about them, answered
inlay.chunk_table(data) its footer, or many, as Arrow tables: chunks, row groups, schema, ...
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from inlay.amend.edits import SortedBy
    from inlay.amend.set_metadata import set_metadata
    from inlay.amend.undo import undo_metadata
    from inlay.checks.verify_file import verify
    from inlay.columnar import (
        Problem,
        chunk_table,
        extension_table,
        file_table,
        footer_tables,
        key_value_table,
        problem_table,
        row_group_table,
        schema_table,
    )
    from inlay.footer.footer import Footer
    from inlay.footer.read import read_footer as open
    from inlay.footer.read import read_metadata
    from inlay.lake_report.report import report
    from inlay.read import FooterWarning, iter_batches, read_table
    from inlay.scan.scan import scan_footers
    from inlay_runtime.errors import InlayError

__version__: str

__all__ = [
    "Footer",
    "FooterWarning",
    "InlayError",
    "Problem",
    "SortedBy",
    "chunk_table",
    "extension_table",
    "file_table",
    "footer_tables",
    "iter_batches",
    "key_value_table",
    "open",
    "problem_table",
    "read_metadata",
    "read_table",
    "report",
    "row_group_table",
    "scan_footers",
    "schema_table",
    "set_metadata",
    "undo_metadata",
    "verify",
]

_HOMES = {
    "Footer": ("inlay.footer.footer", "Footer"),
    "FooterWarning": ("inlay.read", "FooterWarning"),
    "InlayError": ("inlay_runtime.errors", "InlayError"),
    "Problem": ("inlay.columnar", "Problem"),
    "SortedBy": ("inlay.amend.edits", "SortedBy"),
    "set_metadata": ("inlay.amend.set_metadata", "set_metadata"),
    "undo_metadata": ("inlay.amend.undo", "undo_metadata"),
    "chunk_table": ("inlay.columnar", "chunk_table"),
    "extension_table": ("inlay.columnar", "extension_table"),
    "file_table": ("inlay.columnar", "file_table"),
    "footer_tables": ("inlay.columnar", "footer_tables"),
    "key_value_table": ("inlay.columnar", "key_value_table"),
    "problem_table": ("inlay.columnar", "problem_table"),
    "row_group_table": ("inlay.columnar", "row_group_table"),
    "schema_table": ("inlay.columnar", "schema_table"),
    "scan_footers": ("inlay.scan.scan", "scan_footers"),
    "iter_batches": ("inlay.read", "iter_batches"),
    "open": ("inlay.footer.read", "read_footer"),
    "read_metadata": ("inlay.footer.read", "read_metadata"),
    "read_table": ("inlay.read", "read_table"),
    "report": ("inlay.lake_report.report", "report"),
    "verify": ("inlay.checks.verify_file", "verify"),
}

if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """Imported when it is first used, so that a command pays for no more than it needs."""
        if name == "__version__":
            from importlib.metadata import PackageNotFoundError, version

            try:
                return version("inlay")
            except PackageNotFoundError:
                raise AttributeError("inlay is not installed, so its version is unknown") from None
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        module, attribute = _HOMES[name]
        try:
            return getattr(import_module(module), attribute)
        except ModuleNotFoundError as error:
            from inlay.missing import remedy

            what = remedy(error)
            if what is None:
                raise
            raise ModuleNotFoundError(f"inlay.{name} needs {what}", name=error.name) from error

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__, "__version__"})
