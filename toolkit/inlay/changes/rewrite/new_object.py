"""Objects that appear under their keys, whole, or not at all: what `-o URL` promises, for bytes that are new."""

from __future__ import annotations

from collections.abc import Generator, Sequence, Set
from contextlib import contextmanager
from typing import Any, Final

from inlay.changes.rewrite.errors import ChangedError, RewriteError
from inlay.changes.rewrite.object_parts import ObjectRange, Piece
from inlay.changes.rewrite.policy import refuse_table_file
from inlay.changes.rewrite.store import StaleError, StoreFile, find_output_state
from inlay.changes.rewrite.urls import find_store, folders_of
from inlay.ground.files.clients import open_fsspec_client
from inlay.ground.files.paths import is_url
from inlay.ground.files.remote import wrap_error
from inlay.ground.files.source import Source
from inlay.ground.files.spliced import FilePart, SplicedFile
from inlay.ground.refusals import RefusedError
from inlay.ground.wording.amounts import count

_CHANGED: Final = "the object was changed meanwhile"


class PinnedFile(StoreFile):
    """One version of an object, which is read or nothing is. `name` is its URL."""

    def read_at(self, offset: int, size: int, /) -> bytes:
        try:
            return super().read_at(offset, size)
        except StaleError:
            raise ChangedError(self.name, _CHANGED) from None
        except OSError as error:
            raise wrap_error(self.name, error) from error


class OutputStore:
    """The store of a URL that is to be written to. What lies in it already, it copies itself."""

    def __init__(self, url: str) -> None:
        """`url` is any in the store. RefusedError for a store without conditional writes."""
        self._filesystem: Any
        self._filesystem, _ = open_fsspec_client(url)
        self._store = find_store(url, self._filesystem)
        self._opened: list[PinnedFile] = []

    def open(self, source: Source) -> PinnedFile | None:
        """The current version of an object in this store, which stays the one that is read; None for any other source."""
        if not isinstance(source, str) or not is_url(source):
            return None
        with self._errors(source):
            filesystem, key = open_fsspec_client(source)
            if filesystem is not self._filesystem:
                return None
            file = PinnedFile(self._store, key, self._store.head(key), name=source)
        self._opened.append(file)
        return file

    def require_output(
        self, url: str, *, overwrite: bool, allow: Set[str] = frozenset()
    ) -> str | None:
        """The state in which the object has to be when it is written; None for none.

        RefusedError for an object that is there, unless it may be overwritten; for one that is a source; and in the folder
        of a table, unless `allow` has `table`.
        """
        with self._errors(url):
            key = self._key(url)
            if any(file.key == key for file in self._opened):
                reason = "the output is one of the files that it is made of"
                raise RefusedError("output", reason, "another -o")
            expected = find_output_state(self._store, key, overwrite=overwrite)
            folders = folders_of(self._filesystem, self._store)
            refuse_table_file(folders, key, frozenset(allow), is_new=expected is None)
        return expected

    def require_replaceable(self, url: str, allow: Set[str]) -> None:
        """Before the work: whether a source may be replaced. RefusedError where the new object would lose what the old one has,
        and in the folder of a table, unless `allow` has `table`."""
        with self._errors(url):
            key = self._key(url)
            self._store.refuse_loss(key, is_replaced=True)
            refuse_table_file(folders_of(self._filesystem, self._store), key, frozenset(allow))

    def replace(self, url: str, file: SplicedFile) -> None:
        """Puts the object together in the place of the source that was opened under this URL. ChangedError where that is not any
        more what it was."""
        with self._errors(url):
            key = self._key(url)
            [before] = [opened.etag for opened in self._opened if opened.key == key]
            version = self._store.assemble(key, self._pieces(file), before, like=key)
            _require_size(url, version.size, file)

    def publish(self, url: str, file: SplicedFile, expected: str | None) -> None:
        """Puts the object together. ChangedError where a source or the output is not any more what it was."""
        with self._errors(url):
            version = self._store.assemble(self._key(url), self._pieces(file), expected)
            _require_size(url, version.size, file)

    def _pieces(self, file: SplicedFile) -> Sequence[Piece]:
        return [_piece_of(part) for part in file.parts]

    def _key(self, url: str) -> str:
        filesystem, key = open_fsspec_client(url)
        if filesystem is not self._filesystem:
            raise RefusedError("store", "it is not in the store of the other outputs", path=url)
        return key

    @contextmanager
    def _errors(self, url: str) -> Generator[None]:
        """Errors name the URL."""
        try:
            yield
        except StaleError as error:
            names = {file.key: file.name for file in self._opened}
            raise ChangedError(names.get(str(error), url), _CHANGED) from None
        except RefusedError as error:
            error.path = url
            raise
        except OSError as error:
            raise wrap_error(url, error) from error
        finally:
            self._filesystem.invalidate_cache()  # it remembers sizes and ETags, and was not asked


def _require_size(url: str, size: int, file: SplicedFile) -> None:
    if size != file.size:
        raise RewriteError(f"{url}: {count(size, 'byte is', 'bytes are')} there, not {file.size}")


def _piece_of(part: FilePart) -> Piece:
    if isinstance(part, bytes) or not isinstance(part.source, PinnedFile):
        return part
    return ObjectRange(part.source.key, part.source.etag, part.offset, part.length)
