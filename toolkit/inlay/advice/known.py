"""All rules, in the order of `inlay lint --rules`. A module of rules names its own in RULES."""

from __future__ import annotations

from functools import cache
from typing import Final

from inlay.advice.rule import AnyRule
from inlay.advice.rules import (
    compression,
    dictionaries,
    old_forms,
    pages,
    plain_values,
    row_groups,
    tables,
)

MODULES: Final = (
    compression,
    dictionaries,
    plain_values,
    row_groups,
    pages,
    old_forms,
    tables,
)


@cache
def rules_by_id() -> dict[str, AnyRule]:
    """Raises KeyError for two rules of one id: a mistake of ours."""
    rules: dict[str, AnyRule] = {}
    for module in MODULES:
        for rule in module.RULES:
            if rule.id in rules:
                raise KeyError(rule.id)
            rules[rule.id] = rule
    return rules
