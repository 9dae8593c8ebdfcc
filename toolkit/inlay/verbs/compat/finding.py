"""What a reader stumbles over in a file, as a value."""

from __future__ import annotations

from dataclasses import dataclass

from inlay.verbs.compat.features import Features
from inlay.verbs.compat.fixes import COUNT_NAN, UNCOUNTED, fix_of
from inlay.verbs.compat.judge import Applied
from inlay.verbs.compat.record import AskedReader
from inlay.verbs.compat.vendor_extensions import EXTENDED
from inlay_runtime.public_home import public_in


@public_in("inlay")
@dataclass(frozen=True)
class CompatFinding:
    """`reader` and `version` are as they were asked for, and `measured` is the version that stands for it.

    `outcome` is `refuses file`, `refuses column`, `misreads`, `loses rows` (by a filter) or `ignores type`; `column` is empty for the
    file. `features` are what brings it about; `evidence` is the file of the measurement that shows it, and `said` what came back there.
    `is_possible` if the footer does not say whether it happens, `is_note` for that and for types that are ignored.
    """

    path: str
    reader: str
    version: str
    measured: str
    outcome: str
    column: str
    features: tuple[str, ...]
    evidence: str
    said: str
    fix: str
    is_possible: bool
    is_note: bool


def finding_from(
    path: str, reader: AskedReader, applied: Applied, of_column: Features, of_vendor: str = ""
) -> CompatFinding:
    """`of_column` are the features of the column that it applies to, none for the file; `of_vendor` is what takes the extension of a
    vendor off the column, if it has one."""
    rule = applied.rule
    fix = fix_of(rule, of_column)
    if applied.is_possible and UNCOUNTED in rule.features:
        fix = COUNT_NAN
    elif of_vendor and EXTENDED in rule.features:
        fix = of_vendor
    return CompatFinding(
        path,
        reader.record.name,
        reader.version,
        reader.measured,
        rule.outcome.value,
        applied.column,
        tuple(sorted(rule.features)),
        rule.evidence,
        rule.said,
        fix,
        applied.is_possible,
        applied.is_possible or rule.outcome.is_note,
    )
