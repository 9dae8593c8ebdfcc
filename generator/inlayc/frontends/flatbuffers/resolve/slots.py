"""The slots of a table's fields: in the order of the text, or by the `id`s that all of them have."""

from __future__ import annotations

from collections.abc import Sequence

from inlayc.base.diagnostics import Diagnostic, Related
from inlayc.base.source import Span
from inlayc.frontends.flatbuffers import syntax
from inlayc.frontends.flatbuffers.resolve.metadata import find, read_integer, span_of_value
from inlayc.frontends.resolve.report import Report

SLOTS = range((2**16 - 1 - 4) // 2)
"""A vtable is at most 65,535 bytes long, of which four are its header."""


def assign_slots(node: syntax.TableNode, widths: Sequence[int | None], report: Report) -> list[int]:
    """The slot of each field; `widths` says how many it takes: two if it has tags, which come first,
    or None where the type is not known."""
    ids = [find(field.metadata, "id") for field in node.fields]
    given = [id_ for id_ in ids if id_ is not None]
    if not given:
        return _in_order(node, widths, report)
    if len(given) < len(ids):
        for field, id_ in zip(node.fields, ids, strict=True):
            if id_ is None:
                message = f"field `{field.name.text}` has no `id`"
                label = "either all fields of a table have one, or none"
                related = (Related(given[0].name.span, "one that has"),)
                report.add(Diagnostic("missing-id", message, field.name.span, label, related))
        return list(range(len(ids)))
    slots = [_id(id_, report) for id_ in given]
    known = [slot for slot in slots if slot is not None]
    widths_known = [width for width in widths if width is not None]
    if len(known) == len(widths_known) == len(slots):
        _check_contiguous(node, known, widths_known, given, report)
    return [-1 if slot is None else slot for slot in slots]


def _in_order(node: syntax.TableNode, widths: Sequence[int | None], report: Report) -> list[int]:
    slots: list[int] = []
    taken = 0
    for width in widths:
        taken += width or 1
        slots.append(taken - 1)
    if taken > len(SLOTS):
        message = f"table `{node.name.text}` has too many fields"
        label = f"at most {len(SLOTS):,} slots"
        report.add(Diagnostic("too-many-fields", message, node.name.span, label))
    return slots


def _id(id_: syntax.Metadatum, report: Report) -> int | None:
    slot = read_integer(id_)
    if slot is None or slot not in SLOTS:
        message = f"`{span_of_value(id_).text}` is not a slot"
        label = f"from {SLOTS.start} to {SLOTS.stop - 1}"
        report.add(Diagnostic("id-out-of-range", message, span_of_value(id_), label))
        return None
    return slot


def _check_contiguous(
    node: syntax.TableNode,
    slots: Sequence[int],
    widths: Sequence[int],
    ids: Sequence[syntax.Metadatum],
    report: Report,
) -> None:
    """Every slot is taken once: by a field, or by the tags of the union in the slot behind it."""
    first: dict[int, Span] = {}
    mistaken = False
    for field, slot, width, id_ in zip(node.fields, slots, widths, ids, strict=True):
        span = span_of_value(id_)
        if slot < width - 1:
            message = f"id {slot} of `{field.name.text}` leaves no room for its tags"
            label = "they take the slot before that of the union"
            report.add(Diagnostic("union-id", message, span, label))
            mistaken = True
        for taken in range(max(0, slot - width + 1), slot + 1):
            if first.setdefault(taken, span) is not span:
                what = "" if taken == slot else f", by the tags of `{field.name.text}`"
                message = f"id {taken} is used twice{what}"
                label = "each field has an id of its own"
                related = (Related(first[taken], "first used here"),)
                report.add(Diagnostic("duplicate-id", message, span, label, related))
                mistaken = True
    missing = next(slot for slot in range(len(first) + 1) if slot not in first)
    if missing < len(first) and not mistaken:
        above = min(slot for slot in first if slot > missing)
        message = f"no field has id {missing}"
        label = "ids have no gaps"
        report.add(Diagnostic("id-gap", message, first[above], label))
