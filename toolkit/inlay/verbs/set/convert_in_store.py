"""A footer converted where the first bytes of an object change, too: the store puts the object together from its own bytes."""

from __future__ import annotations

from contextlib import ExitStack

from inlay.changes.rewrite.change import Done, Outcome
from inlay.changes.rewrite.new_object import OutputStore
from inlay.footers.footer.read import read_footer
from inlay.ground.files.paths import is_url
from inlay.ground.files.source import open_source, size_of
from inlay.ground.files.spliced import SplicedFile
from inlay.ground.refusals import RefusedError
from inlay.verbs.set.footer_designs import DesignRequest, EndProof, build_end


def convert_object(path: str, request: DesignRequest) -> Done[tuple[str, ...]]:
    """An object, or a local file to an object. Raises RefusedError for an object to a local file, and what `convert_footer` does."""
    target = request.target
    url = target.output or path
    if not is_url(url):
        raise RefusedError(
            "store", "an object is converted to another object, or to itself", path=path
        )
    if target.in_place:
        raise RefusedError("in-place", "its first bytes change, too", "leave --in-place out", path)
    store = OutputStore(url)
    with ExitStack() as opened:
        file = store.open(path) or opened.enter_context(open_source(path))
        expected = None
        if target.output is None:
            store.require_replaceable(url, target.allow)
        else:
            expected = store.require_output(url, overwrite=target.overwrite, allow=target.allow)
        footer = read_footer(file, path)
        end = build_end(footer, request)
        new = SplicedFile(url)
        new.append(end.head)
        new.copy(file, len(end.head), footer.offset - len(end.head))
        new.append(end.tail)
        EndProof(footer, request)(new)
        old_size = size_of(file)
        if not target.dry_run:
            if target.output is None:
                store.replace(url, new)
            else:
                store.publish(url, new, expected)
    outcome = Outcome(url, old_size, new.size, True, target.dry_run)
    return Done(outcome, end.losses)
