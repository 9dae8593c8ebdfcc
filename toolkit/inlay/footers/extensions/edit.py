"""Extensions added to and taken from the bytes of a footer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final
from uuid import UUID

from inlay.footers.containers import ENVELOPE, INDEX, SEAL, Entry, Registry, identify, payload_of
from inlay.footers.extensions.absent import explain_absent
from inlay.footers.extensions.budget import check_size
from inlay.footers.extensions.carrier import Carrier
from inlay.footers.extensions.compose import with_entry, without_entry
from inlay.footers.extensions.index import build_index_entry
from inlay.footers.extensions.renew import renew_entries
from inlay.footers.extensions.shapes import CarrierKind
from inlay.footers.extensions.splice import with_payload, without_payload
from inlay.footers.extensions.struct_bytes import DamagedError, StructBytes
from inlay.ground.refusals import RefusedError
from inlay.ground.wording.amounts import count
from inlay_runtime.errors import ExtensionError
from inlay_runtime.extension import Header
from inlay_runtime.wire_types import STOP


@dataclass(frozen=True, slots=True)
class ExtensionEdit:
    """`footer` is the whole new footer; `carrier` the struct as it was, `entry` what came or went.

    `place` says where, if the carrier does not; `renewed` names the extensions of the footer that were made anew; `before` are edits of
    the same step that went before it.
    """

    footer: bytes
    carrier: Carrier
    entry: Entry
    header: Header
    warnings: tuple[str, ...] = ()
    renewed: tuple[str, ...] = ()
    place: str = ""
    before: tuple[ExtensionEdit, ...] = ()


@dataclass(frozen=True, slots=True)
class Options:
    """What whoever appends has a say in. `header` is the spelling of a new field; none: the struct's."""

    header: Header | None = None
    replace: bool = False
    allow: frozenset[str] = frozenset()


DEFAULT = Options()


def append(
    struct: StructBytes, entry: Entry, at: str = "", options: Options = DEFAULT
) -> ExtensionEdit:
    """Puts an extension into the struct that `at` names, in an envelope with what may stand beside it.

    Raises FooterPathError, RefusedError, ExtensionError, and DamagedError where the footer's seal is broken.
    """
    if entry.uuid in (SEAL, INDEX, ENVELOPE):
        reason = "only inlay writes seals, indexes and envelopes: their payloads cannot be appended"
        raise RefusedError("made-by-inlay", reason)
    _refuse_footer(entry, struct.registry)
    carrier = struct.locate(at)
    warnings = _check_carrier(carrier, options.allow)
    entries = with_entry(
        struct.entries(carrier),
        entry,
        struct.registry,
        replace=options.replace,
        envelope="envelope" in options.allow,
    )
    header = _header(struct, carrier, options.header)
    payload = payload_of(entries) or b""
    warnings += check_size("the payload", len(payload), options.allow)
    _require_seal_intact(struct)
    changed = struct.with_data(with_payload(struct.data, carrier, payload, header))
    footer, renewed = _renew(changed, carrier)
    return ExtensionEdit(footer, carrier, entry, header, tuple(warnings), renewed)


def strip(
    struct: StructBytes, uuid: UUID | None = None, at: str = "", *, raw: bool = False
) -> ExtensionEdit:
    """Takes one extension out of the struct that `at` names; the others there stay."""
    carrier = struct.locate(at)
    if carrier.slot is None:
        raise explain_absent(struct, carrier)
    entry, left = without_entry(struct.entries(carrier), uuid, struct.registry, raw=raw)
    if entry.uuid != SEAL:
        _require_seal_intact(struct)
    named = Entry(entry.uuid or uuid, entry.payload)
    payload = payload_of(left)
    if payload is None:
        data = without_payload(struct.data, carrier)
    else:
        data = with_payload(struct.data, carrier, payload, carrier.slot.header)
    footer, renewed = _renew(struct.with_data(data), carrier)
    return ExtensionEdit(footer, carrier, named, carrier.slot.header, renewed=renewed)


def seal(struct: StructBytes, options: Options = DEFAULT) -> ExtensionEdit | None:
    """Seals the footer; None if it has a seal that agrees. A broken one is an error unless replaced."""
    if struct.seal() is not None and not options.replace:
        _require_seal_intact(struct)
        return None
    carrier = struct.carrier
    header = _header(struct, carrier, options.header)
    before = carrier.slot.start if carrier.slot is not None else _new_field(carrier, header)
    entries = with_entry(
        struct.entries(carrier),
        struct.new_seal(before),
        struct.registry,
        replace=options.replace,
        envelope="envelope" in options.allow,
    )
    footer = with_payload(struct.data, carrier, payload_of(entries) or b"", header)
    _require_last(struct.with_data(footer))
    return ExtensionEdit(footer, carrier, entries[-1], header)


def add_index(struct: StructBytes, options: Options = DEFAULT) -> ExtensionEdit | None:
    """Puts an index of the footer into it, in place of one that is there; None if that is as it would be written.

    Raises CannotIndexError, RefusedError, and DamagedError where the footer's seal is broken.
    """
    _require_seal_intact(struct)
    carrier = struct.carrier
    there = struct.entries(carrier)
    entry = build_index_entry(struct.data)
    if entry in there:
        return None
    header = _header(struct, carrier, options.header)
    entries = with_entry(
        there, entry, struct.registry, replace=True, envelope="envelope" in options.allow
    )
    payload = payload_of(entries) or b""
    warnings = check_size("the payload", len(payload), options.allow)
    footer = with_payload(struct.data, carrier, payload, header)
    return ExtensionEdit(footer, carrier, entry, header, tuple(warnings))


def _refuse_footer(entry: Entry, registry: Registry) -> None:
    """Two footers of a file have to agree, which bytes that are given need not."""
    uuid = entry.uuid or identify(entry.payload, registry)
    known = registry.get(uuid)
    if known is not None and known.is_footer:
        raise RefusedError(
            known.name,
            f"a {known.name} is a second footer, and has to agree with the first: it is made by `inlay footer`, "
            "and cannot be given",
        )


def _new_field(carrier: Carrier, header: Header) -> int:
    """Where the header of a new extension of this struct begins."""
    return carrier.end if header is Header.TRAILING else carrier.end - 1


def _header(struct: StructBytes, carrier: Carrier, wanted: Header | None) -> Header:
    if carrier.slot is not None:
        header = carrier.slot.header
        if wanted not in (None, header):
            raise ExtensionError(f"the slot has a {header.value} header, and a rewrite keeps it")
        return header
    if wanted is Header.TRAILING and not carrier.is_root:
        raise ExtensionError("only the footer struct can have a trailing extension")
    if wanted is Header.TRAILING and carrier.end < len(struct.data):
        extra = len(struct.data) - carrier.end
        raise ExtensionError(
            f"{count(extra, 'byte follows', 'bytes follow')} the footer struct: nothing can trail it"
        )
    return wanted or carrier.shape.header


def _check_carrier(carrier: Carrier, allow: frozenset[str]) -> list[str]:
    failing = list_failing_readers(carrier)
    if carrier.kind is not CarrierKind.STRUCT and carrier.kind.value not in allow:
        noun = "a union" if carrier.kind is CarrierKind.UNION else "an empty struct"
        raise RefusedError(
            carrier.kind.value,
            f"{carrier.shown} is {noun}: with an extension in it, {join_names(failing)} "
            "cannot read the file",
            f"--allow {carrier.kind.value}",
        )
    if failing:
        return [
            f"{join_names(failing)} cannot read a file with an extension in {carrier.shape.name}"
        ]
    return []


def _require_seal_intact(struct: StructBytes) -> None:
    finding = struct.seal_finding()
    if finding is not None:
        raise DamagedError(finding)


def _require_last(struct: StructBytes) -> None:
    """Nothing behind the seal but a stop byte."""
    carrier = struct.carrier
    slot = carrier.slot
    stop = struct.data[slot.end] if slot is not None else STOP
    if stop & 0x0F == STOP and stop != STOP:
        raise RefusedError(
            "stop-byte",
            f"the footer ends in the stop byte 0x{stop:02x}, of which half says nothing; a seal vouches for no byte "
            "behind it, so it has to be 0x00",
        )
    if slot is None or stop != STOP:
        raise ExtensionError(
            "the extension is not the last field of the footer, so a seal would not cover all of it"
        )


def _renew(struct: StructBytes, edited: Carrier) -> tuple[bytes, tuple[str, ...]]:
    """With what depends on the bytes before the extension made anew, where those have changed."""
    if edited.is_root:
        return struct.data, ()
    return renew_entries(struct)


_FASTPARQUET_READS: Final = {"FileMetaData"}
"""And whatever it reads by luck is not read: `docs/reader_matrix.md`."""


def list_failing_readers(carrier: Carrier) -> list[str]:
    """Readers that cannot read a file in which `carrier` has an extension."""
    failing: list[str] = []
    if carrier.kind is not CarrierKind.STRUCT:
        failing.append("parquet-rs")
    if carrier.kind is CarrierKind.UNION:
        failing.append("parquet-java")
    if carrier.shape.name not in _FASTPARQUET_READS:
        failing.append("fastparquet")
    return failing


def join_names(names: list[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))
