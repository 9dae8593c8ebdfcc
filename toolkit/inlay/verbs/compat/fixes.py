"""What helps a reader: a change of the footer where one serves, else what has to be written anew."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from inlay.verbs.compat.features import Features
from inlay.verbs.compat.outcome import ReaderOutcome
from inlay.verbs.compat.record import ReaderRule

NEWER: Final = "a newer version of the reader, or another column"

UNCOUNTED: Final = "bounds: NaN"
COUNT_NAN: Final = "inlay index add FILE --what nan-counts -o OUT  # it says whether there is one"
"""Where a NaN may be, and nobody says so."""

_SHREDDED: Final = "nested: VARIANT, shredded"
_TO_PLAIN: Final = "inlay footer convert FILE --design thrift -o OUT"
_RENAMED: Final = "inlay set FILE --rename COLUMN=NAME -o OUT"
_AS_TEXT: Final = "inlay set FILE --logical-type COLUMN=STRING -o OUT"
_AS_WKB: Final = "inlay geo to-geoparquet FILE -o OUT  # WKB with the key geo, without the type"
_AS_WKB_WITH_CRS: Final = "inlay geo to-geoparquet FILE --crs CRS -o OUT  # as PROJJSON"
_KEY: Final = "give the reader the key, or a copy that is not encrypted"
_NO_ROWS: Final = "leave the file out of what is read: it has no rows"

_BY_FEATURE: Final[Mapping[str, str]] = {
    "order: IEEE_754_TOTAL_ORDER": "inlay index add FILE --what type-order --columns COLUMN -o OUT",
    "index: Bloom filter": "inlay index strip FILE --what bloom-filter --columns COLUMN -o OUT",
    "form: private": "inlay footer revert FILE -o OUT",
    "form: migration": "inlay footer revert FILE -o OUT",
    "form: final": "inlay footer revert FILE -o OUT",
    "form: dual": "inlay footer revert FILE -o OUT",
    "form: modular": _TO_PLAIN,
    "form: parx": _TO_PLAIN,
    "encryption: footer": _KEY,
    "encryption: columns": _KEY,
    "encryption: column": _KEY,
    "extension: of a column chunk": "inlay encoding strip FILE -o OUT",
    "file: no rows": _NO_ROWS,
    "file: no row groups": _NO_ROWS,
    "names: empty": _RENAMED,
    "names: with a dot": _RENAMED,
    "names: two that differ in case alone": _RENAMED,
    "names: two columns of one name": _RENAMED,
    "bounds: NaN": "inlay index strip FILE --what bounds --columns COLUMN -o OUT",
    "bounds: a box beside NaN": "inlay index strip FILE --what geometry-boxes --columns COLUMN -o OUT",
    "type: BYTE_ARRAY": f"{_AS_TEXT}  # if the values are text",
    "encoding: ALP of FLOAT": "inlay encoding strip FILE -o OUT",
    "encoding: ALP of DOUBLE": "inlay encoding strip FILE -o OUT",
}
_BY_TYPE: Final[Mapping[str, str]] = {
    "GEOMETRY": _AS_WKB,
    "GEOGRAPHY": _AS_WKB,
    "UUID": "inlay set FILE --logical-type COLUMN=NONE -o OUT  # the 16 bytes without the type",
    "ENUM": _AS_TEXT,
    "JSON": _AS_TEXT,
}
_BY_KIND: Final[Mapping[str, str]] = {
    "codec": "inlay rewrite FILE --compression snappy -o OUT",
    "encoding": "inlay rewrite FILE --encode COLUMN=plain -o OUT",
    "bounds": "inlay rewrite FILE --encode COLUMN=plain -o OUT",
    "nested": "no edit helps: have its writer give the column another shape",
    "type": "no edit helps: have its writer give the column another type",
}


def fix_of(rule: ReaderRule, of_column: Features = frozenset()) -> str:
    """A command, with a remark behind a `#`, or words. FILE, COLUMN, NAME and OUT stand for what the caller knows. `of_column` is all that
    is known of the column: a type within a shredded Variant goes with it."""
    for feature in sorted(rule.features):
        if feature in _BY_FEATURE:
            return _BY_FEATURE[feature]
    is_of_type = any(it.startswith(("type: ", "nested: ")) for it in rule.features)
    if is_of_type and _SHREDDED in rule.features | of_column:
        return "inlay variant unshred FILE -o OUT"
    for feature in sorted(rule.features, reverse=True):
        kind, _, value = feature.partition(": ")
        if kind == "type":
            if value.endswith((" with a CRS by authority", " with a CRS by srid")):
                return _AS_WKB_WITH_CRS
            for word, fix in _BY_TYPE.items():
                if word in value.split():
                    return fix
            if rule.outcome is ReaderOutcome.IGNORES_TYPE:
                return "read it as what it is stored as, and cast it"
        if kind in _BY_KIND:
            return _BY_KIND[kind]
    return NEWER
