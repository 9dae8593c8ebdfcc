"""Folders of a local disk, as the policy asks about folders."""

from __future__ import annotations

from dataclasses import dataclass

from inlay.changes.rewrite.system import System


@dataclass(frozen=True, slots=True)
class LocalFolders:
    """What is there, and what a folder holds."""

    system: System

    def is_there(self, path: str) -> bool:
        try:
            self.system.status_of(path)
        except OSError:
            return False
        return True

    def names(self, folder: str) -> list[str]:
        return self.system.names(folder)
