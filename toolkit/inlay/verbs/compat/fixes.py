"""What helps a reader: a change of the footer where one serves, else what has to be written anew."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from inlay.verbs.compat.outcome import ReaderOutcome
from inlay.verbs.compat.record import ReaderRule

NEWER: Final = "a newer version of the reader, or another column"

_BY_FEATURE: Final[Mapping[str, str]] = {
    "order: IEEE_754_TOTAL_ORDER": "inlay set FILE --column-order COLUMN=type, where the footer proves it",
    "index: Bloom filter": "inlay index strip FILE --columns COLUMN --what bloom-filter -o OUT",
    "form: private": "inlay footer revert FILE -o OUT",
    "form: migration": "inlay footer revert FILE -o OUT",
    "form: final": "inlay footer revert FILE -o OUT",
    "form: dual": "inlay footer revert FILE -o OUT",
    "form: modular": "inlay footer convert FILE --design thrift -o OUT",
    "form: parx": "inlay footer convert FILE --design thrift -o OUT",
    "encryption: footer": "the key, or a copy that is not encrypted",
    "encryption: columns": "the key, or a copy that is not encrypted",
    "encryption: column": "the key, or a copy that is not encrypted",
    "file: no rows": "leave the file out of what is read: it has no rows",
    "file: no row groups": "leave the file out of what is read: it has no rows",
    "names: empty": "inlay set FILE --rename gives the column a name",
    "names: with a dot": "inlay set FILE --rename gives the column a name without a dot",
    "names: two that differ in case alone": "inlay set FILE --rename gives one of them another name",
    "names: two columns of one name": "inlay set FILE --rename gives one of them another name",
    "bounds: NaN": "inlay index strip FILE --columns COLUMN --what bounds -o OUT",
}
_BY_TYPE: Final[Mapping[str, str]] = {
    "GEOMETRY": "inlay geo to-geoparquet FILE: WKB with the key geo, without the type",
    "GEOGRAPHY": "inlay geo to-geoparquet FILE: WKB with the key geo, without the type",
    "UUID": "inlay set FILE --logical-type COLUMN=NONE: the 16 bytes without the type",
    "ENUM": "inlay set FILE --logical-type COLUMN=STRING",
    "JSON": "inlay set FILE --logical-type COLUMN=STRING",
}
_BY_KIND: Final[Mapping[str, str]] = {
    "codec": "inlay rewrite FILE --compression snappy -o OUT",
    "encoding": "inlay rewrite FILE --encode COLUMN=plain -o OUT",
    "nested": "another shape, by the writer: its values have to be written anew",
    "type": "another type, by the writer: its values have to be written anew",
}


def fix_of(rule: ReaderRule) -> str:
    """FILE, COLUMN and OUT stand for what the caller knows."""
    for feature in sorted(rule.features):
        if feature in _BY_FEATURE:
            return _BY_FEATURE[feature]
    for feature in sorted(rule.features, reverse=True):
        kind, _, value = feature.partition(": ")
        if kind == "nested" and "VARIANT, shredded" in value:
            return "inlay variant unshred FILE -o OUT"
        if kind == "type":
            for word, fix in _BY_TYPE.items():
                if word in value.split():
                    return fix
            if rule.outcome is ReaderOutcome.IGNORES_TYPE:
                return "read it as what it is stored as, and cast it"
        if kind in _BY_KIND:
            return _BY_KIND[kind]
    return NEWER
