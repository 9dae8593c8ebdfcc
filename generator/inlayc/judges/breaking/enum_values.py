"""Which rule a value of an enum falls under that has changed."""

from __future__ import annotations

from inlayc.judges.diff.model import Change, Difference
from inlayc.model.schema import Enumeration, EnumMember


def rule_of_enum_value(difference: Difference) -> str:
    kind = difference.kind
    if kind is Change.REMOVED and _is_still_named(difference):
        return "enum-alias-removed"
    return f"enum-value-{kind.value}"


def _is_still_named(difference: Difference) -> bool:
    """Whether the number of a value that is gone has another name in the new version."""
    gone = difference.a.thing if difference.a else None
    new = difference.entries[1].definition if difference.entries[1] else None
    return (
        isinstance(gone, EnumMember)
        and isinstance(new, Enumeration)
        and any(member.value == gone.value for member in new.members)
    )
