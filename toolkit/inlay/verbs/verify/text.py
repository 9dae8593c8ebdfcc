"""What was found in a file, in the lines that `inlay verify` prints."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from inlay.ground.wording.amounts import count
from inlay.verbs.verify.doubtful import list_advice
from inlay.verbs.verify.fixable import name_command

if TYPE_CHECKING:
    from inlay.verbs.verify.data import Walked
    from inlay.verbs.verify.values.said import Audited
    from inlay.verbs.verify.verify_file import Verification

MOST_SHOWN: Final = 50
"""Footers that disagree may do so in every field of every column chunk."""

SEALS: Final = {
    "agrees": "agrees: the footer is what was sealed",
    "broken": "does not agree",
    "not needed": "none needed: the footer's CRC agrees",
    "unprotected": "none: this footer has no CRC, and damage to it may go unnoticed "
    "(`inlay footer convert` writes them)",
    "encrypted": "not needed: whoever decrypts the footer checks its tag",
    "signed": "not needed: the footer is signed, and whoever has the key checks it",
    "unsigned": "missing: the footer says how it was signed, and has no signature",
    "none": "none: damage to the footer may go unnoticed (`inlay seal` adds one)",
}

CLOSED: Final = "the file is encrypted, and no key opened it: --keys does"

FOOTERS_ALONE: Final = "--data checks pages, --values what the file says about its values"
"""Which levels are left where only footers were read: damaged pages are not a finding there."""


def list_lines(verification: Verification) -> Iterator[str]:
    """All about one file."""
    said = f"{verification.path}: {count(len(verification.findings), 'finding')}"
    yield f"{said}; not checked: {CLOSED}" if verification.is_closed else said
    yield f"  seal        {SEALS[verification.seal]}"
    checked = sum(1 for extension in verification.extensions if extension.state == "checked")
    unchecked = sum(1 for extension in verification.extensions if extension.state == "not checked")
    extensions = count(len(verification.extensions), "extension")
    said = f"{extensions}, {checked:,} checked" if verification.extensions else "no extensions"
    if unchecked:
        said += f", {unchecked:,} that cannot be"
    yield f"  extensions  {said}"
    if verification.walked is None:
        yield f"  data        not read: {FOOTERS_ALONE}"
    else:
        said = _describe_walk(verification.walked)
        if verification.walked.without_crc and verification.audited is None:
            said += f"; {verification.walked.without_crc:,} without a CRC, whose bytes only --values checks"
        yield f"  data        {said}"
    if verification.audited is not None:
        yield from _list_audit(verification.audited)
        if verification.findings:
            yield f"  writer      {verification.writer or 'not named'}"
    yield from _list_findings(verification)


def list_findings(verification: Verification) -> Iterator[str]:
    """One of many files: a line, and its findings below."""
    said = f"{verification.path}: {count(len(verification.findings), 'finding')}"
    if verification.walked is not None and verification.walked.skipped:
        said += f"; data: {_describe_walk(verification.walked)}"
    audited = verification.audited
    if audited is not None and audited.others:
        said += f"; not audited: {count(len(audited.others), 'column chunk')}"
    if audited is not None and audited.row_groups < audited.of_row_groups:
        said += f"; {_describe_sample(audited)}"
    if audited is not None and verification.findings:
        said += f"; writer: {verification.writer or 'not named'}"
    if verification.is_closed:
        said += f"; not checked: {CLOSED}"
    yield said
    yield from _list_findings(verification)


def _list_findings(verification: Verification) -> Iterator[str]:
    said = ""
    for each in verification.explained[:MOST_SHOWN]:
        named = f" (column {each.column})" if each.column else ""
        yield f"  finding     {each.finding}{named}"
        if each.defect and each.defect != said:
            yield f"  known       {each.defect}: {each.defect_says}; {each.fix}"
        said = each.defect
    if (more := len(verification.findings) - MOST_SHOWN) > 0:
        yield f"  ... and {count(more, 'finding')} more: --format json has them all"
    for finding in verification.advice[:MOST_SHOWN]:
        yield f"  advice      {finding}"
    for advice in list_advice(verification.explained):
        yield f"  advice      {advice}"
    if command := name_command(verification.path, verification.findings):
        yield f"  fix         {command}"


def _list_audit(audited: Audited) -> Iterator[str]:
    """What was not audited has a line for each reason and column."""
    said = f"{count(audited.values, 'value')} of {count(audited.chunks, 'column chunk')}"
    if audited.row_groups < audited.of_row_groups:
        said += f"; {_describe_sample(audited)}"
    yield f"  values      {said}"
    others = Counter((other.column, other.reason) for other in audited.others)
    for (column, reason), chunks in list(others.items())[:MOST_SHOWN]:
        yield f"  not audited {count(chunks, 'chunk')} of {column or 'no column'}: {reason}"
    if (more := len(others) - MOST_SHOWN) > 0:
        yield f"  ... and {count(more, 'column')} more: --format json has them all"


def _describe_sample(audited: Audited) -> str:
    return f"a sample: {audited.row_groups:,} of {count(audited.of_row_groups, 'row group')}"


def _describe_walk(walked: Walked) -> str:
    said = f"{count(walked.pages, 'page')} of {count(walked.chunks, 'column chunk')}"
    skipped = (
        (walked.encrypted, "encrypted"),
        (walked.elsewhere, "in other files"),
        (walked.unreachable, "not where the footer says"),
    )
    reasons = ", ".join(f"{number:,} {why}" for number, why in skipped if number)
    if walked.is_sealed:
        reasons = "the footer is encrypted"
    return f"{said}; skipped: {reasons}" if reasons else said
