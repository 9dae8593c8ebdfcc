"""Why findings are left as they are."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from inlay.verbs.index.correction import locate_finding
from inlay.verbs.index.fixed_file import LeftFinding
from inlay_runtime.finding import Finding

_IN_PAGES: Final = (
    "it stands in the header of a page, and pages stay: `inlay rewrite` makes them anew"
)
_VALUES: Final = "the values themselves are so, and they stay"
_DAMAGE: Final = "pages are damaged, and they stay: `inlay recover` may know what to do"
_SECOND_FOOTER: Final = "two footers disagree: `inlay footer revert` takes the second one out"
_GEO: Final = "it stands in the key `geo`, which `inlay set` changes"
_ROWS: Final = (
    "with another number readers would get other rows, and only the writer knows which are meant"
)
_OTHERWISE: Final = "nothing in the pages says what is true"
_OTHER_COLUMN: Final = "it is in a column that was not asked for"

_REASONS: Final[Mapping[str, Collection[str]]] = {
    _IN_PAGES: (
        "page-kind",
        "page-size",
        "page-count",
        "page-statistics",
        "page-rows",
        "header-nulls",
        "value-header-bounds",
        "value-header-exact",
        "value-header-nulls",
        "value-header-rows",
    ),
    _VALUES: (
        "value-text",
        "value-json",
        "value-range",
        "value-geometry",
        "value-covering",
        "value-variant",
        "value-shredding",
    ),
    _ROWS: ("metadata", "row-count", "value-rows", "value-count", "page-values"),
    _DAMAGE: ("page-walk", "page-crc", "value-damage"),
    _SECOND_FOOTER: ("disagree", "thrift-crc"),
    _GEO: ("value-geo-box", "value-geo-types"),
    "a second encoding is removed by `inlay encoding strip`": ("value-second-encoding",),
}
_BY_CODE: Final = {code: reason for reason, codes in _REASONS.items() for code in codes}


def explain_left(
    findings: Sequence[Finding], unreadable: Mapping[str, str], columns: Collection[int]
) -> tuple[LeftFinding, ...]:
    """Each, in their order. `unreadable` has chunks by their paths, `columns` are the numbers of those that were asked for."""
    return tuple(LeftFinding(it, _explain(it, unreadable, columns)) for it in findings)


def _explain(finding: Finding, unreadable: Mapping[str, str], columns: Collection[int]) -> str:
    group, column, _ = locate_finding(finding)
    if column is not None and column not in columns:
        return _OTHER_COLUMN
    if finding.code in _BY_CODE:
        return _BY_CODE[finding.code]
    return unreadable.get(f"row_groups[{group}].columns[{column}]", _OTHERWISE)
