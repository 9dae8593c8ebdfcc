"""In what inlayc and flatc differ, and should: the lists that docs/fbs_grammar.md explains."""

from __future__ import annotations

STRICTER = {
    "attribute-misplaced": "a required field with a default",
    "base-type-name": "a definition called like a base type",
    "duplicate-attribute": "an attribute given twice",
    "duplicate-name": "a service called like a type",
    "duplicate-value": "an enum value given twice that is not the smallest",
    "duplicate-uuid": "two extensions with one UUID",
    "extension-attribute": "an attribute that begins with `inlay_` and means nothing",
    "extension-extends": "an extension of no Thrift struct",
    "extension-misplaced": "an extension that is not a table",
    "extension-not-root": "an extension that is not a root type",
    "extension-trailer": "an extension with an unknown trailer",
    "extension-uuid": "an extension without a UUID",
    "force-align": "a vector aligned to what JSON refuses",
    "include-outside-roots": "an include outside of the allowed folders",
    "include-too-deep": "includes deeper than 16",
    "json-object": "a JSON object behind the schema",
    "namespace-too-deep": "a namespace of more than 64 parts",
    "nested-type": "a struct as the root of a nested buffer",
    "not-utf8": "a text that is not UTF-8",
    "struct-cycle": "a struct that contains itself",
    "struct-too-large": "a struct of more than 65,535 bytes",
    "too-many-fields": "a table of more than 32,765 slots",
    "too-many-tokens": "more words than a file of its size may have",
    "underlying-type": "an enum as the type of an enum",
    "union-underlying-type": "tags of another type than `ubyte`",
    "unsupported-attribute": "`offset64` and `vector64`",
    "value-out-of-range": "7 for a `bool`, `1e999`, `1e39` for a `float`",
}
"""Diagnostics for what flatc accepts."""

LOOSER = {
    "type used before it is written": (
        r"type referenced but not defined|Incomplete type in struct"
        r"|structs may contain only scalar or struct fields|unknown root type"
    ),
    "empty file": r"input file is empty",
    "documentation after a declaration": r"a documentation comment should be on a line on its own",
    "field called like a type": r"field name can not be the same as table/struct name",
    "metadata right after a default": r"type of argument mismatch",
}
"""What flatc says of texts that inlayc accepts, by what docs/fbs_grammar.md calls it."""
