"""`[[tool.inlay.breaking.except]]` of a pyproject.toml: changes that are meant, each with the reason."""

from __future__ import annotations

from pathlib import Path

from inlayc.base.settings import read_part
from inlayc.judges.breaking.rules import require_rule
from inlayc.judges.exceptions import RuleException, read_exceptions, require_keys


def read_breaking_exceptions(pyproject: Path | None) -> tuple[RuleException, ...]:
    """Raises SettingsError for what is wrong in them."""
    if pyproject is None:
        return ()
    table = read_part(pyproject, "breaking")
    require_keys(table, "breaking", ("except",))
    return read_exceptions(table, "breaking", require_rule)
