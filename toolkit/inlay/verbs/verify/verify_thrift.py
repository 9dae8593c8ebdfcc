"""Checks of a footer: its seal, the containers in it, and the offsets that it holds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from inlay.footers.extensions.from_end import check_end
from inlay.footers.extensions.listing import ListedExtension, list_extensions
from inlay.footers.extensions.struct_bytes import DamagedError, StructBytes
from inlay.footers.footer.footer import Footer
from inlay.footers.footer.magic import PLAIN
from inlay.ground.schema.tree import SchemaTree
from inlay.ground.statements.native_pass import describe_bounds, native_names, native_passes
from inlay.verbs.verify.footer import check_footer
from inlay.verbs.verify.offsets import check_offsets
from inlay.verbs.verify.problems import check_metadata, other_types_of
from inlay.verbs.verify.schema import ANNOTATION_CHECKS
from inlay.verbs.verify.subjects import PlacedElement
from inlay_runtime.finding import Finding
from inlay_runtime.limits import DEFAULT_LIMITS
from parquet_format.parquet import FileMetaData

if TYPE_CHECKING:
    from inlay.ground.statements.native_checks import Described


@dataclass(frozen=True, slots=True)
class Verdict:
    """`seal` is `agrees`, `broken`, `none`, `not needed`, `unprotected`, `encrypted`, `signed` or `unsigned`."""

    seal: str
    extensions: tuple[ListedExtension, ...]
    findings: tuple[Finding, ...]


def verify_thrift(footer: Footer) -> Verdict:
    """All that can be checked without reading data."""
    struct = footer.struct()
    extensions = tuple(list_extensions(struct))
    findings = [extension.finding for extension in extensions if extension.finding is not None]
    seal, broken = _seal(struct)
    if seal == "none" and not broken:
        seal = _state_of_encryption(footer) or seal
    findings += broken
    findings += check_end(struct)
    if not footer.is_encrypted:
        metadata, offset = footer.metadata, footer.offset
        if passes_all(metadata, footer.thrift, offset):
            findings += check_footer(metadata, offset, but=native_names)
            findings += check_metadata(footer, None)
        else:
            findings += check_offsets(metadata, offset)
            findings += check_footer(metadata, offset)
            findings += check_metadata(footer, SchemaTree(metadata.schema))
    findings += other_types_of(footer)
    return Verdict(seal, extensions, tuple(dict.fromkeys(findings)))


def _state_of_encryption(footer: Footer) -> str:
    """Empty for a file that is not encrypted. One that is has a signature where its footer is in the clear, and takes no seal of ours."""
    if footer.is_sealed:
        return "encrypted"
    if footer.signature:
        return "signed"
    is_clear = footer.magic == PLAIN and not footer.is_encrypted
    return "unsigned" if is_clear and footer.metadata.encryption_algorithm is not None else ""


def _seal(struct: StructBytes) -> tuple[str, list[Finding]]:
    try:
        if struct.seal() is None:
            return "none", []
        finding = struct.seal_finding()
    except DamagedError as error:
        return "none", [error.finding]
    return ("agrees", []) if finding is None else ("broken", [finding])


def passes_all(metadata: FileMetaData, data: bytes, offset: int) -> bool:
    """Whether no check that the native pass makes (`native_names`) finds anything in the footer that begins at `offset` and was
    decoded from `data`: most pass, and nothing has to be decoded then.

    The checks are the specification. Whatever the native pass is not sure of is left to them, and so is every finding.
    """
    if native_passes is None:
        return False
    schema, orders = metadata.schema, metadata.column_orders

    def describe(at: int, leaf: int) -> Described | None:
        """What the annotation of an element means for its bounds; None for one that is wrong."""
        element = schema[at]
        placed = PlacedElement("", element, at == 0)
        if any(check.wrong(placed) is not None for check in ANNOTATION_CHECKS):
            return None
        return describe_bounds(element, orders[leaf] if orders is not None else None)

    passes: bool = native_passes(data, offset, DEFAULT_LIMITS.depth, describe)
    return passes
