"""Files whose names are bait: of modules, of files, of hosts, of codes that a terminal obeys. All of them are read as usual."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar, Final

import pyarrow as pa
from pyarrow import parquet

import inlay
from inlay.encoding import Encodings
from inlay.footers.footer.trailer import tail_of
from inlay.pages.encodings.choose import choose_columns
from inlay.pages.encodings.on_files import add_to_file
from inlay.pages.encodings.pco import Pco

pq: Final[Any] = parquet
MODULE: Final = "inlay_bait"
"""A module that can be imported where the commands run."""

HOST: Final = "bait.invalid"
FILE: Final = "bait_to_open"
NAMES: Final = (
    f"{MODULE}:take",
    f"http://{HOST}/column",
    f"s3://{HOST}/column",
    f"../{FILE}",
    "\x1b[31mred\x1b[0m\x1b]0;title\x07",
    "\u202eleft\u202c",
    "\r\n::error file=x::no",
    "\n  try: to run what a file says",
    "=cmd|' /C calc'!A0",
    "{{7*7}}${jndi:ldap://bait.invalid/a}",
    "%s%s%n",
    "<script>document.title = 1</script>",
)


class Bait(Pco):
    """An encoding that is called like the module."""

    name: ClassVar[str] = MODULE


def write_baited_files(folder: Path) -> list[Path]:
    """Names of columns and key-values; files of other columns; an encoding that nobody has."""
    names = folder / "names.parquet"
    columns = {name: pa.array([f"{name} {at}" for at in range(4)]) for name in NAMES}
    table = pa.table({**columns, "at": pa.array(range(4))})
    said = {"pandas": f'{{"creator": {{"library": "{MODULE}"}}, "index_columns": ["{MODULE}"]}}'}
    said |= {f"{name} {at}": name for at, name in enumerate(NAMES)}
    pq.write_table(table.replace_schema_metadata(said), names, write_page_index=True)
    footer = inlay.open(names)
    metadata = footer.metadata
    metadata.created_by = NAMES[4]
    body = names.read_bytes()[: footer.offset]
    names.write_bytes(body + tail_of(metadata.encode()))

    elsewhere = folder / "elsewhere.parquet"
    for at, chunk in enumerate(metadata.row_groups[0].columns):
        chunk.file_path = (f"../{FILE}", f"http://{HOST}/data", f"file:///{FILE}")[at % 3]
    elsewhere.write_bytes(body + tail_of(metadata.encode()))

    encoded = folder / "encoded.parquet"
    pq.write_table(table.select(["at"]), encoded)
    bait = Bait()
    add_to_file(str(encoded), choose_columns(["at"], bait), encodings=Encodings(bait))
    return [names, elsewhere, encoded]


def write_baited_idls(folder: Path) -> dict[str, Path]:
    """IDLs whose comments, texts and names are bait; they say little, in a poor layout, and differ."""
    texts = [name.replace("'", "").strip() for name in NAMES]
    constants = [f"/* {name} */\nconst string C{at} = '{text}'" for at, (name, text) in enumerate(zip(NAMES, texts, strict=True))]  # fmt: skip
    fields = [
        f"  {at}: i32 f{at} (said = '{text}') /* {text} */" for at, text in enumerate(texts, 1)
    ]
    said = "\n".join([*constants, "struct  S {", *fields, "}"])
    bait = texts[4]
    idls = {
        "said": said,
        "changed": said.replace(" = '", " = 'other ").replace("i32 f1", "required i64 f1"),
        "broken": f"{said}\nstruct S {{ 1: T{bait} x }} // {bait}",
        "including": f"include '../{FILE}.thrift'\ninclude 'http://{HOST}/a.thrift'\ninclude '{bait}'",
    }
    paths = {name: folder / f"{name}\x1b[31m\u202e.thrift" for name in idls}
    for name, path in paths.items():
        path.write_text(idls[name] + "\n", encoding="utf-8")
    return paths
