"""Checks of a footer: its seal, the containers in it, and the offsets that it holds."""

from __future__ import annotations

from dataclasses import dataclass

from inlay.footers.extensions.from_end import check_end
from inlay.footers.extensions.listing import ListedExtension, list_extensions
from inlay.footers.extensions.struct_bytes import DamagedError, StructBytes
from inlay.footers.footer.footer import Footer
from inlay.ground.schema.tree import SchemaTree
from inlay.ground.statements.native_pass import native_names
from inlay.verbs.verify.all_pass import passes_all
from inlay.verbs.verify.footer import check_footer
from inlay.verbs.verify.offsets import check_offsets
from inlay.verbs.verify.problems import check_metadata, other_types_of
from inlay_runtime.finding import Finding


@dataclass(frozen=True, slots=True)
class Verdict:
    """`seal` is `agrees`, `broken`, `none`, `not needed`, `unprotected`, `encrypted` or `signed`."""

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
        seal = "encrypted" if footer.is_encrypted else "signed" if footer.signature else seal
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


def _seal(struct: StructBytes) -> tuple[str, list[Finding]]:
    try:
        if struct.seal() is None:
            return "none", []
        finding = struct.seal_finding()
    except DamagedError as error:
        return "none", [error.finding]
    return ("agrees", []) if finding is None else ("broken", [finding])
