"""Checks of a file of any form: its footer, and whether the two footers that it may have agree."""

from __future__ import annotations

from dataclasses import replace

from inlay.containers import SEAL, Entry, Finding
from inlay.extensions.footer_struct import DamagedError, FooterStruct, struct_of
from inlay.extensions.listing import Listed, listed
from inlay.extensions.seal import check_seal
from inlay.extensions.verify import Verdict, verify
from inlay.footer.read import Footer, decode_footer, read_footer
from inlay.footer.source import Source
from inlay.footer.tail import FooterBytes
from inlay.forms.as_footer import read_as_footer
from inlay.forms.life_cycle import flat_thrift
from inlay.forms.tail import Form, Tail, read_tail
from inlay_runtime.append import strip_extension
from inlay_runtime.errors import InlayError


def verify_file(source: Source) -> tuple[Form, Verdict]:
    """All that can be checked without reading data, whatever the form.

    Raises FooterError for a file whose footer cannot be read, OSError for one that cannot be read.
    """
    tail = read_tail(source)
    if tail.form is Form.FINAL:
        return tail.form, verify(read_as_footer(source))
    verdict = verify(read_footer(source))
    findings = [*verdict.findings, *tail.findings]
    if tail.flat is None:
        return tail.form, Verdict(verdict.seal, verdict.extensions, _distinct(findings))
    findings += _disagreements(tail)
    seal, carried, broken = _carried(tail)
    findings += broken
    if seal == "none":
        seal = verdict.seal
    return tail.form, Verdict(seal, (*verdict.extensions, *carried), _distinct(findings))


def _disagreements(tail: Tail) -> list[Finding]:
    from inlay.conversion import compare

    assert tail.flat is not None
    try:
        found = compare(tail.thrift, tail.flat)
    except InlayError as error:
        return [Finding("disagree", tail.offset, f"the two footers cannot be compared: {error}")]
    return [
        Finding("disagree", tail.offset, f"the two footers disagree: {one.what}", one.path)
        for one in found
    ]


def _carried(tail: Tail) -> tuple[str, list[Listed], list[Finding]]:
    """State of the seal, extensions and findings of the slot inside the FlatBuffer.

    The seal there covers the Thrift bytes before the field that holds the FlatBuffer.
    """
    try:
        derived = struct_of(_footer(tail, flat_thrift(tail)))
        entries = derived.entries(derived.carrier)
    except DamagedError as error:
        return "none", [], [error.finding]
    except InlayError:
        return "none", [], []  # which the comparison has reported
    found = [
        replace(one, carrier=replace(one.carrier, path="flatbuffer"))
        for one in listed(derived)
        if one.carrier.is_root
    ]
    findings = [one.finding for one in found if one.finding is not None]
    seal = next((entry for entry in entries if entry.uuid == SEAL), None)
    if seal is None:
        return "none", found, findings
    if strip_extension(derived.data) == tail.plain_thrift:
        finding = derived.seal_finding()
        broken = [finding] if finding is not None else []
        return ("broken" if broken else "agrees"), found, [*findings, *broken]
    broken = _broken(tail, struct_of(_footer(tail, tail.thrift)), seal)
    return ("broken" if broken else "agrees"), found, [*findings, *broken]


def _broken(tail: Tail, struct: FooterStruct, seal: Entry) -> list[Finding]:
    slot = struct.carrier.slot
    assert slot is not None
    finding = check_seal(seal, struct.data, slot.start, tail.offset)
    return [finding.placed("seal", tail.offset)] if finding is not None else []


def _footer(tail: Tail, thrift: bytes) -> Footer:
    return decode_footer(FooterBytes(tail.path, tail.file_size, tail.offset, thrift))


def _distinct(findings: list[Finding]) -> tuple[Finding, ...]:
    return tuple(dict.fromkeys(findings))
