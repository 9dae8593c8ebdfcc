"""What becomes of a design beside the Thrift under every verb that writes a file: built anew, refused, or gone with a word."""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from inlay.__main__ import run
from inlay.changes.life_cycle.change_form import change_form
from inlay.changes.life_cycle.steps import revert
from inlay.changes.rewrite.change import Target
from inlay.footers.footer import Form, read_footer
from inlay.pages.engine.design_tail import NOT_BESIDE, add_design, choose_design
from inlay.verbs.verify.verify_footer import verify_footer
from inlay_runtime.errors import RequestError
from tests.faults.shim import Shim
from tests.faults.strikes import PATH, assert_never_lost, changed_by
from tests.footers.designs.beside import BESIDE, opened, with_design
from tests.footers.designs.files import nested_file

NOTE = "6f1e0a3c-1d6c-4f0e-9a53-0c6d3b4be001"
Command = Callable[[Path, Path], tuple[str | Path, ...]]

RENEWED: dict[str, Command] = {
    "set": lambda path, out: ("set", path, "--rename", "id=number", "--key", "k=v", "-o", out),
    "set in place": lambda path, _: ("set", path, "--rename", "id=number", "--in-place"),
    "select": lambda path, out: ("select", path, "--row-groups", "1:", "-o", out),
    "drop": lambda path, out: ("drop", path, "--columns", "text", "-o", out),
    "drop in place": lambda path, _: ("drop", path, "--columns", "text", "--overwrite"),
    "concat": lambda path, out: ("concat", path, path, "-o", out),
    "split": lambda path, out: ("split", path, "--row-groups", "2", "-o", out),
}
REFUSED: dict[str, Command] = {
    "append below": lambda path, _: (
        "ext", "append", path, path, "--uuid", NOTE, "--at", "row_groups[0]",
    ),
    "append": lambda path, _: ("ext", "append", path, path, "--uuid", NOTE),
    "seal": lambda path, _: ("seal", path),
    "index": lambda path, _: ("footer", "index", "add", path),
    "add": lambda path, _: ("footer", "add", path),
    "add another": lambda path, _: ("footer", "add", "--design", "modular", path),
    "promote": lambda path, _: ("footer", "promote", path),
}  # fmt: skip


def call(*arguments: str | Path) -> int:
    return run([str(argument) for argument in arguments])


@pytest.fixture(params=BESIDE)
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path = tmp_path / "a.parquet"
    path.write_bytes(with_design(nested_file(3), str(request.param)))
    return path


@pytest.mark.parametrize("name", RENEWED)
def test_it_is_built_anew(name: str, path: Path, tmp_path: Path) -> None:
    out, before = tmp_path / "out.parquet", path.read_bytes()
    assert call(*RENEWED[name](path, out)) == 0
    [new, *_] = sorted(out.iterdir()) if out.is_dir() else [out if out.exists() else path]
    assert new.read_bytes() != before
    footer = read_footer(new)
    assert footer.form is Form.DUAL
    assert verify_footer(footer).findings == ()
    assert call("verify", "--data", new) == 0
    assert footer.place()["column"].to_pylist()[-1] == footer.num_columns - 1
    plain = new.read_bytes()[: footer.offset] + revert(footer)
    assert pq.read_table(pa.BufferReader(plain)).equals(pq.read_table(new))


def test_an_undone_change_gives_the_old_design_back(path: Path, tmp_path: Path) -> None:
    before, undo = path.read_bytes(), tmp_path / "undo"
    assert call("set", path, "--key", "k=v", "--undo-to", undo) == 0
    assert call("set", path, "--undo", undo) == 0
    assert path.read_bytes() == before


@pytest.mark.parametrize("name", REFUSED)
def test_it_is_refused_and_nothing_is_touched(
    name: str, path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = path.read_bytes()
    assert call(*REFUSED[name](path, tmp_path / "out.parquet")) == 4
    assert path.read_bytes() == before
    assert "refused: " in capsys.readouterr().err


@pytest.fixture(scope="module", params=BESIDE)
def encoded(request: pytest.FixtureRequest) -> bytes:
    """A file with second encodings, and a design beside the Thrift that tells of them."""
    sink, table = io.BytesIO(), pa.table({"price": [at / 100 for at in range(3000)]})
    pq.write_table(table, sink, row_group_size=1500, use_dictionary=False)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "a.parquet"
        path.write_bytes(sink.getvalue())
        assert call("encoding", "add", path, "--columns", "price", "--encoding", "alp") == 0
        assert call("footer", "add", "--design", str(request.param), path) == 0
        return path.read_bytes()


def test_verbs_of_encodings_build_the_design_anew(encoded: bytes, tmp_path: Path) -> None:
    """From the file that they make: so what was damaged, or taken out and put in again, has the bytes that it had."""
    path = tmp_path / "a.parquet"
    path.write_bytes(encoded)
    design = read_footer(path).second.design
    assert design is not None
    damaged = bytearray(encoded)
    damaged[200] ^= 1  # of a page of the new encoding
    path.write_bytes(damaged)
    assert call("encoding", "verify", path) == 1
    for verb in (("repair",), ("strip",), ("add", "--columns", "price", "--encoding", "alp")):
        assert call("encoding", verb[0], path, *verb[1:]) == 0
        assert call("verify", "--data", path) == 0
        assert (path.read_bytes() == encoded) is (verb != ("strip",))
    assert call("encoding", "ratify", path) == 0
    assert call("verify", "--data", path) == 0
    made = read_footer(path).second.design
    assert made is not None
    assert made.name == design.name


@pytest.mark.parametrize("design", ["modular", "parx", "thrift"])
def test_a_design_beside_the_thrift_is_not_converted(
    design: str, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = path.read_bytes()
    assert call("footer", "convert", path, "--design", design) == 4
    assert path.read_bytes() == before
    assert "`inlay footer revert` gives it a plain Thrift footer first" in capsys.readouterr().err


def test_files_of_several_forms_become_plain(path: Path, tmp_path: Path) -> None:
    other, out = tmp_path / "b.parquet", tmp_path / "out.parquet"
    other.write_bytes(nested_file(3))
    assert call("concat", path, other, "-o", out) == 0
    assert read_footer(out).form is Form.THRIFT


@pytest.mark.parametrize("command", [("seal",), ("footer", "index", "add")])
def test_a_slot_that_is_taken_is_not_shared(
    command: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.parquet"
    path.write_bytes(nested_file(1))
    assert call(*command, path) == 0
    before = path.read_bytes()
    assert call("footer", "add", "--design", "modular", path) == 4
    assert "`inlay ext strip` takes it out" in capsys.readouterr().err
    assert path.read_bytes() == before


@pytest.mark.parametrize("name", [*NOT_BESIDE, "no such design"])
def test_other_designs_have_another_place(name: str) -> None:
    with pytest.raises(RequestError, match=r"not put beside a Thrift footer|there are modular"):
        choose_design(name)


def test_a_dry_run_changes_nothing(path: Path, tmp_path: Path) -> None:
    plain = tmp_path / "plain.parquet"
    plain.write_bytes(nested_file(1))
    before = plain.read_bytes(), path.read_bytes()
    assert call("footer", "add", "--design", "modular", "--dry-run", plain) == 0
    assert call("footer", "revert", "--dry-run", path) == 0
    assert (plain.read_bytes(), path.read_bytes()) == before


@pytest.mark.parametrize("name", BESIDE)
@pytest.mark.parametrize("back", [False, True])
def test_the_file_is_old_or_new_whatever_call_fails(name: str, back: bool) -> None:
    plain = nested_file(1)
    old = with_design(plain, name) if back else plain
    step = revert if back else partial(add_design, name=name)

    def change(system: Shim) -> None:
        change_form(PATH, step, target=Target(), system=system)

    new, count = changed_by(change, old)
    assert opened(new).form is (Form.THRIFT if back else Form.DUAL)
    assert_never_lost(change, old, new, count, step=3)
