"""`inlay.compat` and `inlay compat`: what is said of files, in both directions, and held against readers that are installed."""

from __future__ import annotations

import json
import shlex
from importlib.metadata import version
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from inlay.ground.mistakes import RequestError
from inlay.verbs.compat.record import ask_for, records
from tests.compat.evidence import evidence
from tests.support.encrypted_files import encrypted_file
from tests.support.inlay_command import Inlay, make_command

EVIDENCE = {f"{it.half}: {it.name}": it for it in evidence()}

SAID = {
    ("type GEOMETRY", "pyarrow==17.0.0"): ["refuses file"],
    ("type GEOMETRY", "pyarrow==26.0.1"): [],
    ("type FILE", "pyarrow==26.0.1"): ["refuses file"],
    ("codec BROTLI", "duckdb==1.0.0"): ["refuses column"],
    ("codec BROTLI", "duckdb==2.0.1"): [],
    ("encoding BYTE_STREAM_SPLIT of INT32", "duckdb==1.5.6"): ["refuses column"],
    ("encoding BYTE_STREAM_SPLIT of INT32", "duckdb==2.0.1"): [],
    ("encoding BYTE_STREAM_SPLIT of DOUBLE", "fastparquet==2026.9.0"): ["refuses column"],
    ("encoding PLAIN of DOUBLE", "fastparquet==2026.9.0"): [],
    ("order IEEE 754 of double", "arro3==0.6.5"): ["refuses file"],
    ("order IEEE 754 of double", "arro3==0.9.1"): [],
    ("type UUID", "pyarrow==20.0.0"): ["ignores type"],
    ("type UUID", "pyarrow==22.0.0"): [],
    ("form final", "pyarrow==26.0.1"): ["refuses file"],
    ("bounds with NaN, counted", "duckdb==1.4.5"): ["loses rows"],
    ("bounds with NaN, counted", "duckdb==2.0.1"): [],
    ("encoding ALP of DOUBLE", "duckdb==1.3.2"): ["refuses column"],
    ("encoding ALP of DOUBLE", "duckdb==2.0.1"): ["refuses file"],
    ("extension alp beside DOUBLE", "polars==1.37.1"): ["refuses file"],
    ("extension alp beside DOUBLE", "polars==2.1.0"): [],
    ("type VARIANT, UUIDs shredded", "pyarrow==21.0.0"): ["refuses file"],
    ("type VARIANT, UUIDs shredded", "duckdb==2.0.1"): [],
    ("bounds a box", "duckdb==2.0.1"): [],
    ("type LIST that is null", "duckdb==2.0.1"): [],
    ("type VARIANT, UUIDs shredded", "spark==3.5.9"): ["refuses file"] * 2,
    ("bounds with zeros of one sign", "spark==4.0.5"): ["loses rows"],
    ("type FLOAT16", "spark==3.4.4"): ["refuses file"],
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("evidence")
    for name in {name for name, _ in SAID}:
        EVIDENCE[f"made: {name}"].write(place / f"{name}.parquet")
    return place


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Inlay:
    return make_command(capsys, monkeypatch, "compat")


@pytest.mark.parametrize(("name", "reader"), SAID)
def test_what_is_said_of_a_file(name: str, reader: str, folder: Path) -> None:
    said = inlay.compat(folder / f"{name}.parquet", readers=[reader])
    certain = [finding.outcome for finding in said if not finding.is_possible]
    assert certain == SAID[name, reader]
    assert all(finding.evidence in EVIDENCE and finding.fix for finding in said)


@pytest.mark.parametrize("reader", ["pyarrow", "duckdb", "polars"])
def test_a_version_between_two_is_the_older_one(reader: str) -> None:
    (first, second) = records()[reader].versions[:2]
    (asked,) = ask_for([f"{reader}=={first}.1"])
    assert (asked.measured, asked.version) == (first, f"{first}.1")
    assert ask_for([f"{reader}==0.0.1"])[0].measured == first
    assert ask_for([f"{reader}=={second}"])[0].measured == second
    assert ask_for([reader])[0].measured == records()[reader].versions[-1]


@pytest.mark.parametrize("wanted", ["pyarow", "pyarrow==", "pyarrow==new", ""])
def test_a_reader_that_was_not_measured_is_refused(wanted: str, folder: Path) -> None:
    with pytest.raises(RequestError, match=r"reader was measured|a version is numbers"):
        inlay.compat(folder / "type FILE.parquet", readers=[wanted])


def test_the_newest_pyarrow_does_as_it_is_said_to(folder: Path) -> None:
    """Of the version that is installed, if that was measured."""
    parquet = pytest.importorskip("pyarrow.parquet")
    installed = version("pyarrow")
    assert installed in records()["pyarrow"].versions
    for path in sorted(folder.glob("*.parquet")):
        said = inlay.compat(path, readers=[f"pyarrow=={installed}"])
        is_refused = any(finding.outcome.startswith("refuses") for finding in said)
        try:
            parquet.read_table(path)
        except (OSError, ValueError):
            assert is_refused, path
        else:
            assert not is_refused, path


def test_a_type_in_a_shredded_variant_is_not_set_alone(folder: Path) -> None:
    path = folder / "type VARIANT, UUIDs shredded.parquet"
    for finding in inlay.compat(path, readers=["spark==3.5.9"]):
        assert finding.fix == "inlay variant unshred FILE -o OUT"
    (finding,) = inlay.compat(folder / "type UUID.parquet", readers=["spark==3.5.9"])
    assert finding.fix.startswith("inlay set FILE --logical-type COLUMN=NONE ")


def test_a_box_may_hide_a_place(folder: Path) -> None:
    """Of which a coordinate is NaN: no footer says that there is none."""
    (finding,) = inlay.compat(folder / "bounds a box.parquet", readers=["duckdb==2.0.1"])
    assert (finding.outcome, finding.is_possible, finding.is_note) == ("loses rows", True, True)
    assert finding.features == ("bounds: a box beside NaN",)


def test_some_values_of_a_type_may_be_misread(folder: Path, command: Inlay) -> None:
    path = folder / "type LIST that is null.parquet"
    (finding,) = inlay.compat(path, readers=["clickhouse==3.7.2"])
    assert (finding.outcome, finding.is_possible, finding.is_note) == ("misreads", True, True)
    assert finding.said == "c[1] is [], and not None"
    done = command(str(path), "--reader", "clickhouse==3.7.2")
    assert done.code == 0
    assert done.out.splitlines()[2:4] == [
        "    note     may read wrong values from c: nested LIST",
        "             for example, when it was measured: c[1] is [], and not None",
    ]


def test_nothing_innocent_is_named() -> None:
    """A codec is to blame alone or not at all, and a file is refused for the column that is refused."""
    for record in records().values():
        for rule in record.rules:
            kinds = {it.partition(": ")[0] for it in rule.features}
            assert "codec" not in kinds or len(rule.features) == 1, (record.name, rule)


def test_the_command_says_the_same(folder: Path, command: Inlay) -> None:
    path = str(folder / "codec BROTLI.parquet")
    done = command(path, "--reader", "duckdb==1.0.0", "--format", "json")
    assert done.code == 1
    (finding,) = json.loads(done.out)["findings"]
    assert (finding["column"], finding["outcome"]) == ("c", "refuses column")
    assert finding["features"] == ["codec: BROTLI"]
    assert command(path, "--reader", "duckdb==2.0.1").code == 0


def test_a_type_that_is_ignored_is_a_note(folder: Path, command: Inlay) -> None:
    path = str(folder / "type UUID.parquet")
    done = command(path, "--reader", "pyarrow==20.0.0")
    assert done.code == 0
    assert "note" in done.out


def test_files_of_a_folder_are_judged_with_processes_of_their_own(
    folder: Path, command: Inlay
) -> None:
    alone = command(str(folder), "--format", "json")
    several = command(str(folder), "--format", "json", "--jobs", "2")
    assert (alone.code, alone.out) == (several.code, several.out)
    assert alone.code == 1
    assert len(alone.out.splitlines()) == len({name for name, _ in SAID})


def test_a_file_that_cannot_be_read_is_no_finding(tmp_path: Path) -> None:
    (tmp_path / "a.parquet").write_bytes(b"PAR1 and no footer")
    said = inlay.compat(tmp_path / "a.parquet")
    assert not said.findings
    assert [name for name, _ in said.unread] == [str(tmp_path / "a.parquet")]


@pytest.mark.parametrize(("has_dictionary", "said"), [(True, ["loses rows"]), (False, [])])
def test_a_zero_without_a_dictionary_is_found(
    has_dictionary: bool, said: list[str], tmp_path: Path
) -> None:
    """Spark widens such a bound, and looks for the other zero in a dictionary alone."""
    path = tmp_path / "a.parquet"
    table = pa.table({"c": [0.0, 1.5, 2.5]})
    pq.write_table(table, path, use_dictionary=has_dictionary)
    inlay.add_index(path, what=["ieee754-order"], target=inlay.Target(in_place=True))
    found = inlay.compat(path, readers=["spark==4.3.0"])
    assert [finding.outcome for finding in found] == said


def test_a_folder_ends_with_a_total(tmp_path: Path, inlay: Inlay) -> None:
    """In which the files are that no reader stumbles over."""
    for name in "ab":
        pq.write_table(pa.table({"n": [1]}), tmp_path / f"{name}.parquet")
    fine = inlay("compat", "--reader", "pyarrow", tmp_path)
    assert fine == (0, "2 files: 2 without trouble for 1 reader\n", "")
    EVIDENCE["made: type FILE"].write(tmp_path / "c.parquet")
    first, *_, last = inlay("compat", "--reader", "pyarrow", tmp_path).out.splitlines()
    assert first.startswith(f"{tmp_path}/c.parquet: 1 reader, 0 without trouble")
    assert last == "3 files: 2 without trouble for 1 reader"


def test_a_file_that_needs_a_key_needs_it_for_all_readers(tmp_path: Path, inlay: Inlay) -> None:
    path = tmp_path / "a.parquet"
    path.write_bytes(encrypted_file())
    first, second = inlay("compat", path).out.splitlines()
    assert first.endswith(", 0 without trouble")
    assert second.strip().startswith("warning  no reader opens it without its key: ")


def test_a_version_that_was_not_measured_is_told(tmp_path: Path, inlay: Inlay) -> None:
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"n": [1]}), path)
    said = inlay("compat", "--reader", "pyarrow==999", "--reader", "duckdb", path).err
    (line,) = said.splitlines()
    assert line.startswith("warning: pyarrow 999 was not measured, and is judged by what ")


def test_a_fix_of_several_columns_has_an_option_for_each(tmp_path: Path, inlay: Inlay) -> None:
    path, out = tmp_path / "a.parquet", tmp_path / "out.parquet"
    table = pa.table({"a": [1.5, 2.5], "b c": [1.5, 2.5]})
    pq.write_table(table, path, use_dictionary=False, use_byte_stream_split=True)
    arguments = ("compat", "--reader", "fastparquet")
    (fix,) = [it for it in inlay(*arguments, path).out.splitlines() if "inlay rewrite" in it]
    words = [str(out) if it == "OUT" else it for it in shlex.split(fix)]
    assert inlay(*words[1:]).code == 0
    assert inlay(*arguments, out).code == 0


def test_an_extension_of_a_vendor_is_taken_off(tmp_path: Path, inlay: Inlay) -> None:
    path, payload, out = (tmp_path / name for name in ("a b.parquet", "payload", "out.parquet"))
    pq.write_table(pa.table({"a": [1], "b": [2]}), path)
    payload.write_bytes(b"of a vendor")
    at = "row_groups[0].columns[1].meta_data"
    uuid = "0b5c1d1e-7c55-4c0e-9a53-3f3a6f6f8f10"
    assert inlay("ext", "append", path, payload, "--at", at, "--uuid", uuid).code == 0
    *_, fix = inlay("compat", "--reader", "fastparquet", path).out.splitlines()
    words = [str(out) if it == "OUT" else it for it in shlex.split(fix)]
    assert words[:3] == ["inlay", "ext", "strip"]
    assert inlay(*words[1:]).code == 0
    assert inlay("compat", "--reader", "fastparquet", out).code == 0


def list_commands(said: str) -> list[list[str]]:
    return [shlex.split(it.partition("  #")[0]) for it in said.splitlines() if " inlay " in it]


def test_extensions_of_vendors_are_taken_off_together(tmp_path: Path, inlay: Inlay) -> None:
    path, payload, out = (tmp_path / name for name in ("a b.parquet", "payload", "out.parquet"))
    pq.write_table(pa.table({name: [1, 2] for name in "abcd"}), path, row_group_size=1)
    payload.write_bytes(b"of a vendor")
    places = [(group, column) for group in (0, 1) for column in (1, 2, 3)]
    for number, (group, column) in enumerate(places):
        at = f"row_groups[{group}].columns[{column}].meta_data"
        uuid = f"0b5c1d1e-7c55-4c0e-9a53-3f3a6f6f8f1{number}"
        assert inlay("ext", "append", path, payload, "--at", at, "--uuid", uuid).code == 0
    (words,) = list_commands(inlay("compat", "--reader", "fastparquet", path).out)
    assert words.count("--at") == 6
    dry = inlay(*words[1:-1], out, "--dry-run")
    assert "would remove 6 extensions, " in dry.out
    assert not out.exists()
    done = inlay(*words[1:-1], out)
    assert (done.code, "removed 6 extensions, " in done.out) == (0, True)
    assert inlay("ext", "list", out).out == f"{out}: no extensions\n"
    assert inlay("compat", "--reader", "fastparquet", out).code == 0
    twice = inlay("ext", "strip", path, *["--at", "row_groups[0].columns[1].meta_data"] * 2)
    assert (twice.code, twice.out.count("removed")) == (0, 1)
    gone = inlay("ext", "strip", path, "--at", "row_groups[0].columns[0].meta_data", *words[4:-2])
    assert gone.code == 4


def test_commands_of_one_reader_work_one_after_another(
    tmp_path: Path, inlay: Inlay, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each begins with what the one before has written, so nothing of it is lost."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "a b.parquet"
    keys = pa.array([bytes(range(at, at + 16)) for at in range(3)], pa.uuid())
    table = pa.table({"key": keys, "x": [1.5, 2.5, 3.5]})
    kinds = {"x": "BYTE_STREAM_SPLIT"}
    pq.write_table(table, path, use_dictionary=False, column_encoding=kinds)
    found = inlay("compat", "--reader", "fastparquet", path)
    assert "    all of it, one after another:\n" in found.out
    first, second = list_commands(found.out)
    assert (first[1:3], first[-1]) == (["rewrite", str(path)], "OUT")
    assert (second[1:3], second[-1]) == (["set", "OUT"], "OUT2")
    assert [inlay(*words[1:]).code for words in (first, second)] == [0, 0]
    last = inlay("compat", "--reader", "fastparquet", "OUT2")
    assert (last.code, last.out) == (0, "OUT2: 1 reader, 1 without trouble\n")


def test_several_extensions_in_one_slot_are_named_by_their_uuids(
    tmp_path: Path, inlay: Inlay
) -> None:
    path, payload = tmp_path / "a.parquet", tmp_path / "payload"
    pq.write_table(pa.table({"a": [1]}), path)
    payload.write_bytes(b"of a vendor")
    at = "row_groups[0].columns[0].meta_data"
    for last in "12":
        uuid = f"0b5c1d1e-7c55-4c0e-9a53-3f3a6f6f8f1{last}"
        words = ("--at", at, "--uuid", uuid, "--allow", "envelope")
        assert inlay("ext", "append", path, payload, *words).code == 0
    *_, fix = inlay("compat", "--reader", "fastparquet", path).out.splitlines()
    assert fix.endswith(f"inlay ext strip {path} --at PATH --uuid UUID -o OUT")
    assert "say which one by --uuid" in inlay("ext", "strip", path, "--at", at).err


def test_what_may_be_misread_is_not_without_trouble(folder: Path, inlay: Inlay) -> None:
    path = folder / "type LIST that is null.parquet"
    other = folder / "type UUID.parquet"
    found = inlay("compat", "--reader", "clickhouse==3.7.2", path, other)
    first, *_, last = found.out.splitlines()
    assert first == f"{path}: 1 reader, 0 without trouble, 1 with possible trouble"
    assert last == "2 files: 1 without trouble for 1 reader, 1 with possible trouble"
    assert found.code == 0


def test_fixes_of_one_command_are_one_line(tmp_path: Path, inlay: Inlay) -> None:
    path, out = tmp_path / "a.parquet", tmp_path / "out.parquet"
    table = pa.table({"a b": [1.5, 2.5], "n": [1, 2]})
    kinds = {"a b": "BYTE_STREAM_SPLIT", "n": "DELTA_BINARY_PACKED"}
    pq.write_table(table, path, use_dictionary=False, column_encoding=kinds)
    arguments = ("compat", "--reader", "fastparquet")
    (fix,) = [it for it in inlay(*arguments, path).out.splitlines() if "inlay " in it]
    words = [str(out) if it == "OUT" else it for it in shlex.split(fix)]
    assert inlay(*words[1:]).code == 0
    assert inlay(*arguments, out).code == 0


def test_a_version_older_than_all_is_judged_by_the_oldest(tmp_path: Path, inlay: Inlay) -> None:
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"n": [1]}), path)
    oldest = records()["pyarrow"].versions[0]
    said = inlay("compat", "--reader", "pyarrow==0.1", path).err
    what = f"is older than all that were measured, and is judged by what {oldest} does"
    assert said == f"warning: pyarrow 0.1 {what}\n"


def test_texts_without_a_type_are_given_one(tmp_path: Path, inlay: Inlay) -> None:
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"a": pa.array([b"x", b"y"])}), path)
    said = inlay("compat", "--reader", "hyparquet", path).out
    assert f"inlay set {path} --logical-type a=STRING -o OUT  # if the values are text" in said
