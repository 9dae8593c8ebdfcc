"""The directory of a catalogue, wherever it lies; tasks and the driver see the same one.

DIR/catalog.json              which parts there are: the only truth
DIR/<table>/<part>.parquet    what they hold; plain Parquet, for any reader
DIR/_staging/<run>/           work of a run that is not over
"""

from __future__ import annotations

import json
import os
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from typing import Any, Final

from pyarrow import fs

from inlay.scan.schemas import TABLES
from inlay.scan.stores import normalized
from inlay_runtime.errors import InlayError

LAYOUT: Final = 1
MANIFEST: Final = "catalog.json"
STAGING: Final = "_staging"


class CatalogError(InlayError):
    """A directory that is no catalogue, or that another run is at work on."""


class Place:
    def __init__(self, directory: str) -> None:
        self.directory = normalized(directory)
        self.filesystem, self._root = fs.FileSystem.from_uri(self.directory)

    def at(self, *names: str) -> str:
        """A path in the terms of `filesystem`."""
        return "/".join([self._root, *names])

    def part(self, table: str, part: str) -> str:
        return self.at(table, f"{part}.parquet")

    @property
    def is_local(self) -> bool:
        return self.filesystem.type_name == "local"

    def manifest(self) -> dict[str, Any]:
        """An empty one where there is nothing yet. CatalogError for what somebody else put there."""
        try:
            with self.filesystem.open_input_stream(self.at(MANIFEST)) as file:
                found: dict[str, Any] = json.loads(file.read())
        except FileNotFoundError:
            if not self._is_free():
                what = "holds other things and no catalogue: name an empty directory, or a new one"
                raise CatalogError(f"{self.directory} {what}") from None
            return {"layout": LAYOUT, "run": 0, "parts": {}}
        except ValueError as error:
            raise CatalogError(f"{self.at(MANIFEST)} is no catalogue: {error}") from error
        if found.get("layout") != LAYOUT:
            what = f"has layout {found.get('layout')}, and this version of inlay reads {LAYOUT}"
            raise CatalogError(f"{self.at(MANIFEST)} {what}")
        return found

    def write_manifest(self, manifest: dict[str, Any]) -> None:
        """The moment in which a run becomes true."""
        target = self.at(MANIFEST)
        written = target if not self.is_local else f"{target}.new"
        with self.filesystem.open_output_stream(written) as file:
            file.write(json.dumps(manifest, indent=1).encode())
        if written != target:
            self.filesystem.move(written, target)

    def sweep(self, parts: Iterable[str]) -> None:
        """Removes what runs that were cut off have left."""
        known = set(parts)
        self.remove_directory(STAGING)
        for table in TABLES:
            selector = fs.FileSelector(self.at(table), allow_not_found=True)
            for info in self.filesystem.get_file_info(selector):
                if info.base_name.removesuffix(".parquet") not in known:
                    self.filesystem.delete_file(info.path)

    def remove_directory(self, *names: str) -> None:
        try:
            self.filesystem.delete_dir(self.at(*names))
        except FileNotFoundError:
            return

    def _is_free(self) -> bool:
        selector = fs.FileSelector(self._root, allow_not_found=True)
        ours = {*TABLES, STAGING, ".lock"}
        return all(info.base_name in ours for info in self.filesystem.get_file_info(selector))

    @contextmanager
    def locked(self) -> Generator[None]:
        """One run at a time; the lock of one that was killed is gone with it. Object stores have none."""
        if not self.is_local:
            yield
            return
        import fcntl

        os.makedirs(self._root, exist_ok=True)
        with open(self.at(".lock"), "w", encoding="utf-8") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                raise CatalogError(f"another run is at work on {self.directory}") from error
            yield
