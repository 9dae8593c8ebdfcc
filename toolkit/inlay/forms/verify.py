"""Checks of a file of any form: its footer, and whether the two footers that it may have agree."""

from __future__ import annotations

from typing import Final

from inlay.containers import SEAL, Entry, Finding
from inlay.conversion.plain import plain_struct
from inlay.extensions.listing import Listed
from inlay.extensions.seal import check_seal
from inlay.extensions.struct_bytes import DamagedError, StructBytes, struct_of
from inlay.files.source import Source
from inlay.footer import Footer
from inlay.footer.footer import Footer
from inlay.footer.form import Form
from inlay.footer.read import read_footer
from inlay.forms.as_footer import read_as_footer
from inlay.life_cycle.extension_list import derived_struct, in_slot, unplaced
from inlay.life_cycle.verify_thrift import Verdict, verify
from inlay_runtime.errors import InlayError

NEEDS_NONE: Final = "not needed"
"""The state of a seal that is not there, where a CRC of the FlatBuffer covers all that it would."""


def verify_file(source: Source) -> tuple[Form, Verdict]:
    """All that can be checked without reading data, whatever the form.

    Raises FooterError for a file whose footer cannot be read, OSError for one that cannot be read.
    """
    tail = read_footer(source)
    footer = read_as_footer(source)
    verdict = verify(footer)
    said = {(one.code, one.offset) for one in verdict.findings}
    findings = [one for one in footer.findings if (one.code, one.offset) not in said]
    findings += verdict.findings
    if tail.flatbuffer is None or tail.form is Form.ENCRYPTED:
        return tail.form, Verdict(verdict.seal, verdict.extensions, _distinct(findings))
    if footer.is_derived:
        findings += _against_itself(tail, footer)
        found = unplaced(verdict.extensions)
        return tail.form, Verdict(_seal(tail, verdict.seal), tuple(found), _distinct(findings))
    derived = _derived(tail)
    findings += disagreements(tail, derived)
    seal, carried, broken = _carried(tail, struct_of(footer), derived)
    findings += broken
    if seal == "none":
        seal = verdict.seal
    extensions = (*verdict.extensions, *carried)
    return tail.form, Verdict(_seal(tail, seal), extensions, _distinct(findings))


def _seal(tail: Footer, state: str) -> str:
    """The state of the seal; a final footer is under a CRC as a whole, and so is Thrift that is vouched for."""
    is_covered = tail.form is Form.FINAL or tail.flat.agrees
    return NEEDS_NONE if state == "none" and is_covered else state


def _against_itself(tail: Footer, footer: Footer) -> list[Finding]:
    """Of a footer made from the FlatBuffer: the slots that a reader of the proposal believes, and the Thrift
    beside it, if that can be compared."""
    data = footer.data
    found = _disagreements(tail, data, "the FlatBuffer disagrees with itself", data)
    return found + (disagreements(tail) if tail.own_thrift else [])


def disagreements(tail: Footer, derived: StructBytes | None = None) -> list[Finding]:
    """Every field in which the two footers of a file differ; `derived` is what the FlatBuffer stands
    for, where that is known already."""
    data = derived.data if derived is not None else None
    return _disagreements(tail, tail.plain_thrift, "the two footers disagree", data)


def _derived(tail: Footer) -> StructBytes | None:
    """None for a FlatBuffer that stands for nothing; why, the comparison reports."""
    try:
        return derived_struct(tail)
    except InlayError:
        return None


def _disagreements(tail: Footer, thrift: bytes, said: str, derived: bytes | None) -> list[Finding]:
    from inlay.conversion import compare
    from inlay.conversion.collector import collector_paused

    assert tail.flatbuffer is not None
    try:
        with collector_paused():
            found = compare(thrift, tail.flatbuffer, derived=derived, buffer=tail.flat.data)
    except InlayError as error:
        return [Finding("disagree", tail.offset, f"the two footers cannot be compared: {error}")]
    return [Finding("disagree", tail.offset, f"{said}: {one.what}", one.path) for one in found]


def _carried(
    tail: Footer, struct: StructBytes, derived: StructBytes | None
) -> tuple[str, list[Listed], list[Finding]]:
    """State of the seal, extensions and findings of the slot inside the FlatBuffer.

    The seal there covers the Thrift bytes before the field that holds the FlatBuffer.
    """
    if derived is None:
        return "none", [], []
    found = in_slot(derived)
    findings = [one.finding for one in found if one.finding is not None]
    try:
        entries = derived.entries(derived.carrier)
    except DamagedError:
        return "none", found, findings
    seal = next((entry for entry in entries if entry.uuid == SEAL), None)
    if seal is None:
        return "none", found, findings
    if plain_struct(derived.data) == tail.plain_thrift:
        finding = derived.seal_finding()
        broken = [finding] if finding is not None else []
        return ("broken" if broken else "agrees"), found, [*findings, *broken]
    broken = _broken(tail, struct, seal)
    return ("broken" if broken else "agrees"), found, [*findings, *broken]


def _broken(tail: Footer, struct: StructBytes, seal: Entry) -> list[Finding]:
    slot = struct.carrier.slot
    assert slot is not None
    finding = check_seal(seal, struct.data, slot.start, tail.offset)
    return [finding.placed("seal", tail.offset)] if finding is not None else []


def _distinct(findings: list[Finding]) -> tuple[Finding, ...]:
    return tuple(dict.fromkeys(findings))
