"""Checks of a file of any form: its footer, and whether the two footers that it may have agree."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from inlay.changes.life_cycle.extension_list import derive_struct, in_slot, without_places
from inlay.footers.containers import SEAL, Entry
from inlay.footers.conversion.without_extension import without_extension
from inlay.footers.extensions.listing import ListedExtension
from inlay.footers.extensions.seal import check_seal
from inlay.footers.extensions.struct_bytes import DamagedError, StructBytes
from inlay.footers.footer.footer import Footer
from inlay.verbs.verify.footer_index import check_footer_index
from inlay.verbs.verify.verify_thrift import Verdict, verify_thrift
from inlay_runtime.errors import InlayError
from inlay_runtime.finding import Finding

NEEDS_NONE: Final = "not needed"
"""The state of a seal that is not there, where a CRC of the FlatBuffer or the design covers all that it would."""

UNPROTECTED: Final = "unprotected"
"""The state of a seal in a footer whose design has no CRC, written without our module."""


def verify_footer(footer: Footer) -> Verdict:
    """All that can be checked without reading data, whatever the form. Raises FooterError for a footer that cannot be
    decoded."""
    verdict = verify_thrift(footer.validate())
    reported = {(finding.code, finding.offset) for finding in verdict.findings}
    findings = [
        finding for finding in footer.findings if (finding.code, finding.offset) not in reported
    ]
    findings += verdict.findings
    findings += check_footer_index(footer)
    findings += footer.end.check(footer)
    if footer.end.is_converted and not footer.is_encrypted:
        extensions = tuple(without_places(verdict.extensions, footer.end.root_path))
        state = NEEDS_NONE if footer.end.is_protected(footer) else UNPROTECTED
        if footer.end.own_thrift(footer) and verdict.seal != "none":
            state = verdict.seal
        return Verdict(state, extensions, _without_duplicates(findings))
    if footer.second.design is not None:
        seal = _seal(footer, verdict.seal)
        return Verdict(seal, verdict.extensions, _without_duplicates(findings))
    if footer.flatbuffer is None:
        return Verdict(verdict.seal, verdict.extensions, _without_duplicates(findings))
    if footer.is_derived:
        findings += _against_itself(footer)
        extensions = tuple(without_places(verdict.extensions))
        return Verdict(_seal(footer, verdict.seal), extensions, _without_duplicates(findings))
    derived = _derive(footer)
    findings += find_disagreements(footer, derived)
    seal, carried, broken = _check_carried(footer, derived)
    findings += broken
    if seal == "none":
        seal = verdict.seal
    extensions = (*verdict.extensions, *carried)
    return Verdict(_seal(footer, seal), extensions, _without_duplicates(findings))


def _seal(footer: Footer, state: str) -> str:
    """The state of the seal; a final footer is under a CRC as a whole, and so is Thrift that is vouched for."""
    is_covered = not footer.end.has_thrift or footer.second.agrees
    return NEEDS_NONE if state == "none" and is_covered else state


def _against_itself(footer: Footer) -> list[Finding]:
    """Of a footer made from the FlatBuffer: the slots that a reader of the proposal believes, and the Thrift
    beside it, if that can be compared."""
    data = footer.thrift
    differences = _disagreements(footer, data, "the FlatBuffer disagrees with itself", data)
    return differences + (find_disagreements(footer) if footer.end.has_thrift else [])


def find_disagreements(footer: Footer, derived: StructBytes | None = None) -> list[Finding]:
    """Every field in which the two footers of a file differ; `derived` is what the FlatBuffer stands
    for, where that is known already. Of a dual footer, what is wrong with its design."""
    if footer.second.design is not None:
        return footer.end.check(footer)
    data = derived.data if derived is not None else None
    return _disagreements(footer, footer.end.plain_thrift(footer), "the two footers disagree", data)


def _derive(footer: Footer) -> StructBytes | None:
    """None for a FlatBuffer that stands for nothing; why, the comparison reports."""
    try:
        return derive_struct(footer)
    except InlayError:
        return None


def _disagreements(
    footer: Footer, thrift: bytes, said: str, derived: bytes | None
) -> list[Finding]:
    """They lie somewhere in the footer: the values that are compared have no places of their own."""
    from inlay.footers.conversion import compare
    from inlay.footers.conversion.collector import pause_collector

    flat = footer.second
    assert flat.root is not None
    try:
        with pause_collector():
            differences = compare(thrift, flat.root, derived=derived, buffer=flat.data)
    except InlayError as error:
        what = f"the two footers cannot be compared: {error}"
        return [Finding("disagree", footer.offset, what)]
    return [
        replace(difference, offset=footer.offset, what=f"{said}: {difference.what}")
        for difference in differences
    ]


def _check_carried(
    footer: Footer, derived: StructBytes | None
) -> tuple[str, list[ListedExtension], list[Finding]]:
    """State of the seal, extensions and findings of the slot inside the FlatBuffer.

    The seal there covers the Thrift bytes before the field that holds the FlatBuffer.
    """
    if derived is None:
        return "none", [], []
    extensions = in_slot(derived)
    findings = [extension.finding for extension in extensions if extension.finding is not None]
    try:
        entries = derived.entries(derived.carrier)
    except DamagedError:
        return "none", extensions, findings
    seal = next((entry for entry in entries if entry.uuid == SEAL), None)
    if seal is None:
        return "none", extensions, findings
    if without_extension(derived.data) == footer.end.plain_thrift(footer):
        finding = derived.seal_finding()
        broken = [finding] if finding is not None else []
    else:
        broken = _check_broken(footer, seal)
    return ("broken" if broken else "agrees"), extensions, [*findings, *broken]


def _check_broken(footer: Footer, seal: Entry) -> list[Finding]:
    struct = footer.struct()
    slot = struct.carrier.slot
    assert slot is not None
    finding = check_seal(seal, struct.data, slot.start, footer.offset)
    return [finding.placed("seal", footer.offset)] if finding is not None else []


def _without_duplicates(findings: list[Finding]) -> tuple[Finding, ...]:
    return tuple(dict.fromkeys(findings))
