"""A plan becomes an object: what lies in the same store is copied there, and does not pass through this machine."""

from __future__ import annotations

from inlay.changes.rewrite.new_object import OutputStore
from inlay.ground.files.spliced import SplicedFile
from inlay.verbs.parts.making import WriteOptions, WrittenFile, check, describe_file, write
from inlay.verbs.parts.plan import PartsPlan
from inlay.verbs.parts.source import PartSources


def make_object(
    plan: PartsPlan, url: str, store: OutputStore, sources: PartSources, how: WriteOptions
) -> WrittenFile:
    """Raises what `make` raises. The object is there, whole, or as it was."""
    expected = store.require_output(url, overwrite=how.overwrite, allow=how.allow)
    plan.require_form()
    if how.dry_run:
        return describe_file(plan, url, None)
    file = _splice(plan, url, sources, how)
    store.publish(url, file, expected)
    return describe_file(plan, url, file.size)


def replace_object(
    plan: PartsPlan, url: str, store: OutputStore, sources: PartSources, how: WriteOptions
) -> WrittenFile:
    """The same, in the place of the source under this URL; attributes stay."""
    store.require_replaceable(url, how.allow)
    plan.require_form()
    if how.dry_run:
        return describe_file(plan, url, None)
    file = _splice(plan, url, sources, how)
    store.replace(url, file)
    return describe_file(plan, url, file.size)


def _splice(plan: PartsPlan, url: str, sources: PartSources, how: WriteOptions) -> SplicedFile:
    """The new object, to be read: what is copied is not yet there."""
    file = SplicedFile(url)
    check(url, file, plan, write(plan, file, how))
    sources.require_unchanged()
    return file
