"""Extensions: tables that say by attributes of which Parquet extension they are the payload.

    table Provenance (
        inlay_uuid: "8f3c1c5e-...",
        inlay_extends: "parquet.ColumnMetaData",
        inlay_trailer: "uuid_last"
    ) { ... }

    root_type Provenance;

A payload is a buffer, so its table is the root type of the file, and a file declares one extension. The
attributes are declared like any of a user's own, so that flatc reads the file, too.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterator, Mapping
from dataclasses import replace

from inlayc.base.diagnostics import Diagnostic, Related, find_closest
from inlayc.base.source import Span
from inlayc.frontends.flatbuffers import syntax
from inlayc.frontends.flatbuffers.resolve.carriers import Carriers, find_owner
from inlayc.frontends.flatbuffers.resolve.counterpart_names import OF_FIELDS, OF_TABLES, OF_UNIONS
from inlayc.frontends.flatbuffers.resolve.metadata import find, iterate_metadata, span_of_value
from inlayc.frontends.flatbuffers.resolve.names import Symbol
from inlayc.frontends.flatbuffers.resolve.tolerances import TOLERANCES
from inlayc.frontends.flatbuffers.resolve.types import Types
from inlayc.frontends.resolve.report import Report
from inlayc.model.schema import ExtensionDeclaration, Kind, Named, Schema

UUID, EXTENDS, TRAILER = "inlay_uuid", "inlay_extends", "inlay_trailer"
_OF_TABLES = (UUID, EXTENDS, TRAILER)

TRAILERS = ("spec", "arrow_prototype", "uuid_first", "uuid_last")
"""How a payload ends; without `inlay_trailer` it is as the specification has it."""

_PREFIX = "inlay_"
_UUID = re.compile(r"[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}")
_STRUCT = re.compile(r"([A-Za-z_]\w*)\.([A-Za-z_]\w*)", re.ASCII)


def resolve_extensions(
    types: Types, roots: Mapping[str, Named], others: Schema | None, report: Report
) -> None:
    """Give the tables that declare one their `extension`."""
    reading = _Reading(others, report)
    for symbol in types.names.symbols():
        node = symbol.node
        is_table = isinstance(node, syntax.TableNode) and node.kind is Kind.TABLE
        for metadatum in _misplaced(node, is_table=is_table):
            reading.misplaced(metadatum)
        if not is_table:
            continue
        extension = reading.declaration(symbol)
        if extension is not None:
            types.structs[symbol.named] = replace(types.structs[symbol.named], extension=extension)
            if roots.get(symbol.named.module) != symbol.named:
                message = f"extension `{node.name.text}` is not the root type of its file"
                label = "a payload is a buffer with this table at its root"
                help_ = f"add `root_type {node.name.text};`"
                report.add(
                    Diagnostic("extension-not-root", message, node.name.span, label, help=help_)
                )


def _misplaced(node: syntax.DefinitionNode, *, is_table: bool) -> Iterator[syntax.Metadatum]:
    """Attributes of ours on something that is not a table, and those that mean nothing."""
    of_node: tuple[str, ...] = OF_UNIONS if isinstance(node, syntax.UnionNode) else ()
    of_parts: tuple[str, ...] = ()
    if is_table:
        of_node, of_parts = (*_OF_TABLES, *OF_TABLES), (*TOLERANCES, *OF_FIELDS)
    for metadata in iterate_metadata(node):
        for metadatum in metadata:
            name = metadatum.name.text
            known = of_node if metadata is node.metadata else of_parts
            if name.startswith(_PREFIX) and name not in known:
                yield metadatum


class _Reading:
    def __init__(self, others: Schema | None, report: Report) -> None:
        self._carriers = Carriers(others)
        self._report = report
        self._first: dict[uuid.UUID, Span] = {}

    def misplaced(self, metadatum: syntax.Metadatum) -> None:
        name = metadatum.name
        if name.text in _OF_TABLES:
            message = f"`{name.text}` on something that is not a table"
            label = "an extension is declared on the table that is its payload"
            self._report.add(Diagnostic("extension-misplaced", message, name.span, label))
        elif name.text in OF_TABLES:
            message = f"`{name.text}` on what has no counterpart"
            label = "it is for tables; `inlay_thrift` is for unions and fields of tables, too"
            self._report.add(Diagnostic("attribute-misplaced", message, name.span, label))
        elif name.text in (*TOLERANCES, *OF_FIELDS):
            message = f"`{name.text}` on something that is not a field of a table"
            label = "it says how one field is read"
            self._report.add(Diagnostic("attribute-misplaced", message, name.span, label))
        else:
            message = f"`{name.text}` has no meaning"
            label = f"names that begin with `{_PREFIX}` are reserved for this compiler"
            help_ = find_closest(name.text, (*_OF_TABLES, *OF_TABLES, *TOLERANCES, *OF_FIELDS))
            self._report.add(
                Diagnostic("extension-attribute", message, name.span, label, help=help_)
            )

    def declaration(self, symbol: Symbol) -> ExtensionDeclaration | None:
        """What the attributes of a table declare, or None if nothing, or after a report."""
        node = symbol.node
        given = {
            name: metadatum
            for name in (UUID, EXTENDS, TRAILER)
            if (metadatum := find(node.metadata, name)) is not None
        }
        if not given:
            return None
        if UUID not in given:
            message = f"extension `{node.name.text}` has no UUID"
            label = "implementers MUST put enough unique state in, says the extension document"
            help_ = f'add `{UUID}: "..."`, with a UUID made for this extension alone'
            first = next(iter(given.values())).name.span
            self._report.add(Diagnostic("extension-uuid", message, first, label, help=help_))
        id_ = self._uuid(given[UUID], symbol) if UUID in given else None
        extends = self._extends(given[EXTENDS]) if EXTENDS in given else ""
        trailer = self._trailer(given[TRAILER]) if TRAILER in given else TRAILERS[0]
        if id_ is None or extends is None or trailer is None:
            return None
        return ExtensionDeclaration(id_, extends, trailer)

    def _uuid(self, metadatum: syntax.Metadatum, symbol: Symbol) -> uuid.UUID | None:
        text, span = _text(metadatum), span_of_value(metadatum)
        label = "expected 32 hexadecimal digits, in groups of 8-4-4-4-12"
        id_ = uuid.UUID(text) if _UUID.fullmatch(text) else None
        if id_ is not None and id_.int == 0:
            label = "a UUID of zeros identifies nothing"
            id_ = None
        if id_ is None:
            message = f"`{text}` cannot be used as a UUID"
            self._report.add(Diagnostic("extension-uuid", message, span, label))
            return None
        owner = find_owner(id_)
        if owner not in ("", f"{symbol.scope.module}.{symbol.node.name.text}"):
            message = f"UUID {id_} is that of {owner}"
            label = "each extension has a UUID of its own"
            help_ = "make one for this extension alone, with `uuidgen` for instance"
            self._report.add(Diagnostic("extension-uuid", message, span, label, help=help_))
            return None
        first = self._first.setdefault(id_, span)
        if first is not span:
            message = f"extension UUID {id_} is used twice"
            label = "each extension has a UUID of its own"
            related = (Related(first, "first used here"),)
            self._report.add(Diagnostic("duplicate-uuid", message, span, label, related))
        return id_

    def _extends(self, metadatum: syntax.Metadatum) -> str | None:
        text, span = _text(metadatum), span_of_value(metadatum)
        match = _STRUCT.fullmatch(text)
        if match is None:
            message = "not the name of a Thrift struct"
            label = "expected `module.Struct`, such as `parquet.FileMetaData`"
            self._report.add(Diagnostic("extension-extends", message, span, label))
            return None
        problem = self._carriers.problem(match[1], match[2])
        if problem is not None:
            message, label, name, candidates = problem
            diagnostic = Diagnostic("extension-extends", message, span, label)
            self._report.add(diagnostic, name, lambda: candidates)
            return None
        return text

    def _trailer(self, metadatum: syntax.Metadatum) -> str | None:
        text, span = _text(metadatum), span_of_value(metadatum)
        if text in TRAILERS:
            return text
        label = f"one of {', '.join(f'`{trailer}`' for trailer in TRAILERS)}"
        diagnostic = Diagnostic("extension-trailer", f"unknown trailer `{text}`", span, label)
        self._report.add(diagnostic, text, lambda: TRAILERS)
        return None


def _text(metadatum: syntax.Metadatum) -> str:
    return "" if metadatum.value is None else str(metadatum.value.value)
