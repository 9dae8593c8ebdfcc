"""`store.json`: what a store is made of. Its rename is the commit; a file that it does not name is not in the store."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Final, NamedTuple, TypeVar, cast

from inlay.changes.rewrite.new_file import write_at_once
from inlay.verbs.store.errors import StoreError

MANIFEST: Final = "store.json"
_FORMAT: Final = "inlay store"
_VERSION: Final = 2
_MOST_BYTES: Final = 256 << 20
_MOST: Final = 1 << 62
PART_NAME: Final = re.compile(r"(?:part|removed)-[0-9]{6,19}-[0-9a-f]{16}\.parquet")
"""Only such names are read and removed: a manifest may be a stranger's."""

T = TypeVar("T")


class StorePart(NamedTuple):
    """A file of Parquet in the folder of the store. `files` are its rows, those included that are removed. `footer_crc` is the CRC-32 of its
    footer: pages have checksums, and nothing else holds what says where they are."""

    name: str
    files: int
    footer_crc: int


class UnknownFile(NamedTuple):
    """A file of the lake without a record: it could not be read, or `is_other`, which is not Parquet and does not claim to be."""

    path: str
    size: int
    mtime: int
    etag: str | None
    is_other: bool


@dataclass(frozen=True, slots=True)
class StoreManifest:
    """`paths` and `name` are what was listed. `ids` are the field ids of columns that have none in their files, by name, and
    `partition_types` the types of folder names. `removed` is the part with the numbers of files whose rows no longer count; None before
    anything is written.
    """

    paths: tuple[str, ...] = ()
    name: str = "*"
    generation: int = 0
    next_file: int = 0
    next_id: int = 1
    ids: Mapping[str, int] = field(default_factory=dict[str, int])
    partition_types: Mapping[str, str] = field(default_factory=dict[str, str])
    parts: tuple[StorePart, ...] = ()
    removed: StorePart | None = None
    unknown: tuple[UnknownFile, ...] = ()

    @property
    def names(self) -> set[str]:
        """Of the files of Parquet that the store has."""
        removed = {self.removed.name} if self.removed is not None else set[str]()
        return {part.name for part in self.parts} | removed

    @property
    def files(self) -> int:
        """Those with a record."""
        removed = self.removed.files if self.removed is not None else 0
        return sum(part.files for part in self.parts) - removed


def read_manifest(folder: str) -> StoreManifest:
    """Raises StoreError for what is none, FileNotFoundError where there is none, OSError."""
    path = os.path.join(folder, MANIFEST)
    try:
        with open(path, "rb") as file:
            data = file.read(_MOST_BYTES + 1)
    except FileNotFoundError as error:
        what = f"there is no store here (no {MANIFEST})"
        raise FileNotFoundError(error.errno, what, folder) from None
    if len(data) > _MOST_BYTES:
        raise StoreError(path, f"more than {_MOST_BYTES >> 20} MiB")
    try:
        document: Any = json.loads(data)
    except (ValueError, RecursionError):
        raise StoreError(path, "no JSON") from None
    return _Reader(path).read(document)


def write_manifest(folder: str, manifest: StoreManifest) -> None:
    """At once: whoever reads gets the old one or the new one."""
    content = asdict(replace(manifest, parts=(), removed=None, unknown=()))
    removed = manifest.removed
    document = {
        "format": _FORMAT,
        "version": _VERSION,
        **content,
        "parts": [part._asdict() for part in manifest.parts],
        "removed": removed._asdict() if removed is not None else None,
        "unknown": [file._asdict() for file in manifest.unknown],
    }
    text = json.dumps(document, indent=1, ensure_ascii=True)
    write_at_once(os.path.join(folder, MANIFEST), text.encode())


class _Reader:
    """Each value is asked for its type, and errors name it."""

    def __init__(self, path: str) -> None:
        self._path = path

    def read(self, value: object) -> StoreManifest:
        document = self._object(value, "the document")
        if document.get("format") != _FORMAT:
            raise StoreError(self._path, f"format is not {_FORMAT!r}")
        if self._number(document.get("version"), "version") != _VERSION:
            raise StoreError(self._path, f"version is not {_VERSION}, which this release reads")
        return StoreManifest(
            paths=self._list(document, "paths", self._text),
            name=self._text(document.get("name"), "name"),
            generation=self._number(document.get("generation"), "generation"),
            next_file=self._number(document.get("next_file"), "next_file"),
            next_id=self._number(document.get("next_id"), "next_id"),
            ids=self._map(document, "ids", self._number),
            partition_types=self._map(document, "partition_types", self._text),
            parts=self._list(document, "parts", self._part),
            removed=self._part(document.get("removed"), "removed"),
            unknown=self._list(document, "unknown", self._unknown),
        )

    def _part(self, value: object, at: str) -> StorePart:
        part = self._object(value, at)
        name = self._text(part.get("name"), f"{at}.name")
        if not PART_NAME.fullmatch(name):
            raise StoreError(self._path, f"{at}.name is not a name of a part")
        files = self._number(part.get("files"), f"{at}.files")
        return StorePart(name, files, self._number(part.get("footer_crc"), f"{at}.footer_crc"))

    def _unknown(self, value: object, at: str) -> UnknownFile:
        file = self._object(value, at)
        etag = file.get("etag")
        return UnknownFile(
            self._text(file.get("path"), f"{at}.path"),
            self._number(file.get("size"), f"{at}.size", least=-1),
            self._number(file.get("mtime"), f"{at}.mtime", least=-_MOST),
            None if etag is None else self._text(etag, f"{at}.etag"),
            self._flag(file.get("is_other"), f"{at}.is_other"),
        )

    def _list(
        self, document: Mapping[str, object], key: str, read: Callable[[object, str], T]
    ) -> tuple[T, ...]:
        value = document.get(key)
        if not isinstance(value, list):
            raise StoreError(self._path, f"{key} is not a list")
        members = enumerate(cast("list[object]", value))
        return tuple(read(member, f"{key}[{at}]") for at, member in members)

    def _map(
        self, document: Mapping[str, object], key: str, read: Callable[[object, str], T]
    ) -> dict[str, T]:
        members = self._object(document.get(key), key)
        return {name: read(member, f"{key}[{name!r}]") for name, member in members.items()}

    def _object(self, value: object, at: str) -> dict[str, object]:
        if not isinstance(value, dict):
            raise StoreError(self._path, f"{at} is not an object")
        return cast("dict[str, object]", value)

    def _text(self, value: object, at: str) -> str:
        if not isinstance(value, str):
            raise StoreError(self._path, f"{at} is not text")
        return value

    def _flag(self, value: object, at: str) -> bool:
        if not isinstance(value, bool):
            raise StoreError(self._path, f"{at} is neither true nor false")
        return value

    def _number(self, value: object, at: str, least: int = 0) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value < _MOST:
            raise StoreError(self._path, f"{at} is not a number from {least} on")
        return value
