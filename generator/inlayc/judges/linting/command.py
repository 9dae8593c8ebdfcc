"""What `inlayc lint` looks at, and which rules it applies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from inlayc.base.diagnostics import find_closest
from inlayc.base.settings import Settings, SettingsError, read_part
from inlayc.frontends.load import load
from inlayc.judges.exceptions import RuleException, read_exceptions, read_names, require_keys
from inlayc.judges.linting.rules import RULES, LintRule, Remark, lint
from inlayc.judges.versions import find_version

_PART: Final = "idl"


@dataclass(frozen=True, slots=True)
class LintChoice:
    """The rules that run, and the exceptions from them."""

    rules: tuple[str, ...]
    exceptions: tuple[RuleException, ...] = ()


def require_rule(name: str) -> LintRule:
    """The rule of this id. Raises SettingsError, with the nearest, if there is none."""
    if name not in RULES:
        hint = find_closest(name, RULES) or "`inlayc lint --rules` lists them"
        raise SettingsError(f"there is no rule `{name}`; {hint}")
    return RULES[name]


def choose_rules(
    pyproject: Path | None, select: Sequence[str], ignore: Sequence[str]
) -> LintChoice:
    """`select` and `ignore` of the command line; `ignore` of [tool.inlay.idl] counts unless a rule is selected."""
    table: Mapping[str, object] = {} if pyproject is None else read_part(pyproject, _PART)
    require_keys(table, _PART, ("ignore", "except"))
    passed = read_names(table, "ignore", f"tool.inlay.{_PART}") if "ignore" in table else ()
    for name in (*select, *ignore, *passed):
        require_rule(name)
    left_out = {*ignore, *(passed if not select else ())}
    rules = tuple(name for name in select or RULES if name not in left_out)
    return LintChoice(rules, read_exceptions(table, _PART, require_rule))


def lint_files(
    paths: Sequence[Path], include: Sequence[Path], project: Settings | None, choice: LintChoice
) -> list[Remark]:
    """The files that are given, or the sources of the project; what they include is not looked at. Raises SettingsError."""
    version = find_version(paths, include, project or Settings(root=Path()))
    remarks: list[Remark] = []
    rust = [[path] for path in version.paths if path.suffix == ".rs"]
    others = [path for path in version.paths if path.suffix != ".rs"]
    for together in [*([others] if others else []), *rust]:
        given = {path.as_posix() for path in together}
        remarks += lint(load(together, version.include), given, choice.rules)
    return [remark for remark in remarks if not _is_excepted(remark, choice)]


def _is_excepted(remark: Remark, choice: LintChoice) -> bool:
    return any(each.covers(remark.rule.id, remark.path) for each in choice.exceptions)
