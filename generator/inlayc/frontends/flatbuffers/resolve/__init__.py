"""FlatBuffers documents to a schema: names are gathered first and linked then, so order never matters.

Read `resolve` below as the table of contents. Every pass reports what it finds and goes on; what
could not be resolved is `None` afterwards, and no later pass complains about a `None`.
"""

from __future__ import annotations

from collections.abc import Sequence

from inlayc.frontends.flatbuffers.resolve.assemble import assemble
from inlayc.frontends.flatbuffers.resolve.counterparts import resolve_counterparts
from inlayc.frontends.flatbuffers.resolve.enums import resolve_enums
from inlayc.frontends.flatbuffers.resolve.extensions import resolve_extensions
from inlayc.frontends.flatbuffers.resolve.layout import lay_out_structs
from inlayc.frontends.flatbuffers.resolve.metadata import check_metadata
from inlayc.frontends.flatbuffers.resolve.names import gather
from inlayc.frontends.flatbuffers.resolve.roots import resolve_roots
from inlayc.frontends.flatbuffers.resolve.services import resolve_services
from inlayc.frontends.flatbuffers.resolve.slots_of import resolve_slots_of
from inlayc.frontends.flatbuffers.resolve.tables import resolve_tables
from inlayc.frontends.flatbuffers.resolve.types import Types
from inlayc.frontends.flatbuffers.resolve.unions import resolve_unions
from inlayc.frontends.flatbuffers.syntax import Document
from inlayc.frontends.modules import Modules, link_by_stem
from inlayc.frontends.resolve.report import Report
from inlayc.model.schema import Schema

__all__ = ["resolve"]


def resolve(
    documents: Sequence[Document], others: Schema | None = None, modules: Modules | None = None
) -> Schema:
    """The schema of all documents, or a `CompileError` with every mistake in them.

    `others` is what has been resolved of other dialects: extensions name the Thrift struct they extend.
    `modules` says what the files are called; without it, an include means the document of that stem.
    """
    if modules is None:
        includes = [(d.source.name, include.path) for d in documents for include in d.includes]
        modules = link_by_stem([document.source for document in documents], includes)
    report = Report(document.source for document in documents)
    names = gather(documents, modules, report)
    check_metadata(names, report)

    types = Types(names, report)
    resolve_enums(types, report)
    resolve_unions(types, report)
    resolve_tables(types, report)
    lay_out_structs(types, report)
    resolve_services(types, report)

    roots = resolve_roots(types, report)
    resolve_extensions(types, roots, others, report)
    resolve_slots_of(types, report)
    resolve_counterparts(types, others, report)

    report.raise_if_any()
    return assemble(types, roots)
