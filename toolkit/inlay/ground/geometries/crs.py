"""Where coordinates are: the reference system of a column, as the key `geo` or the type of the schema says it.

A key that is absent and one that is null mean two things, and so do a type without text and one with `srid:0`: they are kept apart.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final

from inlay.ground.geometries.shallow_json import parse_shallow
from inlay.ground.mistakes import RequestError
from inlay.ground.schema_copies.errors import CannotAgreeError
from inlay.ground.schema_copies.json_text import Json, Object
from inlay.ground.schema_copies.named_keys import BY_KEY

DEFAULT_CODE: Final = "OGC:CRS84"
NO_CRS: Final = "srid:0"
"""How a type says that nobody knows where its coordinates are."""

_SAME_AS_DEFAULT: Final = (DEFAULT_CODE, "EPSG:4326")
"""GeoParquet and Parquet have x before y whatever the system says, so both are longitude and latitude."""

_CODE: Final = re.compile(r"([A-Za-z][\w.-]*):([\w.-]+)")
_PLANE: Final = ("ProjectedCRS", "EngineeringCRS", "DerivedProjectedCRS", "DerivedEngineeringCRS")
_DEEPEST: Final = 8


class CrsKind(Enum):
    """How a reference system is said."""

    UNSET = "unset"
    NULL = "null"
    PROJJSON = "projjson"
    PROJJSON_KEY = "projjson key"
    SRID = "srid"
    CODE = "code"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Crs:
    """`text` is what stands in the file, without PROJJSON; `code` is such as `EPSG:3857`, empty where there is none."""

    kind: CrsKind
    text: str = ""
    code: str = ""
    projjson: Object | None = None

    @property
    def is_default(self) -> bool:
        """Whether coordinates are longitudes and latitudes on WGS 84."""
        return self.kind is CrsKind.UNSET or self.code in _SAME_AS_DEFAULT

    @property
    def is_known(self) -> bool:
        return self.kind is not CrsKind.OTHER

    @property
    def is_plane(self) -> bool:
        """Whether x surely is not a longitude, so that no box goes over the antimeridian."""
        return self.projjson is not None and _is_plane(self.projjson)

    @property
    def shown(self) -> str:
        """In one line."""
        match self.kind:
            case CrsKind.UNSET:
                return f"unset ({DEFAULT_CODE})"
            case CrsKind.NULL:
                return f"null ({self.text})" if self.text else "null"
            case CrsKind.PROJJSON:
                return f"{self.code or 'without a code'}, PROJJSON"
            case _ if self.code and self.code != self.text:
                return f"{self.text} ({self.code})"
            case _:
                return self.text


UNSET_CRS: Final = Crs(CrsKind.UNSET)


def read_key_crs(about: Object) -> Crs:
    """What the key `geo` says of a column."""
    if "crs" not in about:
        return UNSET_CRS
    value = about["crs"]
    if value is None:
        return Crs(CrsKind.NULL)
    if isinstance(value, dict) and is_projjson(value):
        return _of_projjson(CrsKind.PROJJSON, "", value)
    return Crs(CrsKind.OTHER, value if isinstance(value, str) else json.dumps(value))


def read_type_crs(text: str | None, pairs: Mapping[str, str]) -> Crs:
    """What a GEOMETRY or GEOGRAPHY says. `pairs` are the key-value pairs of its file, of which it may name one."""
    if text is None:
        return UNSET_CRS
    if text.lstrip().startswith("{"):
        value = _parse_projjson(text)
        return (
            Crs(CrsKind.OTHER, text) if value is None else _of_projjson(CrsKind.PROJJSON, "", value)
        )
    if text.startswith(BY_KEY):
        value = _parse_projjson(pairs.get(text[len(BY_KEY) :], ""))
        return (
            Crs(CrsKind.OTHER, text)
            if value is None
            else _of_projjson(CrsKind.PROJJSON_KEY, text, value)
        )
    match = _CODE.fullmatch(text)
    if match is None:
        return Crs(CrsKind.OTHER, text)
    authority, code = match[1].upper(), match[2]
    if authority != "SRID":
        return Crs(CrsKind.CODE, text, f"{authority}:{code.upper()}")
    return Crs(CrsKind.NULL, text) if code == "0" else Crs(CrsKind.SRID, text, f"EPSG:{code}")


def parse_wanted_crs(text: str, pairs: Mapping[str, str]) -> Crs:
    """What somebody asks for. Raises RequestError for what is none of the forms of a type."""
    crs = read_type_crs(text, pairs)
    if crs.kind is CrsKind.OTHER:
        raise RequestError(
            f"{text[:80]!r} is not a reference system that can be given: there are {DEFAULT_CODE}, {NO_CRS}, PROJJSON, "
            "projjson:KEY for a pair of the file, and codes such as EPSG:3857"
        )
    return crs


def crs_for_type(crs: Crs) -> str | None:
    """The text of a type for what the key says. PROJJSON stands in it, as GeoParquet 2.0 has it."""
    if crs.kind is CrsKind.NULL:
        return NO_CRS
    if crs.is_default or crs.projjson is None:
        return None
    return json.dumps(crs.projjson, separators=(",", ":"))


def crs_for_key(crs: Crs) -> Object | None:
    """The members of the key for what a type says; None for a code without the system that it stands for."""
    if crs.kind is CrsKind.NULL:
        return {"crs": None}
    if crs.projjson is not None:
        return {"crs": crs.projjson}
    return {} if crs.is_default else None


def are_same_place(key: Crs, type_: Crs) -> bool:
    """Whether both may mean the same coordinates. Systems without a code are the same only where they are spelt the same."""
    if CrsKind.NULL in (key.kind, type_.kind):
        return key.kind is type_.kind
    if key.is_default or type_.is_default:
        return key.is_default and type_.is_default
    if key.code and type_.code:
        return key.code == type_.code
    return key.projjson is not None and key.projjson == type_.projjson


def is_projjson(value: Json) -> bool:
    """By its shape: no reference system is looked up."""
    kind = value.get("type") if isinstance(value, dict) else None
    return isinstance(kind, str) and kind.endswith("CRS")


def _parse_projjson(text: str) -> Object | None:
    try:
        value = parse_shallow(text)
    except CannotAgreeError:
        return None
    return value if is_projjson(value) else None


def _of_projjson(kind: CrsKind, text: str, value: Object) -> Crs:
    about = value.get("id")
    code = ""
    if isinstance(about, dict) and isinstance(about.get("authority"), str):
        code = f"{about['authority']}:{about.get('code')}".upper()
    return Crs(kind, text, code, value)


def _is_plane(value: Object, depth: int = 0) -> bool:
    """A compound system begins with the horizontal one, a bound one has a source."""
    if value.get("type") in _PLANE:
        return True
    parts = value.get("components")
    first: Json = parts[0] if isinstance(parts, list) and parts else value.get("source_crs")
    return isinstance(first, dict) and depth < _DEEPEST and _is_plane(first, depth + 1)
