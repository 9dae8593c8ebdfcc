"""Documents to one schema: names are gathered first and linked then, so order never matters.

Read `resolve` below as the table of contents. Every pass reports what it finds and goes on; what
could not be resolved is `None` afterwards, and no later pass complains about a `None`.
"""

from __future__ import annotations

from collections.abc import Sequence

from inlayc.frontends.modules import Modules, link_by_stem
from inlayc.frontends.resolve.assemble import assemble
from inlayc.frontends.resolve.enums import resolve_enums
from inlayc.frontends.resolve.includes import link_includes
from inlayc.frontends.resolve.names import gather
from inlayc.frontends.resolve.recursion import check_requires_itself
from inlayc.frontends.resolve.report import Report
from inlayc.frontends.resolve.services import resolve_services
from inlayc.frontends.resolve.structs import resolve_structs
from inlayc.frontends.resolve.typedefs import resolve_typedefs
from inlayc.frontends.resolve.types import Types
from inlayc.frontends.resolve.values import Values, resolve_constants, resolve_defaults
from inlayc.frontends.thrift.syntax import Document
from inlayc.model.schema import Schema

__all__ = ["resolve"]


def resolve(documents: Sequence[Document], modules: Modules | None = None) -> Schema:
    """The schema of all documents, or a `CompileError` with every mistake in them.

    `modules` says what their files are called; without it, an include means the document of that stem.
    """
    if modules is None:
        includes = [(d.source.name, include.path) for d in documents for include in d.includes]
        modules = link_by_stem([document.source for document in documents], includes)
    report = Report(document.source for document in documents)
    names = gather(documents, modules, report)
    order = link_includes(names, modules, report)

    types = Types(names, report)
    resolve_typedefs(types, report)
    resolve_enums(types, report)
    resolve_structs(types, report)

    values = Values(types, report)
    resolve_constants(values, report)
    resolve_defaults(values)
    resolve_services(types, values, report)
    check_requires_itself(types, report)

    report.raise_if_any()
    return assemble(order, types)
