"""All rules, in the order of `inlay lint --rules`. A module of rules names its own in RULES."""

from __future__ import annotations

from functools import cache
from typing import Final

from inlay.verbs.lint.rule import AnyRule
from inlay.verbs.lint.rules import (
    arrow_schemas,
    bloom_filters,
    bounds,
    column_orders,
    compression,
    converted_types,
    dictionaries,
    drift,
    encryption,
    geometries,
    indexes,
    key_values,
    nulls,
    old_forms,
    pages,
    plain_values,
    row_groups,
    schemas,
    shredding,
    sorting,
    statistics,
    tables,
    writer_names,
)

MODULES: Final = (
    compression,
    dictionaries,
    plain_values,
    row_groups,
    pages,
    old_forms,
    statistics,
    bounds,
    column_orders,
    writer_names,
    indexes,
    bloom_filters,
    sorting,
    schemas,
    converted_types,
    key_values,
    arrow_schemas,
    geometries,
    shredding,
    encryption,
    nulls,
    drift,
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
