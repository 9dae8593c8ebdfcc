"""`[tool.inlay.lint]` of a pyproject.toml: `docs/lint.md` has the keys."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple, cast

from inlay.ground.files.configuration import Configuration, ConfigurationError
from inlay.ground.mistakes import RequestError
from inlay.ground.wording.amounts import format_size
from inlay.ground.wording.near_names import hint_at
from inlay.verbs.lint.known import rules_by_id
from inlay.verbs.lint.rule import Threshold, Thresholds
from inlay.verbs.lint.settings import LintSettings, PathException, choose_rules, require_rules

FILE_NAME: Final = "pyproject.toml"
_SECTION: Final = "tool.inlay.lint"
_KEYS: Final = ("select", "ignore", "pages", "except", "thresholds")
_EXCEPTION_KEYS: Final = ("paths", "rules", "reason")


class Given(NamedTuple):
    """What a command line or a caller says; None leaves it to the file."""

    select: Sequence[str] | None = None
    ignore: Sequence[str] = ()
    pages: bool = False


def find_lint_settings() -> Path | None:
    """The pyproject.toml of this folder, or of the nearest one above, that has the table. Raises ConfigurationError."""
    here = Path.cwd()
    for folder in (here, *here.parents):
        path = folder / FILE_NAME
        if path.is_file() and _read_table(path) is not None:
            return path
    return None


def read_lint_settings(path: Path | None, given: Given) -> LintSettings:
    """The settings of a file, if there is one, and of a caller: `select` of the caller wins, `ignore` of both count.

    Raises ConfigurationError for what is wrong in the file or has no effect, RequestError for what is wrong in `given`.
    """
    if path is None:
        return LintSettings(
            choose_rules(given.select, given.ignore, pages=given.pages), given.pages
        )
    table = _read_table(path)
    if table is None:
        raise ConfigurationError(path, f"it has no table [{_SECTION}]")
    try:
        return _settings_from(Configuration(path, ""), table, given)
    except ConfigurationError:
        raise
    except RequestError as error:
        raise ConfigurationError(path, f"{_SECTION}: {error}") from error


_LONGEST: Final = 1 << 20


def _read_table(path: Path) -> Mapping[str, object] | None:
    with path.open("rb") as file:
        data = file.read(_LONGEST + 1)  # of a device there is no end
    if len(data) > _LONGEST:
        raise ConfigurationError(path, f"it is longer than {format_size(_LONGEST)}")
    try:
        table: object = tomllib.loads(data.decode("utf-8-sig"))
    except ValueError as error:  # of TOML, of UTF-8, or of a number with thousands of digits
        raise ConfigurationError(path, str(error)) from error
    except RecursionError:
        raise ConfigurationError(path, "lists or tables in it are nested too deeply") from None
    for name in _SECTION.split("."):
        table = cast("dict[str, object]", table).get(name) if isinstance(table, dict) else None
    if table is not None and not isinstance(table, dict):
        raise ConfigurationError(path, f"{_SECTION} is a table")
    return cast("dict[str, object] | None", table)


def _settings_from(file: Configuration, table: Mapping[str, object], given: Given) -> LintSettings:
    _require_keys(file, table, _KEYS, _SECTION)
    pages = table.get("pages", False)
    if not isinstance(pages, bool):
        raise ConfigurationError(file.path, f"{_SECTION}.pages is true or false")
    pages = pages or given.pages
    select = (
        file.require_names(f"{_SECTION}.select", table["select"]) if "select" in table else None
    )
    ignore = file.require_names(f"{_SECTION}.ignore", table.get("ignore", []))
    # The file is checked by itself: what has no effect in it is an error, whatever the caller adds.
    rules = choose_rules(select, ignore, pages=True)
    thresholds = _read_thresholds(file, table.get("thresholds", {}), rules)
    exceptions = _read_exceptions(file, table.get("except", []), rules)
    chosen = given.select if given.select is not None else select
    ignored = [*ignore, *given.ignore]
    if given.select is not None:
        ignored = [rule for rule in ignored if rule in given.select]
    runs = choose_rules(chosen, ignored, pages=pages)
    return LintSettings(runs, pages, thresholds, exceptions)


def _read_thresholds(
    file: Configuration, value: object, rules: Sequence[str]
) -> dict[str, Thresholds]:
    section = f"{_SECTION}.thresholds"
    known = rules_by_id()
    by_rule: dict[str, Thresholds] = {}
    for rule, numbers in file.require_table(section, value).items():
        _require_running(file, rule, rules, section)
        table = file.require_table(f"{section}.{rule}", numbers)
        if not known[rule].thresholds:
            raise ConfigurationError(file.path, f"{section}.{rule}: this rule has none")
        _require_keys(file, table, list(known[rule].thresholds), f"{section}.{rule}")
        by_rule[rule] = {
            name: _require_number(
                file, f"{section}.{rule}.{name}", number, known[rule].thresholds[name]
            )
            for name, number in table.items()
        }
    return by_rule


def _read_exceptions(
    file: Configuration, value: object, rules: Sequence[str]
) -> tuple[PathException, ...]:
    section = f"{_SECTION}.except"
    if not isinstance(value, list):
        raise ConfigurationError(file.path, f"{section} is a list of tables: [[{section}]]")
    exceptions: list[PathException] = []
    for entry in cast("list[object]", value):
        table = file.require_table(section, entry)
        _require_keys(file, table, _EXCEPTION_KEYS, section)
        for key in _EXCEPTION_KEYS:
            if not table.get(key):
                raise ConfigurationError(file.path, f"{section} needs {key}")
        names = file.require_names(f"{section}.rules", table["rules"])
        for rule in names:
            _require_running(file, rule, rules, section)
        paths = file.require_names(f"{section}.paths", table["paths"])
        exceptions.append(PathException(tuple(paths), tuple(names), str(table["reason"])))
    return tuple(exceptions)


def _require_running(file: Configuration, rule: str, rules: Sequence[str], section: str) -> None:
    require_rules([rule])
    if rule not in rules:
        raise ConfigurationError(
            file.path, f"{section}: {rule} does not run, so this has no effect"
        )


def _require_keys(
    file: Configuration, table: Mapping[str, object], keys: Iterable[str], section: str
) -> None:
    known = list(keys)
    for key in table:
        if key not in known:
            what = f"{section}.{key} is not known{hint_at(key, known)}"
            raise ConfigurationError(file.path, what)


def _require_number(file: Configuration, name: str, value: object, threshold: Threshold) -> float:
    if (
        isinstance(value, int | float)
        and not isinstance(value, bool)
        and threshold.least <= value <= threshold.most  # which nan and inf are not
    ):
        return value
    raise ConfigurationError(
        file.path, f"{name} is a number from {threshold.least} to {threshold.most}"
    )
