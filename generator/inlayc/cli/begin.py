"""A first table `[tool.inlay]` for a project: what `inlayc init` writes."""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections import Counter
from collections.abc import Sequence
from pathlib import Path, PurePosixPath
from typing import Final, cast

from inlayc.base.settings import SettingsError, is_package
from inlayc.frontends.load import idl_files_below

_TAKEN: Final = "parquet_format"
"""What the installed Inlay imports: a package of this name would hide it, or be hidden."""

_NAMELESS: Final = ("schema", "idl")
"""Names of IDL files that do not say what is in them."""

_MOST_NAMED: Final = 5
"""So many sources are named one by one; of more, the folders are."""


def find_first_sources(folder: Path) -> list[str]:
    """The .thrift and .fbs files below a folder; where they are many, patterns for those of which a folder has several."""
    files = [PurePosixPath(path.relative_to(folder).as_posix()) for path in idl_files_below(folder)]
    if len(files) > _MOST_NAMED:
        patterns = [path.with_name(f"*{path.suffix}") for path in files]
        alike = Counter(patterns)
        files = [
            pattern if alike[pattern] > 1 else path
            for path, pattern in zip(files, patterns, strict=True)
        ]
    return list(dict.fromkeys(map(str, files)))


def choose_first_package(pyproject: str, sources: Sequence[str], folder: str) -> str:
    """A name for the package: after the project, or its only IDL file if that says something, or the folder."""
    table: object = tomllib.loads(pyproject).get("project")
    project = cast("dict[str, object]", table).get("name") if isinstance(table, dict) else None
    stems = [PurePosixPath(source).stem for source in sources]
    is_named = len(stems) == 1 and stems[0] not in _NAMELESS
    for name in (project, *(stems if is_named else [folder])):
        package = re.sub(r"\W+", "_", f"{name}_format".lower(), flags=re.ASCII)
        if package == _TAKEN:
            package = f"my_{_TAKEN}"
        if isinstance(name, str) and name.strip("*") and is_package(package):
            return package
    return "idl_format"


def table_for(sources: Sequence[str], output: str, package: str) -> str:
    """The text of the table."""
    listed = ", ".join(map(_quoted, sources))
    if len(listed) > 80:
        listed = "".join(f"\n    {_quoted(source)}," for source in sources) + "\n"
    return (
        "[tool.inlay]\n"
        f"sources = [{listed}]\n"
        f"output = {_quoted(output)}\n"
        f"package = {_quoted(package)}\n"
    )


def write_addition(pyproject: bytes, table: str) -> bytes:
    """What has to stand behind the bytes of a pyproject.toml so that it has the table, with the line ends that it has.

    Raises SettingsError where a table cannot follow: `tool = {...}` is closed.
    """
    lines = table if b"\r\n" not in pyproject else table.replace("\n", "\r\n")
    end = "\r\n" if b"\r\n" in pyproject else "\n"
    gap = "" if not pyproject.strip(b"\xef\xbb\xbf") else end
    if pyproject and not pyproject.endswith(b"\n"):
        gap += end
    added = (gap + lines).encode()
    try:
        tomllib.loads((pyproject + added).decode("utf-8-sig"))
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(
            f"[tool.inlay] cannot stand at the end of this pyproject.toml: {error}; write it where `tool` is:\n\n{table}"
        ) from error
    return added


def choose_first_output(folder: Path) -> str:
    """`src`, where the project has it."""
    return "src" if os.path.isdir(folder / "src") else "generated"


def _quoted(text: str) -> str:
    """A basic string of TOML."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
