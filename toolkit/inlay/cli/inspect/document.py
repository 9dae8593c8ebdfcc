"""A footer as a tree that a person reads."""

from __future__ import annotations

import os

from inlay.cli.inspect.find_places import places_of
from inlay.cli.inspect.footer_places import ByteRange, FlatPlace, FooterPlaces
from inlay.cli.inspect.key_metadata import format_key_metadata
from inlay.cli.inspect.leftover_sections import add_extensions, add_key_values, add_unknown
from inlay.cli.inspect.limits import ReportLimits, tell_more
from inlay.cli.inspect.outline import Branch
from inlay.cli.inspect.row_group_section import add_row_groups
from inlay.cli.inspect.schema_section import add_schema
from inlay.cli.inspect.words import Words
from inlay.footers.footer.footer import Footer
from inlay.footers.footer.undeclared import find_undeclared
from inlay.ground.schema.tree import SchemaTree
from inlay.ground.wording.amounts import count, format_size
from inlay.ground.wording.printable import escape_unprintable, format_bytes, shorten
from inlay.verbs.verify.problems import other_types_of, problems_of
from inlay_runtime.union import UnknownVariant
from parquet_format.parquet import (
    ENCRYPTION_ALGORITHM,
    EncryptionAlgorithm,
    FileCryptoMetaData,
    FileMetaData,
)

MOST_VALUE = 300
NAME_WIDTH = len("FileMetaData") + 2


def document_footer(footer: Footer, limits: ReportLimits, name: str | None = None) -> Branch:
    """Raises FooterError for a footer that cannot be decoded."""
    tree = Branch(_headline(footer.validate(), name or os.path.basename(footer.path.rstrip("/"))))
    _add_places(tree, places_of(footer), footer)
    for finding in footer.findings:
        tree.add(Words(f"finding: {escape_unprintable(str(finding))}", "red"))
    if footer.crypto is not None:
        _add_crypto(tree, footer, footer.crypto)
    if not footer.is_encrypted:
        _add_metadata(tree, footer, footer.metadata, limits)
    return tree


def _headline(footer: Footer, name: str) -> Words:
    line = Words(escape_unprintable(name), "bold")
    line.append(f"  {count(footer.file_size, 'byte')}")
    return line


def _add_places(tree: Branch, places: FooterPlaces, footer: Footer) -> None:
    line = f"{places.form} ({places.magic.decode('ascii', 'backslashreplace')}), {_extent(places.footer)}"
    _add_line(tree, "footer", f"{line}; signed" if footer.signature else line)
    if places.is_protected is not None:
        said = "CRCs vouch for it" if places.is_protected else "no CRC: damage may go unnoticed"
        _add_line(tree, "protection", said)
    second, name = places.flatbuffer, "FlatBuffer"
    if places.beside is not None:
        second, name = places.beside, "design"
    if second is None:
        return
    if places.thrift is not None:
        _add_line(tree, "Thrift", _extent(places.thrift))
    _add_line(tree, name, _flat(second))
    if places.agree is not None:
        read = "Thrift" if places.is_thrift_read else name
        said = (
            "agree"
            if places.agree
            else f"disagree (`inlay verify` lists the fields); the {read} is read"
        )
        _add_line(tree, "two footers", said)


def _extent(extent: ByteRange) -> str:
    return f"{count(extent.length, 'byte')} at offset {extent.offset:,}"


def _flat(part: FlatPlace) -> str:
    where = f", {_extent(part.extent)}" if part.extent is not None else ""
    state = "its CRCs agree" if part.crc_agrees else "damaged"
    return f"{part.schema}{where}; {state}"


def _add_metadata(
    tree: Branch, footer: Footer, metadata: FileMetaData, limits: ReportLimits
) -> None:
    schema = SchemaTree(metadata.schema)
    if metadata.created_by is not None:
        _add_line(tree, "created by", metadata.created_by)
    _add_line(tree, "version", str(metadata.version))
    _add_line(tree, "rows", _rows(metadata, schema))
    if metadata.encryption_algorithm is not None:
        _add_line(tree, "encryption", _algorithm(metadata.encryption_algorithm))
    if metadata.footer_signing_key_metadata is not None:
        words = format_key_metadata(metadata.footer_signing_key_metadata)
        _add_line(tree, "signing key", words)
    if footer.signature:
        shown = format_bytes(footer.signature, len(footer.signature))
        _add_line(tree, "signature", shown)
    for problem in problems_of(footer, schema):
        tree.add(Words(f"problem: {escape_unprintable(problem)}", "red"))
    _add_other_types(tree, footer, limits)
    add_schema(tree, schema, metadata.column_orders or [], limits)
    add_row_groups(tree, metadata, schema, limits)
    if metadata.key_value_metadata:
        add_key_values(tree, metadata.key_value_metadata, limits)
    _add_survey(tree, footer, metadata, limits)


def _add_crypto(tree: Branch, footer: Footer, crypto: FileCryptoMetaData) -> None:
    _add_line(tree, "encryption", _algorithm(crypto.encryption_algorithm))
    if crypto.key_metadata is not None:
        _add_line(tree, "key metadata", format_key_metadata(crypto.key_metadata))
    if not footer.is_encrypted:
        return
    needs = "encrypted: schema and row groups need the footer key"
    _add_line(tree, "FileMetaData", f"{count(len(footer.ciphertext), 'byte')}, {needs}")
    _add_other_types(tree, footer, ReportLimits())
    _add_survey(tree, footer, crypto, ReportLimits())


def _add_other_types(tree: Branch, footer: Footer, limits: ReportLimits) -> None:
    findings = other_types_of(footer)
    for finding in findings[: limits.lines]:
        tree.add(Words(f"problem: {escape_unprintable(str(finding))}", "red"))
    if len(findings) > limits.lines:
        tree.add(Words(tell_more(len(findings) - limits.lines, "problem"), "dim"))


def _add_survey(
    tree: Branch, footer: Footer, root: FileMetaData | FileCryptoMetaData, limits: ReportLimits
) -> None:
    undeclared = find_undeclared(root, footer.signature, footer.thrift)
    if undeclared.extensions:
        add_extensions(tree, undeclared.extensions, limits)
    if undeclared.unknown:
        add_unknown(tree, undeclared.unknown, limits)


def _rows(metadata: FileMetaData, schema: SchemaTree) -> str:
    groups = count(len(metadata.row_groups), "row group")
    columns = count(len(schema.leaves), "column")
    stored = sum(group.total_byte_size for group in metadata.row_groups)
    return f"{metadata.num_rows:,} in {groups} of {columns}, {format_size(stored)}"


def _algorithm(algorithm: EncryptionAlgorithm) -> str:
    if isinstance(algorithm, UnknownVariant):
        return f"UNKNOWN_{algorithm.field_id}"
    parts = [next(row.name for row in ENCRYPTION_ALGORITHM.fields if row.type is type(algorithm))]
    if algorithm.aad_prefix is not None:
        parts.append(f"AAD prefix {format_bytes(algorithm.aad_prefix, 32)}")
    if algorithm.supply_aad_prefix:
        parts.append("readers must supply the AAD prefix")
    return ", ".join(parts)


def _add_line(tree: Branch, name: str, value: str) -> None:
    line = Words(f"{name:<{NAME_WIDTH}}", "dim")
    line.append(shorten(value, MOST_VALUE))
    tree.add(line)
