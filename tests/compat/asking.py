"""What a reader is asked: one column of a file, in any of its versions. Imports of readers belong inside of methods: these run in a
child."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from tests.readers.reader import NotAskedError, as_known, resolved


class AskedReader(ABC):
    """`folder` is where it is installed."""

    spoils_memory = False

    def __init__(self, folder: str) -> None:
        self.folder = folder

    @abstractmethod
    def start(self) -> None: ...

    @abstractmethod
    def column(self, path: str, name: str) -> Sequence[Any]: ...

    def count(self, path: str, name: str) -> tuple[int, int]:
        """How many rows a filter finds that are equal to the first, and how many of all rows are. Raises NotAskedError where it has
        none."""
        raise NotAskedError

    def fetched(self, path: str, name: str, value: float) -> int:
        """How many bytes of the file it reads for the rows of a column that are equal to a value. Raises NotAskedError where it reads
        no files of Python."""
        raise NotAskedError


class GivingArrow(AskedReader):
    @abstractmethod
    def table(self, path: str, name: str) -> Any:
        """With this column alone."""

    def column(self, path: str, name: str) -> Sequence[Any]:
        table = self.table(path, name)
        field, column = table.schema.field(name), as_known(table[name])
        try:
            values = column.to_pylist()
        except KeyError as error:
            raise NotAskedError("pyarrow has no class for a type that came") from error
        return [resolved(field, value) for value in values]
