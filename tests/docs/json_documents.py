"""The keys of every JSON document that a command prints, of small files that are made here (`docs/compatibility.md`).

    python -m tests.docs.json_documents     prints them as lines, and writes files into the current folder

Several files are given to a command whose documents have some keys for some files only. Keys that an IDL names are not listed:
they are held as names of what is emitted.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq

from docs.site.command_reference import PROGRAMS, list_commands
from inlay.__main__ import run as inlay
from inlay.footers.footer.trailer import tail_of
from inlayc.cli.command_line import run as inlayc
from parquet_format.parquet import AesGcmV1, FileCryptoMetaData
from tests.faults.files import small_file
from tests.footers.conversion.footers import wide
from tests.footers.index.lying import with_lie
from tests.lies.kinds import KINDS
from tests.support.encrypted_files import write_encrypted, write_keys
from tests.support.noted_files import write_noted
from tests.verbs.geo.files import LAMBERT, points

MADE: Final = """
inlay seal fine -o sealed
inlay footer add fine -o private
inlay footer promote private -o both
inlay footer finalize both -o final
inlay footer index add fine -o indexed
inlay footer convert fine --design modular -o modular
inlay footer convert fine --design parx -o parx
inlay variant from-json lines -o mixed --column v
inlay encoding add small --columns id --encoding pco -o encoded
inlay ext append small payload --raw -o extended
"""
PRINTED: Final = """
inlay compat final cut --reader pyarrow==17.0.0
inlay concat small small -o joined
inlay crypt footer encrypted-by-masters --plaintext --keys keys -o plaintext
inlay crypt rewrap encrypted-by-masters --old-keys keys --new-keys keys -o rewrapped
inlay crypt verify encrypted-by-masters changed-module --keys keys
inlay diff fine odd
inlay drop small --columns text -o dropped
inlay encoding show encoded small cut
inlay encoding verify encoded small cut
inlay ext list sealed extended cut
inlay ext show noted misread cut --schema note.fbs
inlay ext verify sealed flipped extended cut
inlay footer compare small
inlay footer convert small --design modular -o turned
inlay footer index show indexed untrue cut
inlay footer show final private disagreeing cut
inlay inspect fine small mixed final parx sealed strange signed encrypted odd cut
inlay inspect small
inlay layout small odd cut
inlay lint small cut
inlay pages small
inlay pages small --table page_indexes
inlay pages small --table bloom_filters
inlay prune small cut id=1
inlay recover tailed cut
inlay recover --rebuild cut small --like small
inlay register files small --to records -o records
inlay register files small --to delta --table delta --create --allow outside
inlay register check delta --to delta
inlay report small cut
inlay store build small cut -o store
inlay store plan store id=1
inlay store refresh store
inlay rewrite small small -o rewritten --sort-by id
inlay scan small
inlay scan cut --table problems
inlay select small --columns id -o selected
inlay set small --key a=b -o changed
inlay index add small --what all --for id>1 -o more
inlay index fix false -o fixed
inlay index fix left
inlay index fix small cut --dry-run
inlay index strip small cut --what all --dry-run
inlay geo to-native places -o native
inlay geo show places native small cut
inlay geo check places odd_places cut
inlay geo to-native cut small --dry-run
inlay geo to-geoparquet native cut --dry-run
inlay index strip native --what geometry-boxes -o bare
inlay geo boxes bare cut --dry-run
inlay set cut small --key a=b --dry-run
inlay split small --rows 5 -o parts
inlay variant from-json lines -o again
inlay variant schema mixed cut
inlay verify odd fine sealed flipped final cut
inlay vet cut small --reader Inlay --reader pyarrow
inlayc breaking old.thrift new.thrift
inlayc diff old.thrift new.thrift
inlayc lint old.thrift
inlayc schema old.thrift
"""

OLD: Final = """namespace py old
/** A. */
struct A {
  /** One. */
  1: required i32 a (deprecated)
  2: optional list<i64> many = [1]
}
union U { 1: A a; 2: string text }
enum E { ONE = 1, TWO = 2 }
typedef map<string, A> Names
const map<string, i32> NUMBERS = {"one": 1}
exception Wrong { 1: string what }
service S { A get(1: i32 at) throws (1: Wrong wrong) }
"""
NEW: Final = "struct A { 1: required i64 a }\nenum E { ONE = 1 }\n"


IDL_NAMES: Final = (
    *("metadata", "crypto", "extensions[].content", "statements[].before", "statements[].after"),
    *("columns[].crs.key.projjson", "columns[].crs.type.projjson"),
)
"""Keys whose values have the keys of an IDL, or of PROJJSON."""


def list_json_keys() -> set[str]:
    """`json PROGRAM COMMAND PATH` for each key of each document, with `[]` for the elements of a list. In the current folder."""
    commands = {words for program in PROGRAMS for words, *_ in list_commands(program)}
    write_files()
    keys = set[str]()
    for line in PRINTED.strip().splitlines():
        words = line.split()
        (command,) = [
            name
            for at in range(2, len(words))
            if (name := " ".join(words[:at])) in commands
            and " ".join(words[: at + 1]) not in commands
        ]
        for document in read_documents(run_line(f"{line} --format json")):
            keys |= {f"json {command} {path}" for path in paths_of(document)}
    return keys


def run_line(line: str) -> str:
    """What it prints."""
    program, *words = line.split()
    with redirect_stdout(StringIO()) as printed, redirect_stderr(StringIO()) as said:
        code = inlay(words) if program == "inlay" else inlayc(words)
    assert printed.getvalue() or code == 0, f"{line}: {said.getvalue()}"
    return printed.getvalue()


def read_documents(text: str) -> Iterator[Any]:
    """One for all of the output, or one a line."""
    decoder = json.JSONDecoder()
    while text := text.lstrip():
        document, end = decoder.raw_decode(text)
        yield document
        text = text[end:]


def paths_of(value: Any, path: str = "") -> Iterator[str]:
    if isinstance(value, list):
        for element in value:
            yield from paths_of(element, f"{path}[]")
    if isinstance(value, dict):
        for key, inner in value.items():
            below = f"{path}.{key}".removeprefix(".")
            yield below
            if below not in IDL_NAMES:
                yield from paths_of(inner, below)


def write_files() -> None:
    fine = small_file()
    metadata = wide(2, 1)
    footer = metadata.encode()
    crypto = FileCryptoMetaData(encryption_algorithm=AesGcmV1(), key_metadata=b"kf")
    signed = metadata.replace(encryption_algorithm=AesGcmV1()).encode() + bytes(28)
    contents = {
        "fine": fine,
        "payload": b"somebody's",
        "lines": b'1\n"text"\ntrue\n[3]\n{"a": 1}\n' * 20,
        "places": points((1, 2), (3, 4), rows=1, crs=LAMBERT),
        "odd_places": points((1, 2), edges="curly"),
        "cut": b"PAR1" + b"\xff" * 60 + b"PAR1",
        "tailed": fine + b"a tail that leads nowhere",
        "odd": b"PAR1" + tail_of(footer),
        "strange": b"PAR1" + tail_of(footer[:-1] + b"\x05\x90\x03\x02\0"),
        "signed": b"PAR1" + tail_of(signed),
        "encrypted": b"PARE" + tail_of(crypto.encode() + bytes(40), b"PARE"),
        "false": KINDS["int64-max"].file,
        "left": KINDS["header-max"].file,
        "old.thrift": OLD.encode(),
        "new.thrift": NEW.encode(),
    }
    for name, data in contents.items():
        Path(name).write_bytes(data)
    table = pa.table({"id": range(40), "text": ["a", None] * 20})
    pq.write_table(
        table,
        "small",
        row_group_size=20,
        compression="none",
        write_page_index=True,
        bloom_filter_options={"id": {"ndv": 40}},
    )
    for line in MADE.strip().splitlines():
        run_line(line)
    Path("untrue").write_bytes(with_lie(Path("indexed").read_bytes()))
    flip("sealed", "flipped", -30)
    flip("private", "disagreeing", -60)
    write_encrypted(Path("encrypted-by-masters"))
    write_keys(Path("keys"))
    flip("encrypted-by-masters", "changed-module", 60)
    write_noted(Path("small"), Path("noted"), Path("note.fbs"))
    write_noted(Path("small"), Path("misread"), content=b"no FlatBuffer")


def flip(source: str, target: str, offset: int) -> None:
    data = bytearray(Path(source).read_bytes())
    data[offset] ^= 0xFF
    Path(target).write_bytes(data)


if __name__ == "__main__":
    print(*sorted(list_json_keys()), sep="\n")
