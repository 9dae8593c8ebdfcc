"""Whether the two footers of a file say the same.

What a footer of ours was made from is known to the byte, so the bytes are compared, and the values if
these differ. Besides, of every footer, the slots of the proposal are: ours do not need all of them to go
back, and other readers believe them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, TypeAlias

from inlay.footers.conversion import prototype, v0, v1
from inlay.footers.conversion.bounds_policy import choose_bounds_policies
from inlay.footers.conversion.building import build
from inlay.footers.conversion.chunk_statistics import is_fully_dict_encoded
from inlay.footers.conversion.chunks import iterate_flat_columns
from inlay.footers.conversion.errors import ConversionError, EditScriptError
from inlay.footers.conversion.foreign_bounds import settle_statistics
from inlay.footers.conversion.from_flat import flat_to_thrift
from inlay.footers.conversion.from_thrift import slots_of
from inlay.footers.conversion.record_differences import Sides, compare_records, disagreement
from inlay.footers.conversion.sharing import encode
from inlay.footers.conversion.statistics import find_common_prefix
from inlay.footers.conversion.v0_slots import project_to_v0, v0_to_v1, v1_to_v0
from inlay.footers.conversion.without_extension import without_extension
from inlay_runtime.crc import crc32
from inlay_runtime.errors import DecodeError, EncodeError
from inlay_runtime.finding import Finding
from parquet_format import footer, footer_prototype, footer_v0, parquet

FlatMetaData: TypeAlias = (
    footer.FileMetaData | footer_v0.FileMetaData | footer_prototype.FileMetaData
)

_SIDES: Final = Sides("Thrift", "the FlatBuffer")


def compare(
    thrift_bytes: bytes,
    flat: FlatMetaData,
    *,
    derived: bytes | None = None,
    buffer: bytes | None = None,
) -> list[Finding]:
    """Empty if the Thrift footer and the FlatBuffer agree. `derived` is what a FlatBuffer of ours leads
    back to, where that is known already. `buffer` is the verified one that `flat` was read from, if it was not
    changed since: one that is as ours are is not looked into.

    The extension of the outermost struct is left out of account, for in a file with both it is the
    FlatBuffer; and so is what follows that struct, for only the FlatBuffer keeps it. Raises DecodeError or ExtensionError for bytes that are not a Thrift footer.
    """
    plain = without_extension(thrift_bytes)
    thrift = parquet.FileMetaData.decode(plain)
    findings: list[Finding] = []
    try:
        if _has_all_of_thrift(flat):
            findings += _of_bytes(
                plain, thrift, lambda: _thrift_of(flat, buffer) if derived is None else derived
            )
        if not findings and not _is_as_ours_are(plain, thrift, flat, buffer):
            findings += _of_what_is_seen(thrift, _at_once(flat, buffer))
        if not findings:
            findings += _of_crc(plain, flat)
    except EditScriptError as error:
        findings.append(disagreement(error.path, error.reason))
        findings += _despite_remainder(thrift, _at_once(flat, buffer))
    except (ConversionError, EncodeError, DecodeError) as error:
        findings.append(disagreement(error.path, error.reason))
    return findings


def _has_all_of_thrift(flat: FlatMetaData) -> bool:
    if isinstance(flat, footer_v0.FileMetaData):
        return flat.remainder_ is not None
    return isinstance(flat, footer.FileMetaData)


def _thrift_of(flat: FlatMetaData, buffer: bytes | None) -> bytes:
    if isinstance(flat, footer_v0.FileMetaData):
        return v0.to_thrift(flat, buffer=buffer)
    assert isinstance(flat, footer.FileMetaData)
    return v1.to_thrift(flat, buffer=buffer)


def _at_once(flat: FlatMetaData, buffer: bytes | None) -> FlatMetaData:
    """What is lazy, decoded: all of it is looked at."""
    return flat if buffer is None else type(flat).decode(buffer, eager=True)


def _is_as_ours_are(
    plain: bytes, thrift: parquet.FileMetaData, flat: FlatMetaData, buffer: bytes | None
) -> bool:
    """Whether the buffer has the very bytes that we would write; what the Thrift beside it cannot have, it may."""
    if buffer is None or isinstance(flat, footer_prototype.FileMetaData):
        return False
    built = build(type(flat), plain)
    if built is not None:
        _give_own(flat, built.root)
        ours = built.encode()
        if ours is not None:
            return ours == buffer
    try:
        root = slots_of(thrift)
        own = v1_to_v0(root) if isinstance(flat, footer_v0.FileMetaData) else root
        _give_own(flat, own)
        return encode(own) == buffer
    except (ConversionError, EncodeError):
        return False


def _give_own(flat: footer.FileMetaData | footer_v0.FileMetaData, ours: Any) -> None:
    """What only the FlatBuffer has."""
    ours.remainder_ = flat.remainder_
    if isinstance(flat, footer.FileMetaData):
        ours.thrift_crc, ours.trailing = flat.thrift_crc, flat.trailing
        ours.extension, ours.extension_header = flat.extension, flat.extension_header


def _of_bytes(
    plain: bytes, thrift: parquet.FileMetaData, to_thrift: Callable[[], bytes]
) -> list[Finding]:
    """What a footer that has all of Thrift leads back to."""
    derived = without_extension(to_thrift())
    if derived == plain:
        return []
    struct = parquet.FileMetaData.decode(derived, eager=True)
    at = len(find_common_prefix(plain, derived))
    other_bytes = disagreement("", f"the same values, and other bytes from offset {at} on")
    return list(compare_records(thrift, struct, _SIDES)) or [other_bytes]


def _of_crc(plain: bytes, flat: FlatMetaData) -> list[Finding]:
    """A FlatBuffer that vouches for another struct than the one it stands for."""
    crc = thrift_crc_of(flat)
    if crc is None or crc == crc32(plain):
        return []
    return [disagreement("thrift_crc", "the CRC is not that of the Thrift footer")]


def thrift_crc_of(flat: FlatMetaData) -> int | None:
    """The CRC by which a FlatBuffer vouches for the Thrift struct beside it; None if it does not."""
    match flat:
        case footer.FileMetaData():
            return flat.thrift_crc
        case footer_v0.FileMetaData():
            return v0.thrift_crc_of(flat)
        case footer_prototype.FileMetaData():
            return None


def _despite_remainder(thrift: parquet.FileMetaData, flat: FlatMetaData) -> list[Finding]:
    try:
        return _of_what_is_seen(thrift, flat)
    except (ConversionError, EncodeError) as error:
        return [disagreement(error.path, error.reason)]


def _of_what_is_seen(thrift: parquet.FileMetaData, flat: FlatMetaData) -> list[Finding]:
    """What the schema of `flat` can say of the Thrift footer, against what it does say. A footer of ours
    says the same in the same bytes, and then nothing has to be looked at."""
    match flat:
        case footer.FileMetaData():
            expected, seen = project_to_v0(slots_of(thrift)), project_to_v0(flat)
        case footer_v0.FileMetaData():
            expected, seen = v1_to_v0(slots_of(thrift)), project_to_v0(flat)
        case footer_prototype.FileMetaData():
            ours = prototype.prototype_to_v1(prototype.from_struct(thrift))
            return list(_of_slots(thrift, ours, prototype.prototype_to_v1(flat)))
    if _have_the_same_bytes(expected, seen):
        return []
    return list(_of_slots(thrift, v0_to_v1(expected), v0_to_v1(seen)))


def _have_the_same_bytes(first: footer_v0.FileMetaData, second: footer_v0.FileMetaData) -> bool:
    try:
        return first.encode() == second.encode()
    except EncodeError:  # one holds what only a newer schema has, or has no place in a buffer
        return False


def _of_slots(
    thrift: parquet.FileMetaData, expected: footer.FileMetaData, seen: footer.FileMetaData
) -> Iterator[Finding]:
    schema = expected.schema or []
    leaves = [at for at, element in enumerate(schema) if element.type is not None]
    policies = choose_bounds_policies(schema, leaves, are_ordered_apart=False)
    ours, theirs = flat_to_thrift(expected), flat_to_thrift(seen)
    settle_statistics(thrift, ours, theirs, policies)
    yield from compare_records(ours, theirs, _SIDES)
    yield from _dictionary_flags(thrift, seen)


def _dictionary_flags(thrift: parquet.FileMetaData, seen: footer.FileMetaData) -> Iterator[Finding]:
    """Columns that are said to be dictionary-encoded throughout, and are not known to be."""
    chunks = [chunk.meta_data for group in thrift.row_groups for chunk in group.columns]
    flags = [metadata.is_fully_dict_encoded for _, metadata in iterate_flat_columns(seen)]
    known = [metadata for metadata in chunks if metadata is not None]
    if len(known) != len(flags):
        return  # which has been reported
    for at, (metadata, flag) in enumerate(zip(known, flags, strict=True)):
        if flag and not is_fully_dict_encoded(metadata):
            what = "set, and Thrift does not say that every data page is"
            yield disagreement(f"column chunk {at}, is_fully_dict_encoded", what)
