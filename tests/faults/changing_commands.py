"""Every command that writes a file: how it is called, on what, and what it writes. The table is complete: a test asks the tree.

A word `{name}` is a path in the folder of the case. `before` are commands that make the files ready, without faults.
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from functools import cache
from io import BytesIO
from typing import Final, NamedTuple

from tests.faults.files import small_file
from tests.lies.kinds import KINDS
from tests.pages.encodings.files import pa, pq
from tests.verbs.geo.files import points

UUID: Final = "7d5d9a3e-2c46-4b1f-9a53-6d0c2f5b8e11"


class Case(NamedTuple):
    """`words` change the file `part.parquet`, or write `outputs` and leave it alone."""

    words: str
    outputs: tuple[str, ...] = ()
    file: str = "small"
    before: tuple[str, ...] = ()
    damaged: int = 0
    """Byte of the file that is flipped before the command, from the start or from the end; 0: none."""
    weight: int = 8
    """How often it is drawn; less for what takes longer."""


PART: Final = "{part.parquet}"
OUT: Final = ("out.parquet",)

_TAILS: Final = {
    "seal": ("seal", ()),
    "set": ("set --key who=me", ()),
    "footer add": ("footer add", ()),
    "footer add --design": ("footer add --design modular", ()),
    "footer promote": ("footer promote", ("footer add",)),
    "footer finalize": ("footer finalize", ("footer add", "footer promote")),
    "footer revert": ("footer revert", ("footer add",)),
    "footer index add": ("footer index add", ()),
    "footer index strip": ("footer index strip", ("footer index add",)),
    "footer convert": ("footer convert --design modular", ()),
    "ext append": (f"ext append {PART} {{payload}} --uuid {UUID}", ()),
    "ext strip": ("ext strip", ("seal",)),
}
"""What changes the end of a file: the command, and what was done before."""

_MODES: Final = {"": ("", ()), "in place": (" --in-place", ()), "-o": (" -o {out.parquet}", OUT)}


_INDEXES: Final = {
    "add": ("add --what all", ()),
    "add page-checksums": ("add --what page-checksums --rewrite-headers", ()),
    "strip": ("strip --what all", ("index add --what parts",)),
}
"""What reads pages, so that these have to be real."""


def _tails() -> dict[str, Case]:
    cases: dict[str, Case] = {}
    for name, (words, before) in _TAILS.items():
        full = words if PART in words else _with_part(words)
        for mode, (more, outputs) in _MODES.items():
            ready = tuple(map(_with_part, before))
            cases[f"{name} {mode}".strip()] = Case(full + more, outputs, before=ready)
    return cases


def _with_part(words: str) -> str:
    return f"{words} {PART}"


_ENCODED: Final = ("encoding add {part.parquet} --columns x --encoding alp",)

CASES: Final[Mapping[str, Case]] = {
    **_tails(),
    **{
        f"geo {step} {mode}".strip(): Case(
            f"geo {step} {PART}{more}", outputs, "geo", tuple(f"{it} {PART}" for it in before)
        )
        for step, before in (
            ("to-native", ()),
            ("to-geoparquet", ("geo to-native",)),
            ("boxes", ("geo to-native", "index strip --what geometry-boxes")),
        )
        for mode, (more, outputs) in _MODES.items()
    },
    **{
        f"index {step} {mode}".strip(): Case(
            f"index {words} {PART}{more}", outputs, "rows", tuple(map(_with_part, before))
        )
        for step, (words, before) in _INDEXES.items()
        for mode, (more, outputs) in _MODES.items()
    },
    "index fix": Case(f"index fix {PART}", file="false"),
    "index fix in place": Case(f"index fix {PART} --in-place", file="false"),
    "index fix -o": Case(f"index fix {PART} -o {{out.parquet}}", OUT, "false"),
    "footer convert to modular": Case(f"footer convert --design modular {PART}"),
    "footer convert back": Case(
        f"footer convert --design thrift {PART}",
        before=(f"footer convert --design parx {PART}",),
    ),
    "set --undo-to": Case(f"set {PART} --key who=me --undo-to {{undo}}", ("part.parquet", "undo")),
    "set --undo": Case(
        f"set {PART} --undo {{undo}}", before=(f"set {PART} --key who=me --undo-to {{undo}}",)
    ),
    "encoding add": Case(_ENCODED[0], file="rows"),
    "encoding add -o": Case(_ENCODED[0] + " -o {out.parquet}", OUT, "rows"),
    "encoding strip": Case(f"encoding strip {PART}", file="rows", before=_ENCODED),
    "encoding repair": Case(f"encoding repair {PART}", file="rows", before=_ENCODED, damaged=1320),
    "encoding ratify": Case(f"encoding ratify {PART}", file="rows", before=_ENCODED),
    "concat": Case(f"concat {PART} {PART} -o {{out.parquet}}", OUT, "rows"),
    "concat --no-verify-pages": Case(
        f"concat {PART} {PART} -o {{out.parquet}} --no-verify-pages", OUT, "large", weight=3
    ),
    "rewrite": Case(f"rewrite {PART} {PART} -o {{out.parquet}}", OUT, "rows", weight=3),
    "register": Case(f"register files {PART} --to records -o {{out.parquet}}", OUT, "rows"),
    "select": Case(f"select {PART} --row-groups 1: -o {{out.parquet}}", OUT, "rows"),
    "drop": Case(f"drop {PART} --columns x --overwrite", file="rows"),
    "drop -o": Case(f"drop {PART} --columns x -o {{out.parquet}}", OUT, "rows"),
    "split": Case(
        f"split {PART} --rows 100 -o {{parts}}",
        tuple(f"parts/part-{number:05}.parquet" for number in range(3)),
        "rows",
    ),
    "variant from-json": Case("variant from-json {lines} -o {out.parquet}", OUT, weight=3),
    "variant from-json --rejected": Case(
        "variant from-json {bad lines} --on-error skip --rejected {rejected} -o {out.parquet}",
        ("out.parquet", "rejected"),
        weight=3,
    ),
    "variant shred": Case(
        f"variant shred {PART} -o {{out.parquet}}",
        OUT,
        before=("variant from-json {lines} -o {part.parquet} --overwrite --shred none",),
        weight=2,
    ),
    "variant unshred": Case(
        f"variant unshred {PART} -o {{out.parquet}}",
        OUT,
        before=("variant from-json {lines} -o {part.parquet} --overwrite --shred auto",),
        weight=2,
    ),
    "dump": Case(f"dump {PART} -o {{out.txt}}", ("out.txt",)),
    "assemble": Case(
        f"assemble {{out.txt}} --source {PART} -o {{out.parquet}}",
        OUT,
        before=(f"dump {PART} -o {{out.txt}}",),
    ),
    "ext extract": Case(
        f"ext extract {PART} -o {{payload out}}", ("payload out",), before=(f"seal {PART}",)
    ),
    "recover -o": Case(f"recover {PART} -o {{out.parquet}}", OUT, damaged=-2),
    "recover --rebuild -o": Case(
        f"recover {PART} --rebuild --like {PART} -o {{out.parquet}}", OUT, "rows", weight=3
    ),
    "layout": Case(f"layout {PART} --format html -o {{out.html}}", ("out.html",), "rows", weight=3),
    "scan": Case(f"scan {PART} -o {{out.arrow}}", ("out.arrow",), weight=3),
    "report": Case(f"report {PART} -o {{out.html}}", ("out.html",), weight=1),
}
"""By name; the name begins with the words of the command."""


@cache
def contents() -> dict[str, bytes]:
    """The files that a case may begin with, by name."""
    r = random.Random(5)
    values = {
        "id": list(range(300)),
        "x": [round(r.random(), 2) for _ in range(300)],
        "s": [str(number % 7) for number in range(300)],
    }
    rows = BytesIO()
    pq.write_table(pa.table(values), rows, row_group_size=100, use_dictionary=["s"])
    large = BytesIO()  # its pages go from file to file without Python
    numbers = pa.table({"x": [r.random() for _ in range(20_000)]})
    pq.write_table(numbers, large, row_group_size=10_000, use_dictionary=False)
    lines = [json.dumps({"a": number, "b": {"c": str(number)}}) for number in range(60)]
    return {
        "small": small_file(),
        "rows": rows.getvalue(),
        "large": large.getvalue(),
        "geo": points((1, 2), (3, 4), (5, 6), rows=2),
        "false": KINDS["page-int64-max"].file,
        "payload": b"somebody's" * 20,
        "lines": "\n".join(lines).encode(),
        "bad lines": "\n".join([*lines, "{", "nonsense"]).encode(),
        "inlay.toml": b"[encodings.ratified]\nalp = 77\n",
    }
