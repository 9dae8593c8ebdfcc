"""Which rules run, with which numbers, and where they are silent."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase

from inlay.ground.blamed_options import blame_options
from inlay.ground.mistakes import RequestError, require_names
from inlay.ground.wording.near_names import hint_at
from inlay.verbs.lint.known import rules_by_id
from inlay.verbs.lint.rule import AnyRule, Thresholds


@dataclass(frozen=True, slots=True)
class PathException:
    """Rules that are silent on some files. `paths` are globs of whole paths, in which `*` also stands for slashes."""

    paths: tuple[str, ...]
    rules: tuple[str, ...]
    reason: str

    def covers(self, path: str, rule: str) -> bool:
        return rule in self.rules and any(fnmatchcase(path, glob) for glob in self.paths)


@dataclass(frozen=True, slots=True)
class LintSettings:
    """`rules` are the ids of those that run. `thresholds` are by rule and name, and only those that differ from the rule's."""

    rules: tuple[str, ...]
    pages: bool = False
    thresholds: Mapping[str, Thresholds] = field(default_factory=dict[str, Thresholds])
    exceptions: tuple[PathException, ...] = ()

    def thresholds_of(self, rule: AnyRule) -> Thresholds:
        """All of a rule."""
        known = {name: threshold.value for name, threshold in rule.thresholds.items()}
        given = self.thresholds.get(rule.id)
        return {**known, **given} if given else known

    def is_silent(self, path: str, rule: str) -> bool:
        return any(exception.covers(path, rule) for exception in self.exceptions)


def choose_rules(
    select: Iterable[str] | None, ignore: Iterable[str] = (), *, pages: bool = False
) -> tuple[str, ...]:
    """The ids of the rules that run: those of `select`, or all, without those of `ignore`. Without `pages`, those that read
    pages are left out.

    Raises RequestError for an id that there is not, for one to ignore that is not selected, for one of `select` that needs
    pages where these are not read, and where nothing is left.
    """
    known = rules_by_id()
    chosen = list(known) if select is None else require_rules(select)
    ignored = require_rules(ignore, "ignore")
    for rule in ignored:
        if rule not in chosen:
            raise RequestError(f"{rule} is ignored, but it is not selected: leave it out")
    needing = [rule for rule in chosen if known[rule].needs == "pages"] if not pages else []
    if select is not None and needing:
        raise blame_options(f"{needing[0]} reads pages: give {{pages}}", pages=True)
    left = tuple(rule for rule in chosen if rule not in ignored and rule not in needing)
    if not left:
        raise RequestError("no rule is left")
    return left


def require_rules(ids: Iterable[str], parameter: str = "select") -> list[str]:
    """The ids, each once. Raises RequestError for one that there is not, with the nearest, and for one string as a list."""
    known = rules_by_id()
    names = list(dict.fromkeys(require_names(ids, parameter)))
    for name in names:
        if name not in known:
            raise RequestError(f"there is no rule {name!r}{hint_at(name, known)}")
    return names
