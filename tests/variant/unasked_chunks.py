"""pyarrow's metadata of a file, in which nobody may ask for a column chunk.

For damaged files may be worse than an error there, Inlay asks its own metadata. A stand-in holds that on good files: no file
of the tests has to hurt.
"""

from __future__ import annotations

from typing import Any

import pytest
from pyarrow.parquet import ParquetFile


class _Unasked:
    """What it holds, but for the names that are `forbidden`; what is returned by `guarded` is held likewise."""

    def __init__(self, held: Any, guarded: str, forbidden: str) -> None:
        self._held = held
        self._names = (guarded, forbidden)

    def __getattr__(self, name: str) -> Any:
        guarded, forbidden = self._names
        assert name != forbidden, "pyarrow is asked for the metadata of a column chunk"
        if name == guarded:
            return lambda at: _Unasked(self._held.row_group(at), "", "column")
        return getattr(self._held, name)


def forbid_chunk_metadata(monkeypatch: pytest.MonkeyPatch) -> None:
    """From here on, asking fails the test."""
    metadata: Any = ParquetFile.metadata
    guard = property(lambda file: _Unasked(metadata.fget(file), "row_group", ""))
    monkeypatch.setattr(ParquetFile, "metadata", guard)
