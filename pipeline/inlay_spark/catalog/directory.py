"""The directory of a catalog, wherever it lies; tasks and the driver see the same one.

DIR/catalog.json              which parts there are: the only truth
DIR/<table>/<part>.parquet    what they hold; plain Parquet, for any reader
DIR/_staging/<run>/           work of a run that is not over
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import ClassVar, Final

import pyarrow as pa

from inlay.tables.scan.schemas import TABLES
from inlay_spark.catalog.manifest import Manifest, ManifestError
from inlay_spark.jobs.directory import STAGING, JobDirectory, JobError

MANIFEST: Final = "catalog.json"
ANEW: Final = "this catalog was changed by something else; create a new one in another directory"


class CatalogError(JobError):
    """A directory that is not a catalog, or has lost a part of it."""


class CatalogDirectory(JobDirectory):
    """A kind of catalog has tables of its own, and a manifest of another name."""

    tables: ClassVar[Mapping[str, pa.Schema]] = TABLES
    manifest_name: ClassVar[str] = MANIFEST

    def part(self, table: str, part: str) -> str:
        return self.at(table, f"{part}.parquet")

    def manifest(self) -> Manifest:
        """An empty one where there is nothing yet. CatalogError for what somebody else put there."""
        try:
            return Manifest.from_json(self.read(self.manifest_name), self.tables)
        except FileNotFoundError:
            # The last is what earlier versions left of a first manifest.
            if self.names() - {*self.tables, STAGING, f"{self.manifest_name}.new"}:
                what = "holds other files and no catalog: give an empty or new directory"
                raise CatalogError(f"{self.path} {what}") from None
            return Manifest()
        except ManifestError as error:
            raise CatalogError(f"{self.at(self.manifest_name)} {error}") from None

    def write_manifest(self, manifest: Manifest) -> None:
        """The moment in which a run becomes true."""
        self.publish(manifest.as_json(), self.manifest_name)

    def sweep(self, manifest: Manifest) -> None:
        """Removes what runs that were cut off have left. CatalogError where a part is not there any more."""
        self.remove(STAGING)
        for table in self.tables:
            there = self._parts(table)
            for part in there - manifest.parts.keys():
                self.filesystem.delete_file(self.part(table, part))
            self._require(table, there, manifest)

    def require_whole(self, manifest: Manifest) -> None:
        """CatalogError where a part is not there any more."""
        for table in self.tables:
            self._require(table, self._parts(table), manifest)

    def _parts(self, table: str) -> set[str]:
        files = self.sizes(table) if self.has(table) else {}
        return {name.removesuffix(".parquet") for name in files}

    def _require(self, table: str, there: Set[str], manifest: Manifest) -> None:
        wanted = {name for name, part in manifest.parts.items() if part.rows.get(table)}
        if missing := wanted - there:
            raise CatalogError(f"{self.part(table, min(missing))} is not there: {ANEW}")
