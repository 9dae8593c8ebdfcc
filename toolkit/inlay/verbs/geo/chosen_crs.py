"""Which reference system a column gets: what its key or type says, or what somebody gives."""

from __future__ import annotations

from typing import Final, NamedTuple

from inlay.ground.blamed_options import blame_options
from inlay.ground.geometries.crs import (
    Crs,
    CrsKind,
    are_same_place,
    crs_for_key,
    crs_for_type,
    parse_wanted_crs,
)
from inlay.ground.geometries.geometry_columns import GeometryColumn
from inlay.ground.refusals import RefusedError
from inlay.ground.schema_copies.json_text import Object
from inlay.ground.wording.printable import shorten

_MOST_SHOWN: Final = 60


class ChosenCrs(NamedTuple):
    """`text` is for the type; `members` are for the key, None where it says the right thing already."""

    text: str | None
    members: Object | None


def choose_crs(column: GeometryColumn, wanted: str | None, *, for_key: bool = False) -> ChosenCrs:
    """Of a column that is to get a type; `for_key` of one that is to be described by the key. Raises RefusedError where nobody knows it,
    or where two disagree and `wanted` is neither; RequestError for what cannot be given."""
    key, said = column.key_crs, column.type_crs
    if key is not None and said is not None and not are_same_place(key, said):
        return _settle(column, key, said, wanted)
    known = key if key is not None else said
    assert known is not None
    if wanted is not None:
        crs = parse_wanted_crs(wanted, column.pairs)
        return _choose_wanted(column, known, crs, for_key=for_key)
    if not known.is_known:
        reason = f"column {column.name!r} has a crs that nobody here knows, {_show(known)}: say what it is with --crs"
        raise RefusedError("crs", reason)
    if said is not None:
        assert column.native is not None
        members = _for_key(column, said) if for_key and key is None else None
        return ChosenCrs(column.native.crs, members)
    return ChosenCrs(crs_for_type(known), None)


def _settle(column: GeometryColumn, key: Crs, said: Crs, wanted: str | None) -> ChosenCrs:
    """Of two that disagree the one that somebody says is right."""
    which = f"column {column.name!r} is in {_show(key)} by the key geo, and in {_show(said)} by its type"
    if wanted is None:
        reason = f"{which}: nobody can tell which of them is right, so say it with --crs"
        raise RefusedError("crs", reason)
    crs = parse_wanted_crs(wanted, column.pairs)
    if are_same_place(key, crs):
        return ChosenCrs(crs.text or crs_for_type(crs), None)
    if are_same_place(said, crs):
        return ChosenCrs(crs.text or crs_for_type(crs), _for_key(column, crs))
    raise RefusedError("crs", f"{which}, and {_show(crs)} is neither of them: give one that is")


def _choose_wanted(column: GeometryColumn, known: Crs, wanted: Crs, *, for_key: bool) -> ChosenCrs:
    is_open = not known.is_known or known.kind is CrsKind.NULL
    if not is_open and not are_same_place(known, wanted):
        reason = f"column {column.name!r} is in {_show(known)}, and to call that {_show(wanted)} would move its points"
        raise RefusedError("crs", reason)
    text = wanted.text or crs_for_type(wanted)
    is_described = column.about is not None
    if (is_described and not is_open) or not (is_described or for_key):
        return ChosenCrs(text, None)
    return ChosenCrs(text, _for_key(column, wanted))


def _for_key(column: GeometryColumn, crs: Crs) -> Object:
    members = crs_for_key(crs)
    if members is None:
        raise blame_options(
            f"column {column.name!r} is in {_show(crs)}, and the key geo has to spell that out: give {{crs}} its PROJJSON, which "
            f"`projinfo -o PROJJSON -q {crs.code or 'CODE'}` prints",
            crs=None,
        )
    return members


def _show(crs: Crs) -> str:
    return shorten(crs.shown, _MOST_SHOWN)
