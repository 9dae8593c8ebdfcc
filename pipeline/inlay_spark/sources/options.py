"""What `.option(...)` and `.load(...)` say, in one place for both data sources."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING

from inlay.ground.files.paths import is_url, normalize
from inlay.ground.schema.quoted_names import cut_name
from inlay_spark.sources.option_names import OptionError, OptionNames

if TYPE_CHECKING:
    from collections.abc import Iterator

    from inlay.ground.files.entries import FileEntry
    from inlay.ground.files.store import Store


class SourceOptions:
    """Options by name; Spark has made the names lower case, or sees to it that case does not matter.

    Raises OptionError for one that is not known.
    """

    def __init__(self, options: Mapping[str, str], names: OptionNames) -> None:
        names.require_known(options)
        self._source = names.source
        self._options = {name.lower(): value for name, value in options.items()}

    @property
    def scheme(self) -> str:
        """Of the first URL as it is written, such as `s3a`; empty for a path."""
        first = self._written_paths()[0]
        return first.partition("://")[0] if is_url(first) else ""

    @property
    def paths(self) -> list[str]:
        return [normalize(path) for path in self._written_paths()]

    def _written_paths(self) -> list[str]:
        """`load("/a")` gives `path`, `load(["/a", "/b"])` gives `paths`, a JSON text."""
        paths: list[str] = []
        if (several := self.text("paths")) is not None:
            paths += _parse_paths(several)
        if (path := self.text("path")) is not None:
            paths.append(path)
        if not paths:
            raise OptionError(
                "say what to read: .load(path), or .option('path', ...). Of CREATE TABLE, Spark hands neither path nor "
                "options on to a source in Python, only the columns. In SQL: CREATE TEMPORARY VIEW name USING "
                f"{self._source} OPTIONS (path '...'); or SELECT * FROM name WITH (path = '...')"
            )
        for path in paths:
            if not path.strip() or "\0" in path:
                raise OptionError(f"{path!r} is not a path")
        return paths

    def text(self, name: str) -> str | None:
        return self._options.get(name.lower())

    def names(self, name: str) -> list[str] | None:
        """A list, separated by commas; a comma in double quotes is part of a name."""
        left = self.text(name)
        if left is None:
            return None
        names: list[str] = []
        while left := left.lstrip():
            part, rest = cut_name(left, ",")
            names += [part.strip()] if part.strip() else []
            left = rest[1:]
        return names

    def flag(self, name: str) -> bool:
        value = (self.text(name) or "false").lower()
        if value not in ("true", "false"):
            raise OptionError(f"option {name} is true or false, not {value!r}")
        return value == "true"

    def number(self, name: str) -> int | None:
        value = self.text(name)
        if value is None:
            return None
        if not value.isdecimal() or int(value) == 0:
            raise OptionError(f"option {name} is a whole number above 0, not {value!r}")
        return int(value)

    def store(self) -> Store:
        """Opened anew in each process that reads."""
        from inlay.ground.files.stores import store_of

        return store_of(self.paths)

    @property
    def name(self) -> str:
        """A glob for the names of files."""
        return self.text("pathGlobFilter") or "*"

    def files(self) -> Iterator[FileEntry]:
        """Those that the options ask for."""
        from inlay_spark.sources.file_choice import list_chosen_files

        return list_chosen_files(self)


def _parse_paths(paths: str) -> list[str]:
    try:
        several: object = json.loads(paths)
    except ValueError:
        several = None
    if not isinstance(several, list) or not all(isinstance(path, str) for path in several):
        raise OptionError(
            f"option paths is a list in JSON, as .load([...]) makes it, not {paths!r}"
        )
    return several
