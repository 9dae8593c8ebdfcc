"""What people use on Parquet files: footers of every form, extensions, data, the command `inlay`.

inlay.open(path)        which form a file has, and its metadata
inlay.read_table(path)  its rows, whatever its form
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from inlay.forms.opened import open_file as open
    from inlay.tables import iter_batches, read_table

__all__ = ["iter_batches", "open", "read_table"]

_HOMES = {
    "iter_batches": ("inlay.tables", "iter_batches"),
    "open": ("inlay.forms.opened", "open_file"),
    "read_table": ("inlay.tables", "read_table"),
}

if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """Imported when it is first used, so that a command pays for no more than it needs."""
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        module, attribute = _HOMES[name]
        return getattr(import_module(module), attribute)
