"""Whether what a file says of its geometries keeps the rules of GeoParquet and of the native types."""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from inlay.footers.footer.read import read_footer
from inlay.ground.files.source import Source
from inlay.ground.geometries.geometry_columns import read_geometries
from inlay.ground.mistakes import RequestError
from inlay.ground.wording.near_names import hint_at
from inlay.verbs.geo.rule import WARNING, GeoRule
from inlay.verbs.geo.rules import agreement, columns, coverings, key, native

MODULES: Final = (key, columns, coverings, native, agreement)


class GeoAdvice(NamedTuple):
    """A rule that a file breaks, and where: `column` is empty for the file."""

    rule: GeoRule
    column: str
    seen: str


class GeoCheck(NamedTuple):
    """`has_geometries` says whether there was anything to check."""

    advice: tuple[GeoAdvice, ...]
    has_geometries: bool

    @property
    def has_warnings(self) -> bool:
        return any(each.rule.severity == WARNING for each in self.advice)


@cache
def rules_by_id() -> dict[str, GeoRule]:
    """All of them, in the order in which they are applied."""
    return {rule.id: rule for module in MODULES for rule in module.RULES}


def check_geometries(source: Source) -> GeoCheck:
    """Reads the footer alone; `verify` holds it against values. Raises what `inlay.open` raises."""
    file = read_geometries(read_footer(source).metadata)
    advice = [
        GeoAdvice(rule, column, seen)
        for rule in rules_by_id().values()
        for column, seen in rule.check(file)
    ]
    return GeoCheck(tuple(advice), bool(file.columns) or file.text is not None)


def find_rule(name: str) -> GeoRule:
    """Raises RequestError for a rule that there is not, with the nearest."""
    rules = rules_by_id()
    if name not in rules:
        raise RequestError(f"there is no rule {name!r}{hint_at(name, rules)}")
    return rules[name]
