"""`inlay footer convert` as a function: the footer in another design, with no other footer beside it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from inlay.amend.losses import losses_of
from inlay.extensions.budget import check_size
from inlay.files.source import Seekable, read_at
from inlay.footer.errors import COPY_AGAIN, FooterError
from inlay.footer.fetch_again import fetch_beside
from inlay.footer.footer import Footer
from inlay.footer.form import Form
from inlay.footer.read import read_footer
from inlay.footer.trailer import tail_of
from inlay.layouts import FooterContents, NotCarriedError, Range
from inlay.layouts.contents import contents_of
from inlay.layouts.in_memory import fetch_from
from inlay.layouts.modular import ModularLayout
from inlay.layouts.modular_build import ModularOptions
from inlay.layouts.page_first import PageFirstLayout
from inlay.life_cycle.edit_footer import refuse_protected
from inlay.life_cycle.steps import restore_thrift
from inlay.mistakes import RequestError
from inlay.pages.build_layout import build_layout
from inlay.pages.errors import name_file_in_errors
from inlay.refusals import DECRYPT, FormError, RefusedError
from inlay.rewrite.change import Change, Outcome, Planned, Target
from inlay.rewrite.errors import RewriteError
from inlay.rewrite.publish import edit_planned
from inlay.rewrite.system import POSIX, System
from inlay_runtime.errors import DecodeError

_LAYOUTS: Final[dict[Form, type[ModularLayout] | type[PageFirstLayout]]] = {
    Form.MODULAR: ModularLayout,
    Form.PAGE_FIRST: PageFirstLayout,
}
DESIGNS: Final = (*(form.value for form in _LAYOUTS), Form.THRIFT.value)
"""The designs that a footer is converted to."""

_DEFAULT_TARGET: Final = Target()


@dataclass(frozen=True, slots=True)
class Conversion:
    """What became of the file. `losses` are the fields of Thrift that the design by itself does not say; they are only
    looked for in a dry run, and where nothing else holds them."""

    outcome: Outcome
    losses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Request:
    form: Form
    is_plain: bool
    is_absolute: bool
    target: Target

    def build(self, contents: FooterContents, offset: int) -> bytes:
        if self.form is Form.PAGE_FIRST:
            build = PageFirstLayout.build_plain if self.is_plain else PageFirstLayout.build
            return build(contents, offset)
        options = ModularOptions(has_supplement=not self.is_plain, is_absolute=self.is_absolute)
        return ModularLayout.build_with(contents, offset, options)


def convert_footer(
    path: str,
    design: str,
    *,
    plain: bool = False,
    absolute: bool = False,
    target: Target = _DEFAULT_TARGET,
    system: System = POSIX,
) -> Conversion:
    """Puts a footer of that design ("modular", "page-first", "thrift") into the place of the footer; no page moves.

    What the design does not carry goes into a module of ours, and back to "thrift" gives the old bytes. `plain` leaves
    that module out; RefusedError names what is lost, unless `target` allows "losses". `absolute` counts the offsets of a
    modular footer from the start of the file.

    Raises RequestError for what is no such design, FormError for a footer that it cannot express or that has a
    FlatBuffer, RefusedError for one that cryptography protects, and what reading a footer and changing a file raise.
    """
    if design not in DESIGNS:
        raise RequestError(f"there is no design {design!r}: choose one of {', '.join(DESIGNS)}")
    form = Form(design)
    if (plain and form is Form.THRIFT) or (absolute and form is not Form.MODULAR):
        raise RequestError("plain is about other designs than Thrift, and absolute about modular")
    request = _Request(form, plain, absolute, target)

    with name_file_in_errors(path):
        done = edit_planned(path, partial(_plan, request=request), target=target, system=system)
    return Conversion(done.outcome, done.result)


def _plan(source: Seekable, *, request: _Request) -> Planned[tuple[str, ...]]:
    footer = read_footer(source)
    _require_convertible(footer, request.target.allow)
    original = restore_thrift(footer)
    if request.form is Form.THRIFT:
        return _planned(footer, original, tail_of(original), (), request)
    contents = _contents(footer, original)
    try:
        built = build_layout(request.build, contents, footer.offset, partial(read_at, source))
    except NotCarriedError as error:
        reason = f"a {request.form.value} footer cannot express this one: {error}"
        raise FormError(reason) from error
    losses: tuple[str, ...] = ()
    if request.is_plain or request.target.dry_run:
        losses = _find_losses(request, contents, built.data, footer.offset)
    if losses and request.is_plain and not request.target.dry_run:
        _require_allowed(losses, request.target.allow)
    return _planned(footer, original, built.data, losses, request)


def _require_convertible(footer: Footer, allow: frozenset[str]) -> None:
    if footer.is_encrypted:
        reason = f"the footer is encrypted, and cannot be converted: {DECRYPT}"
        raise RefusedError("encrypted", reason)
    if footer.form is not Form.THRIFT and footer.form not in _LAYOUTS:
        what = f"the file has the form {footer.form.value}"
        raise FormError(f"{what}: `inlay footer revert` gives it a plain Thrift footer first")
    if footer.form is Form.THRIFT:
        refuse_protected(footer.validate(), allow)


def _contents(footer: Footer, original: bytes) -> FooterContents:
    try:
        return contents_of(original, fetch_beside(footer, Range(footer.file_size, 0), b""))
    except DecodeError as error:
        what = f"a page index cannot be read: {error}"
        raise FooterError(footer.path, footer.offset, what, COPY_AGAIN, "page-index") from error


def _find_losses(
    request: _Request, contents: FooterContents, data: bytes, offset: int
) -> tuple[str, ...]:
    layout = _LAYOUTS[request.form].open(fetch_from(data, offset), Range(offset, len(data)))
    return tuple(losses_of(layout, contents.metadata))


def _require_allowed(losses: tuple[str, ...], allow: frozenset[str]) -> None:
    if "losses" in allow:
        return
    listed = "".join(f"\n    {loss}" for loss in losses)
    reason = (
        f"nothing in the file would lead back to its Thrift footer, and this would be lost:{listed}"
    )
    raise RefusedError("losses", reason, "--allow losses")


def _planned(
    footer: Footer, original: bytes, tail: bytes, losses: tuple[str, ...], request: _Request
) -> Planned[tuple[str, ...]]:
    is_longer = len(tail) > footer.file_size - footer.offset
    warnings = check_size("the footer", len(tail), request.target.allow) if is_longer else []
    check = _proof(footer, original, request)
    return Planned(Change(footer.offset, tail), losses, tuple(warnings), check)


def _proof(footer: Footer, original: bytes, request: _Request) -> Callable[[Seekable], None]:
    """Reads the new file as any file is read: it has that form, and leads back to the Thrift."""

    def check(file: Seekable) -> None:
        new = read_footer(file)
        if new.form is not request.form or (not request.is_plain and new.thrift != original):
            what = f"the {request.form.value} footer does not lead back to the Thrift footer"
            raise RewriteError(f"{footer.path}: {what}, byte for byte")

    return check
