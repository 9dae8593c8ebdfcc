"""The directory of a catalogue, wherever it lies; tasks and the driver see the same one.

DIR/catalog.json              which parts there are: the only truth
DIR/<table>/<part>.parquet    what they hold; plain Parquet, for any reader
DIR/_staging/<run>/           work of a run that is not over
"""

from __future__ import annotations

import errno
import os
from collections.abc import Generator, Set
from contextlib import contextmanager
from typing import Final

from pyarrow import fs

from inlay.scan.schemas import TABLES
from inlay.scan.stores import normalized
from inlay_runtime.errors import InlayError
from inlay_spark.catalog.manifest import Manifest, ManifestError

MANIFEST: Final = "catalog.json"
STAGING: Final = "_staging"
ANEW: Final = "somebody has been at this catalogue; make it anew, in another directory"


class CatalogError(InlayError):
    """A directory that is no catalogue, or that another run is at work on."""


class Place:
    def __init__(self, directory: str) -> None:
        self.directory = normalized(directory)
        try:
            self.filesystem, self._root = fs.FileSystem.from_uri(self.directory)
        except ValueError as error:
            raise OSError(errno.EINVAL, str(error), directory) from error
        if not self._root:
            raise OSError(errno.EINVAL, "it names no bucket", directory)

    def at(self, *names: str) -> str:
        """A path in the terms of `filesystem`."""
        return "/".join([self._root, *names])

    def part(self, table: str, part: str) -> str:
        return self.at(table, f"{part}.parquet")

    @property
    def is_local(self) -> bool:
        return self.filesystem.type_name == "local"

    def manifest(self) -> Manifest:
        """An empty one where there is nothing yet. CatalogError for what somebody else put there."""
        try:
            with self.filesystem.open_input_stream(self.at(MANIFEST)) as file:
                return Manifest.from_json(file.read())
        except FileNotFoundError:
            if not self._is_free():
                what = "holds other things and no catalogue: name an empty directory, or a new one"
                raise CatalogError(f"{self.directory} {what}") from None
            return Manifest()
        except ManifestError as error:
            raise CatalogError(f"{self.at(MANIFEST)} {error}") from None

    def write_manifest(self, manifest: Manifest) -> None:
        """The moment in which a run becomes true."""
        target = self.at(MANIFEST)
        written = target if not self.is_local else f"{target}.new"
        with self.filesystem.open_output_stream(written) as file:
            file.write(manifest.as_json())
        if written != target:
            self.filesystem.move(written, target)

    def sweep(self, manifest: Manifest) -> None:
        """Removes what runs that were cut off have left. CatalogError where a part is not there any more."""
        self.remove_directory(STAGING)
        for table in TABLES:
            there = self._there(table)
            for part in there.keys() - manifest.parts.keys():
                self.filesystem.delete_file(there[part])
            self._require(table, there.keys(), manifest)

    def require_whole(self, manifest: Manifest) -> None:
        """CatalogError where a part is not there any more."""
        for table in TABLES:
            self._require(table, self._there(table).keys(), manifest)

    def _there(self, table: str) -> dict[str, str]:
        """The paths of the files of a table, by their parts."""
        selector = fs.FileSelector(self.at(table), allow_not_found=True)
        found = self.filesystem.get_file_info(selector)
        return {info.base_name.removesuffix(".parquet"): info.path for info in found}

    def _require(self, table: str, there: Set[str], manifest: Manifest) -> None:
        wanted = {name for name, part in manifest.parts.items() if part.rows.get(table)}
        if missing := wanted - there:
            raise CatalogError(f"{self.part(table, min(missing))} is not there: {ANEW}")

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
