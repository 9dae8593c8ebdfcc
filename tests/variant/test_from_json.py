"""`inlay variant from-json`: what is packed, what is marked, what is not JSON."""

from __future__ import annotations

import bz2
import gzip
import hashlib
import json
import lzma
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, Literal

import pyarrow as pa
import pytest

from inlay.rows.variants import json_lines, json_rows, line_source
from inlay.rows.variants.json_rows import OnError, RejectedLine, parse_lines
from inlay.variant import from_json_array, read_table, to_python

LINES: Final = [{"id": i, "kind": "push" if i % 2 else "pull"} for i in range(40)]
TEXT: Final = "".join(json.dumps(line) + "\n" for line in LINES).encode()


def packed_by(codec: Literal["lz4", "zstd"], data: bytes, folder: Path) -> bytes:
    path = folder / "packed"
    with pa.CompressedOutputStream(str(path), codec) as stream:
        stream.write(data)
    return path.read_bytes()


PACKED: Final[dict[str, Callable[[bytes, Path], bytes]]] = {
    "plain": lambda data, _: data,
    "gzip": lambda data, _: gzip.compress(data),
    "gzip in two parts": lambda data, _: gzip.compress(data[:77]) + gzip.compress(data[77:]),
    "zstd": lambda data, folder: packed_by("zstd", data, folder),
    "zstd in two parts": lambda data, folder: (
        packed_by("zstd", data[:77], folder) + packed_by("zstd", data[77:], folder)
    ),
    "lz4": lambda data, folder: packed_by("lz4", data, folder),
    "bzip2": lambda data, _: bz2.compress(data),
    "xz": lambda data, _: lzma.compress(data),
}


@pytest.fixture
def convert(inlay: Callable[..., Any], tmp_path: Path) -> Callable[..., Any]:
    """Runs the command on these bytes; the output is `out.parquet`."""

    def run(data: bytes, *options: object) -> Any:
        file = tmp_path / "events.jsonl"
        file.write_bytes(data)
        return inlay("variant", "from-json", file, "-o", tmp_path / "out.parquet", *options)

    return run


def rows(folder: Path) -> list[object]:
    return to_python(read_table(folder / "out.parquet").column("variant"))


@pytest.mark.parametrize("kind", PACKED)
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["", "marked"])
def test_packed_lines_are_unpacked(
    convert: Callable[..., Any], kind: str, mark: bytes, tmp_path: Path
) -> None:
    done = convert(PACKED[kind](mark + TEXT, tmp_path))
    assert (done.code, done.err) == (0, "")
    assert rows(tmp_path) == LINES


@pytest.mark.parametrize("kind", ["gzip", "zstd", "lz4", "bzip2", "xz"])
def test_a_second_part_that_is_damaged_is_not_left_out(
    convert: Callable[..., Any], kind: str, tmp_path: Path
) -> None:
    """The files of `bz2` and `lzma` end before it, without a word."""
    first, second = PACKED[kind](TEXT, tmp_path), bytearray(PACKED[kind](TEXT, tmp_path))
    assert convert(first + second).code == 0
    assert len(rows(tmp_path)) == 2 * len(LINES)
    second[1] ^= 1
    done = convert(first + bytes(second), "--overwrite")
    assert done.code == 3
    assert "which cannot be unpacked" in done.err


def test_zeros_between_parts_of_xz_are_padding(convert: Callable[..., Any], tmp_path: Path) -> None:
    packed = lzma.compress(TEXT)
    assert convert(packed + bytes(8) + packed + bytes(4)).code == 0
    assert len(rows(tmp_path)) == 2 * len(LINES)


@pytest.mark.parametrize("kind", ["gzip", "zstd", "lz4", "bzip2", "xz"])
def test_what_is_cut_off_is_one_sentence_and_no_file(
    convert: Callable[..., Any], kind: str, tmp_path: Path
) -> None:
    whole = PACKED[kind](TEXT, tmp_path)
    for end in (5, len(whole) // 2, len(whole) - 1):
        done = convert(whole[:end])
        assert done.code == 3, (end, done)
        assert f"events.jsonl: is {kind}, which cannot be unpacked: " in done.err
        assert not (tmp_path / "out.parquet").exists()


@pytest.mark.parametrize(
    ("data", "cause"),
    [
        (b"\xff\xfe{\0}\0", "is UTF-16, and JSON is UTF-8: convert it"),
        (b"\xfe\xff\0{\0}", "is UTF-16, and JSON is UTF-8: convert it"),
    ],
)
def test_other_encodings_are_named(
    convert: Callable[..., Any], data: bytes, cause: str, tmp_path: Path
) -> None:
    done = convert(data)
    assert done.code == 3
    assert done.err == f"error: {tmp_path / 'events.jsonl'}: {cause}\n"


BAD: Final = b'{"a":1}\n{"a":1,}\n\n\xff\n{"a":2}\nno'
REJECTED: Final = [
    {"line": 2, "path": "$.a", "reason": "expected a name in double quotes, at offset 7", "text": '{"a":1,}'},
    {"line": 4, "path": "$", "reason": "text that is not UTF-8, at offset 0", "hex": "ff"},
    {"line": 6, "path": "$", "reason": "expected a value, at offset 0", "text": "no"},
]  # fmt: skip


@pytest.mark.parametrize(
    ("on_error", "kept", "became"),
    [
        ("skip", [{"a": 1}, {"a": 2}], "left out"),
        ("null", [{"a": 1}, None, None, {"a": 2}, None], "written as nulls"),
    ],
)
def test_lines_that_are_no_json_are_counted_and_kept(
    convert: Callable[..., Any], on_error: str, kept: list[object], became: str, tmp_path: Path
) -> None:
    log = tmp_path / "rejected.jsonl"
    done = convert(BAD, "--on-error", on_error, "--rejected", log)
    assert (done.code, done.err) == (0, f"warning: 3 lines are not JSON: {became}\n")
    assert done.out == f"{tmp_path / 'out.parquet'}: {len(kept)} rows\n"
    assert rows(tmp_path) == kept
    assert [json.loads(line) for line in log.read_text().splitlines()] == REJECTED
    again = convert(BAD, "--on-error", on_error, "--rejected", log)
    assert again.code == 4
    assert "--overwrite" in again.err


@pytest.mark.parametrize(
    ("output", "rejected"),
    [
        ("events.jsonl", None),
        ("out", "events.jsonl"),
        ("out", "out"),
        ("out", "link"),
        ("hard", None),
    ],
)
def test_no_file_takes_the_place_of_another(
    inlay: Callable[..., Any], output: str, rejected: str | None, tmp_path: Path
) -> None:
    file = tmp_path / "events.jsonl"
    file.write_bytes(BAD)
    (tmp_path / "link").symlink_to(file)
    (tmp_path / "hard").hardlink_to(file)
    more = [] if rejected is None else ["--rejected", tmp_path / rejected]
    out = tmp_path / output
    done = inlay(
        "variant", "from-json", file, "-o", out, "--on-error", "skip", "--overwrite", *more
    )
    assert done.code == (2 if output == "events.jsonl" else 4)
    assert "refused: it is " in done.err or "is a name for JSON lines" in done.err
    assert file.read_bytes() == BAD
    assert not (tmp_path / "out").exists()


def test_without_it_the_first_one_ends_the_work(
    convert: Callable[..., Any], tmp_path: Path
) -> None:
    done = convert(BAD, "--rejected", tmp_path / "rejected.jsonl")
    assert done.code == 3
    assert "events.jsonl:2: $.a: expected a name" in done.err
    assert [path.name for path in tmp_path.iterdir()] == ["events.jsonl"]


def test_a_schema_and_a_codec_can_be_named(convert: Callable[..., Any], tmp_path: Path) -> None:
    done = convert(
        TEXT, "--schema", "struct<id: int64>", "--compression", "zstd", "--format", "json"
    )
    told = json.loads(done.out)
    assert (told["command"], told["rows"], told["rejected"]) == ("variant from-json", 40, 0)
    assert told["type"] == "struct<id: int64>"
    assert rows(tmp_path) == LINES
    refused = convert(TEXT, "--schema", "struct<id: int64>", "--shred", "auto")
    assert refused.code == 2
    assert convert(TEXT, "--schema", "struct<id: nothing>", "--overwrite").code == 2


def test_a_line_that_never_ends_is_refused(
    convert: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(line_source, "MOST_LINE", 1 << 20)
    monkeypatch.setattr(json_lines, "CHUNK", 1 << 16)
    done = convert(b"1\n" + b'"' + b"x" * (2 << 20))
    assert done.code == 3
    assert "line 2 is longer than 1 MiB, and no Variant holds more" in done.err


def test_ten_thousand_bad_lines_take_a_piece_of_work_each(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The lines before a bad one are looked at twice, and those behind it not again for each."""
    asked: list[int] = []
    parse = from_json_array

    def count(documents: Any) -> Any:
        asked.append(len(documents))
        return parse(documents)

    monkeypatch.setattr(json_rows, "from_json_array", count)
    rejected: list[RejectedLine] = []
    arrays = parse_lines(b"{}\nx\n" * 500, 1, "f", OnError.SKIP, rejected.append)
    assert (sum(map(len, arrays)), len(rejected)) == (500, 500)
    assert len(asked) <= 2 * 500 + 1


KEPT: Final = b'{"a":1.10,"b":1e2,"c":12345678901234567890,"d":-1.5E-7,"e":"1e-400","f":1e-5}'
CHANGED: Final = {
    b'{"a":1E-400}': "1E-400 is 0.0 in a Variant, at offset 5",
    b'[1,123456789012345678901234567890123456789.5]': "123456789012345678901234567890123456789.5 is 1.2345678901234568e+38 in a Variant, at offset 3",
    b'"1e-400\\"",0.5': None,
    b"0.12345678901234567890123e2": "0.12345678901234567890123e2 is 12.345678901234567 in a Variant, at offset 0",
}  # fmt: skip


def test_exact_refuses_numbers_that_would_change(
    convert: Callable[..., Any], tmp_path: Path
) -> None:
    lines = [KEPT, *CHANGED, b"no", KEPT]
    log = tmp_path / "rejected.jsonl"
    done = convert(b"\n".join(lines), "--exact", "--on-error", "null", "--rejected", log)
    assert done.err == "warning: 5 lines are not JSON: written as nulls\n"
    kept = [row is not None for row in rows(tmp_path)]
    assert kept == [True, False, False, False, False, False, True]
    reasons = [json.loads(line)["reason"] for line in log.read_text().splitlines()]
    for reason, wanted in zip(reasons, CHANGED.values(), strict=False):
        assert reason == wanted if wanted is not None else reason.startswith("text follows")
    failed = convert(b"\n".join([KEPT, *CHANGED]), "--exact", "--overwrite")
    assert (failed.code, "events.jsonl:2: $: 1E-400 is 0.0 in a Var" in failed.err) == (3, True)
    assert convert(b"\n".join([KEPT, b"[1E-400]"]), "--overwrite").code == 0


def test_exact_keeps_the_width_of_every_number(convert: Callable[..., Any], tmp_path: Path) -> None:
    text = b'{"a":1.10}\n{"a":2}\n'
    for options, shown in (((), ["1.10", "2.00"]), (("--exact",), ["1.10", "2"])):
        assert (
            convert(text, "--schema", "struct<a: decimal(9, 2)>", "--overwrite", *options).code == 0
        )
        read: list[Any] = rows(tmp_path)
        assert [str(row["a"]) for row in read] == shown


def test_lists_of_variants_are_a_schema(convert: Callable[..., Any], tmp_path: Path) -> None:
    lines = [{"id": 1, "tags": ["x", 2, {"y": []}]}, {"id": "?", "tags": []}, [1]]
    text = "\n".join(json.dumps(line) for line in lines).encode()
    assert convert(text, "--schema", "struct<id: int64, tags: list<variant>>").code == 0
    assert rows(tmp_path) == lines
    types: Any = read_table(tmp_path / "out.parquet").schema.field("variant").type
    assert types.is_shredded
    assert "map" in convert(text, "--schema", "map<string, variant>", "--overwrite").err


def test_progress_is_what_became_rows_and_not_what_was_read_ahead(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(json_lines, "CHUNK", 1 << 15)
    steps: list[int] = []
    file = tmp_path / "events.jsonl"
    file.write_bytes(TEXT * 200)
    with file.open("rb") as source:
        out = str(tmp_path / "out.parquet")
        json_lines.convert(source, str(file), out, "v", schema=pa.null(), advance=steps.append)
    assert sum(steps) == len(TEXT) * 200
    assert len(steps) > 4
    assert all(0 < step <= (1 << 15) + 8_192 for step in steps[:-1]), steps


@pytest.mark.parametrize("codec", ["plain", "gzip"])
def test_a_disk_that_is_full_names_the_output_and_leaves_nothing(
    convert: Callable[..., Any], codec: str, tmp_path: Path
) -> None:
    """The limit of a file's size stands for that of the disk: both are an error of writing."""
    import resource
    import signal

    text = b"\n".join(json.dumps({"a": hash_of(n)}).encode() for n in range(20_000))
    packed = PACKED[codec](text, tmp_path)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    (tmp_path / "events.jsonl").write_bytes(packed)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (len(packed) + 1, limits[1]))
        done = convert(packed, "--compression", "none")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, before)
    assert (done.code, done.err) == (6, f"error: {tmp_path / 'out.parquet'}: File too large\n")
    assert [path.name for path in tmp_path.iterdir()] == ["events.jsonl"]


def hash_of(number: int) -> str:
    return hashlib.sha256(str(number).encode()).hexdigest() * 4


@pytest.mark.parametrize(("structs", "lists"), [(49, 0), (0, 33), (100, 0)])
def test_a_file_that_nobody_could_read_is_not_written(
    convert: Callable[..., Any], structs: int, lists: int, tmp_path: Path
) -> None:
    def write(structs: int, lists: int) -> Any:
        schema = "struct<a: " * structs + "list<" * lists + "int64" + ">" * (structs + lists)
        return convert(b"1", "--schema", schema, "--overwrite")

    done = write(structs, lists)
    assert (done.code, done.out) == (2, "")
    assert "levels, and pyarrow reads no more than 100" in done.err
    assert not (tmp_path / "out.parquet").exists()
    assert write(min(structs, 48), min(lists, 32)).code == 0
    assert rows(tmp_path) == [1]


def test_a_column_whose_name_is_no_text_is_refused(
    convert: Callable[..., Any], inlay: Callable[..., Any], tmp_path: Path
) -> None:
    done = convert(b"1", "--column", "\udc80")
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert "is not UTF-8" in done.err
    done = inlay("footer", "add", tmp_path / "any", "--design", "\udc80", "-o", tmp_path / "out")
    assert (done.code, done.err.count("\n")) == (2, 1)
