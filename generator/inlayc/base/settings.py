"""What `[tool.inlay]` in pyproject.toml says: the input, the output, and what the IDL cannot say.

    [tool.inlay]
    sources = ["idl/parquet.thrift"]
    output = "generated"
    package = "parquet_format"

    [tool.inlay.types."parquet.FileMetaData"]
    extension_header = "spec"

    [tool.inlay.fields."parquet.Statistics.min_value"]
    borrow = true

    [tool.inlay.fields."*.value"]
    text = "bytes"

Generate and check read the same settings through the same function. Hooks are named here and nowhere
else: an IDL cannot ask for code to be imported.
"""

from __future__ import annotations

import difflib
import keyword
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Final, cast

from inlay_runtime.errors import InlayError

_DOTTED: Final = r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*"
_HOOK: Final = re.compile(rf"{_DOTTED}:[A-Za-z_]\w*", re.ASCII)
_BEGINNING: Final = """\
[tool.inlay]
sources = ["idl/events.thrift"]
output = "src"
package = "events_format"
"""
_OTHER_PARTS: Final = frozenset({"lint", "breaking", "idl"})
_HOOK_KEYS: Final = ("type", "reader", "writer")
_PACKAGE: Final = re.compile(_DOTTED, re.ASCII)


FILE_NAME: Final = "pyproject.toml"
PACKAGE_EXPECTED: Final = "expected a dotted Python name, without keywords"


class SettingsError(InlayError):
    """Settings that cannot be used; the message names the key and what is allowed."""


@dataclass(frozen=True, slots=True)
class Hook:
    """A reader, a writer and the type of what they read and write, each as `module:name`."""

    type: str
    reader: str
    writer: str


@dataclass(frozen=True, slots=True)
class TypeSettings:
    """What is said of one definition. `empty` is what becomes of a union without a variant. `mistaken` are the first characters of what people decode in its place, each with
    what to tell them."""

    unknown: str = "keep"
    empty: str = "error"
    internal: bool = False
    extension_header: str = "zigzag"
    mistaken: tuple[tuple[str, str], ...] = ()
    hook: Hook | None = None
    given: frozenset[str] = field(default=frozenset(), compare=False)
    """The attributes that the table names, be it with their defaults."""


@dataclass(frozen=True, slots=True)
class FieldSettings:
    """What is said of one field. `text` is what its strings are that are not UTF-8: text with what is no
    UTF-8 escaped, an error, or bytes, as then all of them are."""

    text: str = "escape"
    borrow: bool = False
    hook: Hook | None = None
    given: frozenset[str] = field(default=frozenset(), compare=False)


@dataclass(frozen=True, slots=True)
class Settings:
    """`root` is the folder that relative paths start from. `sources` and `package` are empty where a project does not say them."""

    root: Path
    sources: tuple[str, ...] = ()
    output: str = "generated"
    package: str = ""
    include: tuple[str, ...] = ()
    templates: str = ""
    """The folder with templates of the project's own, or nothing."""
    types: Mapping[str, TypeSettings] = field(default_factory=dict[str, TypeSettings])
    fields: Mapping[str, FieldSettings] = field(default_factory=dict[str, FieldSettings])
    renames: Mapping[str, str] = field(default_factory=dict[str, str])
    """For `inlayc diff`: what a type is called in one IDL, and in the other."""
    hand_written: tuple[str, ...] = ()
    """For `inlayc diff`: types that one side keeps in code, which are not compared."""


def find_settings() -> Path | None:
    """The pyproject.toml of this folder, or of the nearest one above, that has a table [tool.inlay] for the compiler."""
    return _find(_inlay_table)


def find_any_table() -> Path | None:
    """The nearest one that has a table [tool.inlay], be it for another command alone."""
    return _find(_read_table)


def _find(read: Callable[[Path], Mapping[str, Any] | None]) -> Path | None:
    here = Path.cwd()
    for folder in (here, *here.parents):
        path = folder / FILE_NAME
        if path.is_file() and read(path) is not None:
            return Path(FILE_NAME) if folder == here else path
    return None


def require_settings() -> Path:
    """What `find_settings` finds. Raises SettingsError where there is none."""
    path = find_settings()
    if path is None:
        raise SettingsError(
            f"no {FILE_NAME} here or above has a table [tool.inlay]; it begins like this:\n\n{_BEGINNING}\n`inlayc init` writes it"
        )
    return path


def is_package(name: str) -> bool:
    """Whether Python can import a package of this name."""
    return bool(_PACKAGE.fullmatch(name)) and not any(map(keyword.iskeyword, name.split(".")))


def read_settings(pyproject: Path) -> Settings:
    """The `[tool.inlay]` table of a pyproject.toml. Raises SettingsError."""
    table = _inlay_table(pyproject)
    if table is None:
        raise SettingsError(
            f"{pyproject} has no table [tool.inlay]; it begins like this:\n\n{_BEGINNING}"
        )
    return settings_from(table, pyproject.parent)


def _inlay_table(pyproject: Path) -> Mapping[str, Any] | None:
    """What there is for the compiler; None where the table is there for another command alone."""
    table = _read_table(pyproject)
    if table is None or _OTHER_PARTS.isdisjoint(table):
        return table
    return without_other_parts(table) or None


def without_other_parts(table: Mapping[str, Any]) -> Mapping[str, Any]:
    """A table [tool.inlay] without what is for `inlay lint`, `inlayc breaking` and `inlayc lint`."""
    return {key: value for key, value in table.items() if key not in _OTHER_PARTS}


def read_part(pyproject: Path, part: str) -> Mapping[str, Any]:
    """What a pyproject.toml has in [tool.inlay.PART]; empty where it has not. Raises SettingsError."""
    return _table(_read_table(pyproject) or {}, part, "tool.inlay")


def _read_table(pyproject: Path) -> Mapping[str, Any] | None:
    return parse_table(pyproject.read_bytes(), str(pyproject))


def parse_table(data: bytes, name: str) -> Mapping[str, Any] | None:
    """The table [tool.inlay] in the bytes of a pyproject.toml; None where there is none. Raises SettingsError."""
    try:
        text = data.decode("utf-8-sig")
        tools: object = tomllib.loads(text).get("tool", {})
    except UnicodeDecodeError as error:
        raise SettingsError(f"{name}: byte {error.start} is not UTF-8") from error
    except ValueError as error:  # of TOML, or of a number with thousands of digits
        raise SettingsError(f"{name}: {error}") from error
    except RecursionError:
        raise SettingsError(f"{name}: lists or tables in it are nested too deeply") from None
    table = cast("Mapping[str, object]", tools).get("inlay") if isinstance(tools, Mapping) else None
    if table is not None and not isinstance(table, Mapping):
        raise SettingsError(f"{name}: tool.inlay: expected a table")
    return cast("Mapping[str, Any] | None", table)


def text_without_table(pyproject: Path) -> bytes:
    """The bytes of a pyproject.toml to which the table can be added; nothing where there is no such file.

    Raises SettingsError where it has the table, or is not TOML.
    """
    if not pyproject.exists():
        return b""
    if _inlay_table(pyproject) is not None:
        raise SettingsError(f"{pyproject} has a table [tool.inlay] already; change it there")
    return pyproject.read_bytes()


def settings_from(table: Mapping[str, Any], root: Path) -> Settings:
    """Settings from a parsed table. Raises SettingsError."""
    _known(table, Settings, "tool.inlay", {"root"})
    types = {
        name: _type_settings(entry, f'tool.inlay.types."{name}"')
        for name, entry in _table(table, "types", "tool.inlay").items()
    }
    field_settings = {
        name: _field_settings(entry, f'tool.inlay.fields."{name}"')
        for name, entry in _table(table, "fields", "tool.inlay").items()
    }
    package = _text(table, "package", "tool.inlay", "")
    if "package" in table and not is_package(package):
        raise SettingsError(f"tool.inlay.package: {PACKAGE_EXPECTED}")
    sources = _texts(table, "sources")
    if "sources" in table and not sources:
        raise SettingsError("tool.inlay.sources: expected at least one IDL file, folder or pattern")
    renames = _table(table, "renames", "tool.inlay")
    return Settings(
        root=root,
        sources=sources,
        output=_text(table, "output", "tool.inlay", "generated"),
        package=package,
        include=_texts(table, "include"),
        templates=_text(table, "templates", "tool.inlay", ""),
        types=types,
        fields=field_settings,
        hand_written=_texts(table, "hand_written"),
        renames={key: _text(renames, key, "tool.inlay.renames", "") for key in renames},
    )


def _type_settings(entry: Any, where: str) -> TypeSettings:
    _known(entry, TypeSettings, where, {"hook", "given"}, _HOOK_KEYS)
    return TypeSettings(
        unknown=_choice(entry, "unknown", where, ("keep", "error")),
        empty=_choice(entry, "empty", where, ("error", "keep")),
        internal=_flag(entry, "internal", where),
        extension_header=_choice(entry, "extension_header", where, ("zigzag", "spec")),
        mistaken=_mistaken(entry, where),
        hook=_hook(entry, where),
        given=_given(entry),
    )


def _mistaken(entry: Mapping[str, Any], where: str) -> tuple[tuple[str, str], ...]:
    where = f"{where}.mistaken"
    table = _table(entry, "mistaken", where)
    for start in table:
        if not start.isascii() or not start.isprintable() or not start:
            raise SettingsError(
                f"{where}: {start!r}: expected printable ASCII that data begins with"
            )
    return tuple((start, _text(table, start, where, "")) for start in table)


def _field_settings(entry: Any, where: str) -> FieldSettings:
    _known(entry, FieldSettings, where, {"hook", "given"}, _HOOK_KEYS)
    return FieldSettings(
        borrow=_flag(entry, "borrow", where),
        text=_choice(entry, "text", where, ("escape", "strict", "bytes")),
        hook=_hook(entry, where),
        given=_given(entry),
    )


def _given(entry: Mapping[str, Any]) -> frozenset[str]:
    return frozenset("hook" if key in _HOOK_KEYS else key for key in entry)


def _hook(entry: Mapping[str, Any], where: str) -> Hook | None:
    given = [key for key in _HOOK_KEYS if key in entry]
    if not given:
        return None
    if len(given) < 3:
        raise SettingsError(f"{where}: a hook has a type, a reader and a writer")
    parts = [_text(entry, key, where, "") for key in _HOOK_KEYS]
    for key, part in zip(_HOOK_KEYS, parts, strict=True):
        if not _HOOK.fullmatch(part):
            raise SettingsError(f"{where}.{key}: expected module:name, found {part!r}")
        for name in re.split("[.:]", part):
            if keyword.iskeyword(name):
                raise SettingsError(
                    f"{where}.{key}: expected module:name, found {part!r}: "
                    f"{name!r} is a keyword of Python, which no module and no name can be"
                )
    return Hook(*parts)


def _known(entry: Any, cls: type, where: str, hidden: set[str], also: Iterable[str] = ()) -> None:
    if not isinstance(entry, Mapping):
        raise SettingsError(f"{where}: expected a table")
    keys = cast(Mapping[str, object], entry)
    allowed = sorted(({f.name for f in fields(cls)} - hidden) | set(also))
    for key in keys:
        if key not in allowed:
            close = difflib.get_close_matches(key, allowed, n=1)
            hint = f"; did you mean {close[0]}?" if close else f"; allowed: {', '.join(allowed)}"
            raise SettingsError(f"{where}.{key}: no such setting{hint}")


def _table(table: Mapping[str, Any], key: str, where: str) -> Mapping[str, Any]:
    value = table.get(key, {})
    if not isinstance(value, Mapping):
        raise SettingsError(f"{where}.{key}: expected a table")
    return cast(Mapping[str, Any], value)


def _text(table: Mapping[str, Any], key: str, where: str, default: str) -> str:
    value = table.get(key, default)
    if not isinstance(value, str):
        raise SettingsError(f"{where}.{key}: expected a string")
    return value


def _texts(table: Mapping[str, Any], key: str) -> tuple[str, ...]:
    value = table.get(key, [])
    items = cast(list[object], value) if isinstance(value, list) else [None]
    texts = tuple(item for item in items if isinstance(item, str))
    if len(texts) < len(items):
        raise SettingsError(f"tool.inlay.{key}: expected a list of strings")
    return texts


def _flag(table: Mapping[str, Any], key: str, where: str) -> bool:
    value = table.get(key, False)
    if not isinstance(value, bool):
        raise SettingsError(f"{where}.{key}: expected true or false")
    return value


def _choice(table: Mapping[str, Any], key: str, where: str, choices: tuple[str, ...]) -> str:
    value = _text(table, key, where, choices[0])
    if value not in choices:
        raise SettingsError(f"{where}.{key}: expected one of {', '.join(choices)}, found {value!r}")
    return value
