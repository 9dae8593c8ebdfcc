"""What recognising a table asks about folders, of the stores that a listing uses."""

from __future__ import annotations

import posixpath
from dataclasses import dataclass

from inlay.ground.files.store import Store


@dataclass(frozen=True, slots=True)
class StoreFolders:
    store: Store

    def is_there(self, path: str) -> bool:
        try:
            self.store.entry(path)
        except OSError:
            return False
        return True

    def names(self, folder: str) -> list[str]:
        """Of the files below; none where there is no such folder."""
        if not self.is_there(folder):
            return []
        files = self.store.below(folder)
        return [posixpath.basename(file.path) for file in files if file.error is None]
