"""`inlay footer convert` as a function: the footer in another design, with no other footer beside it."""

from __future__ import annotations

import dataclasses
from collections.abc import Generator
from contextlib import contextmanager
from functools import partial
from typing import Final

from inlay.changes.rewrite.change import Change, Outcome, Planned, Target, say_outcome
from inlay.changes.rewrite.copy_body import copy_body
from inlay.changes.rewrite.open_file import OpenFile, open_file
from inlay.changes.rewrite.publish import edit_planned
from inlay.changes.rewrite.rewrite_file import Written, rewrite_whole
from inlay.changes.rewrite.system import POSIX, READ, System
from inlay.footers.extensions.budget import check_size
from inlay.footers.footer.known_ends import find_end
from inlay.footers.footer.magic import PLAIN
from inlay.footers.footer.read import read_footer
from inlay.ground.files.paths import AnyPath, find_local_path, is_url, require_path
from inlay.ground.files.source import Seekable, open_source, read_at, size_of
from inlay.ground.keywords import check_keywords
from inlay.ground.mistakes import RequestError
from inlay.ground.refusals import FormError
from inlay.ground.wording.amounts import count
from inlay.ground.wording.near_names import hint_at
from inlay.pages.engine.errors import name_file_in_errors
from inlay.verbs.set.footer_designs import DesignRequest, EndProof, build_end, list_targets
from inlay_runtime.public_home import public_in

_DEFAULT_TARGET: Final = Target()
CHECKSUMS: Final = ("crc32", "crc32c")
"""Of the frame of PARX, the usual one first."""


@public_in("inlay")
@dataclasses.dataclass(frozen=True, slots=True, repr=False)
class Conversion:
    """What became of the file. `losses` are the fields of Thrift that the design by itself does not say; they are only
    looked for in a dry run, and where nothing else holds them."""

    outcome: Outcome
    losses: tuple[str, ...]

    def __repr__(self) -> str:
        lost = count(len(self.losses), "statement")
        return f"<Conversion {say_outcome(self.outcome)}; the design does not carry {lost}>"


@check_keywords
def convert_footer(
    path: AnyPath,
    design: str,
    *,
    plain: bool = False,
    absolute: bool = False,
    checksum: str = CHECKSUMS[0],
    omit_paths: bool = False,
    target: Target = _DEFAULT_TARGET,
    system: System = POSIX,
) -> Conversion:
    """Puts a footer of that design ("modular", "parx", "thrift", or one of yours with a magic) into the place of the footer; no page moves.

    What the design does not carry goes into a module of ours, and back to "thrift" gives the old bytes. `plain` leaves
    that module out; RefusedError names what is lost, unless `target` allows "losses". `absolute` counts the offsets of a
    modular footer from the start of the file. Of PARX, `checksum` is "crc32" or "crc32c", and `omit_paths` leaves the
    paths of chunks to the schema.

    Raises RequestError for what is no such design, FormError for a footer that it cannot express or that has a
    FlatBuffer, RefusedError for one that cryptography protects, and what reading a footer and changing a file raise.
    """
    path = require_path(path, "convert_footer")
    targets = list_targets()
    if design not in targets:
        raise RequestError(f"there is no design {design!r}{hint_at(design, targets)}")
    if checksum not in CHECKSUMS:
        raise RequestError(f"there is no checksum {checksum!r}: choose {' or '.join(CHECKSUMS)}")
    given = {"plain": plain, "absolute": absolute, "omit_paths": omit_paths}
    options: dict[str, object] = {name: True for name, is_set in given.items() if is_set}
    if checksum != CHECKSUMS[0]:
        options["checksum"] = checksum
    request = DesignRequest(targets[design], target, options)
    with name_file_in_errors(path):
        if request.end.changes_head or _changes_head(path, system):
            return _convert_whole(path, request, system)
        plan = partial(_plan, request=request)
        done = edit_planned(path, plan, target=target, system=system)
    return Conversion(done.outcome, done.result)


def _plan(source: Seekable, *, request: DesignRequest) -> Planned[tuple[str, ...]]:
    footer = read_footer(source)
    end = build_end(footer, request)
    size, before, warnings = len(end.tail), footer.file_size - footer.offset, list[str]()
    if size > before:
        warnings = check_size("the footer", size, request.target.allow, before=before)
    change, check = Change(footer.offset, end.tail), EndProof(footer, request)
    return Planned(change, end.losses, tuple(warnings), check)


@contextmanager
def _opened(path: str, system: System) -> Generator[Seekable]:
    local = find_local_path(path)
    if local is None:
        with open_source(path) as file:
            yield file
    else:
        with open_file(system, system.resolve(local), READ, local) as file:
            yield file


def _changes_head(path: str, system: System) -> bool:
    with _opened(path, system) as file:
        magic = read_at(file, max(size_of(file) - len(PLAIN), 0), len(PLAIN))
        end = find_end(magic)
        return end is not None and end.changes_head


def _require_magic(file: Seekable) -> None:
    if find_end(read_at(file, 0, len(PLAIN))) is None:
        raise FormError("the file does not begin with a magic, so its first bytes are not changed")


def _convert_whole(path: str, request: DesignRequest, system: System) -> Conversion:
    """Such a file begins with its magic as well, so the first bytes change, too."""
    target = request.target
    with _opened(path, system) as file:
        footer = read_footer(file)
        _require_magic(file)
        if target.output is None and footer.end is request.end:
            end = build_end(footer, request)
            if end.tail == footer.tail():
                size = footer.file_size
                return Conversion(Outcome(path, size, size, False, target.dry_run), ())
    if is_url(path) or (target.output is not None and is_url(target.output)):
        # Only now: what writes to stores takes its time to import.
        from inlay.verbs.set.convert_in_store import convert_object

        done = convert_object(path, request)
        return Conversion(done.outcome, done.result)

    def write(source: OpenFile, new: OpenFile | None) -> Written[tuple[str, ...]]:
        footer = read_footer(source)
        end = build_end(footer, request)
        if new is not None:
            copy_body(path, source, new, footer.offset, target.watch)
            new.write_all(end.head, 0)
            new.write_all(end.tail, footer.offset)
        return Written(footer.offset + len(end.tail), end.losses)

    def check(source: Seekable, new: Seekable) -> None:
        EndProof(read_footer(source), request)(new)

    done = rewrite_whole(path, write, check=check, target=target, system=system)
    return Conversion(done.outcome, done.result)
