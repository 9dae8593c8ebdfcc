"""What people use on Parquet files: footers of every form, extensions, data, the command `inlay`.

inlay.open(path)        the Footer of a file: its form, and its metadata
inlay.read_metadata(path)  the metadata alone, in Thrift's classes
inlay.read_table(path)  its rows, whatever its form
inlay.set_metadata(path)  other names, keys, types in its footer; inlay.undo_metadata takes it back
inlay.add_index(path)   statistics, page indexes, Bloom filters that its writer left out; fix_index puts false ones right
inlay.rebuild(path, out, like=other)  the footer of a file that has lost it, made of its pages
inlay.edit_footer(path, edit)  any other footer behind the same data
inlay.prune(path, filter)  what of it a filter leaves out, and why
inlay.diff(old, new)    what differs between two files
inlay.verify(path)      whether it agrees with itself
inlay.verify_modules(path, keys=...)  whether every module of an encrypted file opens
inlay.rewrap_keys(path, old=..., new=...)  its keys wrapped with other master keys
inlay.compat(paths)     which readers stumble over files, by what was measured of each version
inlay.vet(path)         what other readers make of it, each in a child process with limits
inlay.scan_footers(paths)  the footers of many files, as a stream of batches of a table
inlay.report(paths)     the usual questions about them, answered
inlay.concat(paths, out), inlay.select(path, out), inlay.drop(path, columns=[...]), inlay.split(path, folder)
                        files from row groups and columns of others, no page decoded
inlay.rewrite(paths, out)  their rows in new row groups, compressed or sorted anew, proved equal
inlay.register(paths, to="iceberg", table=...)  them as files of a table, each with what its footer proves
inlay.check_table(to="iceberg", table=...)  whether what a table says of its files holds
inlay.build_store(paths, output=folder)  what their footers say in one folder; inlay.refresh_store, inlay.plan_store
inlay.dump(path)        its metadata as text, and inlay.assemble(text) the file of it again
inlay.layout(path)      who owns each byte of it
inlay.lint(paths)       what could be better about files, what it costs, and what fixes it
inlay.chunk_table(data) its footer, or many, as Arrow tables: chunks, row groups, schema, ...
inlay.page_table(path)  its pages as an Arrow table; so index_table, bloom_table
"""

from __future__ import annotations

from inlay_runtime.lazy_names import lazy_names

TYPE_CHECKING = (
    False  # as type checkers take it; `typing` is as slow to import as Python is to start
)
if TYPE_CHECKING:
    from inlay.changes.life_cycle.find_extension import find_extension
    from inlay.changes.rewrite.change import Outcome, Target
    from inlay.changes.rewrite.undo import undo_metadata
    from inlay.footers.encryption.keys import EncryptionKeys
    from inlay.footers.footer.footer import Footer
    from inlay.footers.footer.read import read_footer as open
    from inlay.footers.footer.read import read_metadata
    from inlay.rows.filtering.filter_tally import FilterTally
    from inlay.rows.pruning import prune
    from inlay.rows.pruning.prune_file import Pruning
    from inlay.rows.read import FooterWarning, iter_batches, read_table
    from inlay.tables.columnar import (
        Problem,
        chunk_table,
        extension_table,
        file_table,
        footer_tables,
        key_value_table,
        problem_table,
        row_group_table,
        schema_table,
    )
    from inlay.tables.page_tables import bloom_table, index_table, page_table
    from inlay.tables.scan.scan import scan_footers
    from inlay.verbs.compat.compat import CompatReport, compat
    from inlay.verbs.compat.finding import CompatFinding
    from inlay.verbs.crypt.footer_mode import set_footer_mode
    from inlay.verbs.crypt.rewrap import Rewrapping, rewrap_keys
    from inlay.verbs.crypt.verify import ModuleVerification, verify_modules
    from inlay.verbs.diff import diff
    from inlay.verbs.diff.difference import Difference
    from inlay.verbs.dump.assemble import assemble
    from inlay.verbs.dump.dump import dump
    from inlay.verbs.index.add import add_index
    from inlay.verbs.index.fix import fix_index
    from inlay.verbs.index.fixed_file import FixedFile
    from inlay.verbs.index.indexed_file import IndexedFile
    from inlay.verbs.index.strip import strip_index
    from inlay.verbs.layout.ledger import Ledger
    from inlay.verbs.layout.read_ledger import read_ledger as layout
    from inlay.verbs.lint.lint import LintReport, lint
    from inlay.verbs.parts import concat, drop, select, split
    from inlay.verbs.parts.making import WrittenFile
    from inlay.verbs.recover.rebuild.rebuild import rebuild
    from inlay.verbs.recover.rebuild.rebuilt_file import RebuiltFile
    from inlay.verbs.register.check.check_table import TableCheck, check_table
    from inlay.verbs.register.register import Registration, register
    from inlay.verbs.report.report import Report, report
    from inlay.verbs.rewrite.rewrite import RewrittenFile, rewrite
    from inlay.verbs.set.convert_footer import Conversion, convert_footer
    from inlay.verbs.set.edit_footer import edit_footer
    from inlay.verbs.set.edits import SortedBy
    from inlay.verbs.set.set_metadata import Amendment, set_metadata
    from inlay.verbs.store.footer_store import FooterStore, open_store
    from inlay.verbs.store.plan_store import StorePlan, plan_store
    from inlay.verbs.store.update_store import StoreUpdate, build_store, refresh_store
    from inlay.verbs.verify.verify_file import Verification, verify
    from inlay.verbs.vet.verdict import Vetting
    from inlay.verbs.vet.vet import vet
    from inlay_runtime.errors import InlayError

__version__: str

__all__ = [
    "Amendment",
    "CompatFinding",
    "CompatReport",
    "Conversion",
    "Difference",
    "EncryptionKeys",
    "FilterTally",
    "FixedFile",
    "Footer",
    "FooterStore",
    "FooterWarning",
    "IndexedFile",
    "InlayError",
    "Ledger",
    "LintReport",
    "ModuleVerification",
    "Outcome",
    "Problem",
    "Pruning",
    "RebuiltFile",
    "Registration",
    "Report",
    "Rewrapping",
    "RewrittenFile",
    "SortedBy",
    "StorePlan",
    "StoreUpdate",
    "TableCheck",
    "Target",
    "Verification",
    "Vetting",
    "WrittenFile",
    "add_index",
    "assemble",
    "bloom_table",
    "build_store",
    "check_table",
    "chunk_table",
    "compat",
    "concat",
    "convert_footer",
    "diff",
    "drop",
    "dump",
    "edit_footer",
    "extension_table",
    "file_table",
    "find_extension",
    "fix_index",
    "footer_tables",
    "index_table",
    "iter_batches",
    "key_value_table",
    "layout",
    "lint",
    "open",
    "open_store",
    "page_table",
    "plan_store",
    "problem_table",
    "prune",
    "read_metadata",
    "read_table",
    "rebuild",
    "refresh_store",
    "register",
    "report",
    "rewrap_keys",
    "rewrite",
    "row_group_table",
    "scan_footers",
    "schema_table",
    "select",
    "set_footer_mode",
    "set_metadata",
    "split",
    "strip_index",
    "undo_metadata",
    "verify",
    "verify_modules",
    "vet",
]

_HOMES = {
    "inlay.verbs.lint.lint": "LintReport lint",
    "inlay.verbs.compat.compat": "CompatReport compat",
    "inlay.verbs.compat.finding": "CompatFinding",
    "inlay.verbs.set.convert_footer": "Conversion convert_footer",
    "inlay.verbs.set.edits": "SortedBy",
    "inlay.verbs.set.set_metadata": "Amendment set_metadata",
    "inlay.changes.rewrite.undo": "undo_metadata",
    "inlay.verbs.index.add": "add_index",
    "inlay.verbs.index.fix": "fix_index",
    "inlay.verbs.index.fixed_file": "FixedFile",
    "inlay.verbs.index.indexed_file": "IndexedFile",
    "inlay.verbs.index.strip": "strip_index",
    "inlay.verbs.recover.rebuild.rebuild": "rebuild",
    "inlay.verbs.recover.rebuild.rebuilt_file": "RebuiltFile",
    "inlay.verbs.dump.assemble": "assemble",
    "inlay.verbs.dump.dump": "dump",
    "inlay.verbs.verify.verify_file": "Verification verify",
    "inlay.tables.columnar": "Problem chunk_table extension_table file_table footer_tables key_value_table problem_table "
    "row_group_table schema_table",
    "inlay.verbs.crypt.footer_mode": "set_footer_mode",
    "inlay.verbs.crypt.rewrap": "Rewrapping rewrap_keys",
    "inlay.verbs.crypt.verify": "ModuleVerification verify_modules",
    "inlay.verbs.diff": "diff",
    "inlay.verbs.diff.difference": "Difference",
    "inlay.rows.filtering.filter_tally": "FilterTally",
    "inlay.footers.encryption.keys": "EncryptionKeys",
    "inlay.footers.footer.footer": "Footer",
    "inlay.footers.footer.read": "read_footer:open read_metadata",
    "inlay.verbs.report.report": "Report report",
    "inlay.verbs.register.check.check_table": "TableCheck check_table",
    "inlay.verbs.register.register": "Registration register",
    "inlay.verbs.store.footer_store": "FooterStore open_store",
    "inlay.verbs.store.plan_store": "StorePlan plan_store",
    "inlay.verbs.store.update_store": "StoreUpdate build_store refresh_store",
    "inlay.verbs.rewrite.rewrite": "RewrittenFile rewrite",
    "inlay.verbs.set.edit_footer": "edit_footer",
    "inlay.changes.life_cycle.find_extension": "find_extension",
    "inlay.tables.page_tables": "bloom_table index_table page_table",
    "inlay.verbs.layout.read_ledger": "read_ledger:layout",
    "inlay.verbs.layout.ledger": "Ledger",
    "inlay.verbs.parts": "concat drop select split",
    "inlay.verbs.parts.making": "WrittenFile",
    "inlay.rows.pruning": "prune",
    "inlay.rows.pruning.prune_file": "Pruning",
    "inlay.rows.read": "FooterWarning iter_batches read_table",
    "inlay.changes.rewrite.change": "Outcome Target",
    "inlay.tables.scan.scan": "scan_footers",
    "inlay.verbs.vet.verdict": "Vetting",
    "inlay.verbs.vet.vet": "vet",
    "inlay_runtime.errors": "InlayError",
}

if not TYPE_CHECKING:
    _get_lazily, _list_names = lazy_names(__name__, _HOMES)
    _DOORS = ("designs", "encoding", "errors", "geo", "variant")

    def __getattr__(name: str) -> object:
        if name == "__version__":
            from inlay_runtime.distribution import find_version

            if number := find_version():
                return number
            raise AttributeError("inlay is not installed, so its version is unknown")
        try:
            if name in _DOORS:
                from importlib import import_module

                return import_module(f"inlay.{name}")
            return _get_lazily(name)
        except AttributeError:
            if name.startswith("_"):  # Python and notebooks ask for those
                raise
            from inlay.ground.hidden_names import describe_absent

            raise AttributeError(describe_absent(name, [*__all__, *_DOORS]), name=name) from None
        except ModuleNotFoundError as error:
            from inlay.ground.missing import find_remedy

            what = find_remedy(error)
            if what is None:
                raise
            raise ModuleNotFoundError(f"inlay.{name} needs {what}", name=error.name) from error

    # What completion shows: it sorts classes first, and those of answers nobody types.
    _GIVEN = {"EncryptionKeys", "FilterTally", "Footer", "InlayError", "SortedBy", "Target"}

    def __dir__() -> list[str]:
        names = {name for name in _list_names() if name.islower() or name in _GIVEN}
        return sorted({*names, *_DOORS, "__version__"})
