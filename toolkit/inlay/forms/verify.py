"""Checks of a file of any form: its footer, and whether the two footers that it may have agree."""

from __future__ import annotations

from inlay.containers import SEAL, Entry, Finding
from inlay.conversion.plain import plain_struct
from inlay.extensions.footer_struct import DamagedError, FooterStruct, struct_of
from inlay.extensions.listing import Listed
from inlay.extensions.seal import check_seal
from inlay.extensions.verify import Verdict, verify
from inlay.footer.read import read_footer
from inlay.footer.source import Source
from inlay.forms.as_footer import read_as_footer
from inlay.forms.extensions import derived_struct, in_slot, unplaced
from inlay.forms.tail import Form, Tail, read_tail
from inlay_runtime.errors import InlayError


def verify_file(source: Source) -> tuple[Form, Verdict]:
    """All that can be checked without reading data, whatever the form.

    Raises FooterError for a file whose footer cannot be read, OSError for one that cannot be read.
    """
    tail = read_tail(source)
    if tail.form is Form.FINAL:
        footer = read_as_footer(source)
        verdict = verify(footer)
        data = footer.source.data
        findings = _disagreements(tail, data, "the FlatBuffer disagrees with itself", data)
        found = unplaced(verdict.extensions)
        return tail.form, Verdict(
            verdict.seal, tuple(found), _distinct([*verdict.findings, *findings])
        )
    footer = read_footer(source)
    verdict = verify(footer)
    said = {(one.code, one.offset) for one in verdict.findings}
    unsaid = [one for one in tail.findings if (one.code, one.offset) not in said]
    findings = [*verdict.findings, *unsaid]
    if tail.flat is None:
        return tail.form, Verdict(verdict.seal, verdict.extensions, _distinct(findings))
    derived = _derived(tail)
    findings += disagreements(tail, derived)
    seal, carried, broken = _carried(tail, struct_of(footer), derived)
    findings += broken
    if seal == "none":
        seal = verdict.seal
    return tail.form, Verdict(seal, (*verdict.extensions, *carried), _distinct(findings))


def disagreements(tail: Tail, derived: FooterStruct | None = None) -> list[Finding]:
    """Every field in which the two footers of a file differ; `derived` is what the FlatBuffer stands
    for, where that is known already."""
    data = derived.data if derived is not None else None
    return _disagreements(tail, tail.thrift, "the two footers disagree", data)


def _derived(tail: Tail) -> FooterStruct | None:
    """None for a FlatBuffer that stands for nothing; why, the comparison reports."""
    try:
        return derived_struct(tail)
    except InlayError:
        return None


def _disagreements(tail: Tail, thrift: bytes, said: str, derived: bytes | None) -> list[Finding]:
    from inlay.conversion import compare

    assert tail.flat is not None
    try:
        found = compare(thrift, tail.flat, derived=derived)
    except InlayError as error:
        return [Finding("disagree", tail.offset, f"the two footers cannot be compared: {error}")]
    return [Finding("disagree", tail.offset, f"{said}: {one.what}", one.path) for one in found]


def _carried(
    tail: Tail, struct: FooterStruct, derived: FooterStruct | None
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


def _broken(tail: Tail, struct: FooterStruct, seal: Entry) -> list[Finding]:
    slot = struct.carrier.slot
    assert slot is not None
    finding = check_seal(seal, struct.data, slot.start, tail.offset)
    return [finding.placed("seal", tail.offset)] if finding is not None else []


def _distinct(findings: list[Finding]) -> tuple[Finding, ...]:
    return tuple(dict.fromkeys(findings))
