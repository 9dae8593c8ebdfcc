"""A footer is pickled and copied as its bytes and the name of its file: what it says is the same everywhere."""

from __future__ import annotations

import copy
import io
import pickle
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final

import fsspec
import pyarrow as pa
import pytest

import inlay
from inlay.__main__ import run
from inlay.footers.designs.long_footer import LongFooter
from inlay.footers.footer import Footer, Form
from inlay.footers.footer.errors import EncryptedFooterError, FooterError
from inlay.footers.footer.trailer import tail_of
from inlay_runtime.errors import InlayError, RequestError
from tests.changes.life_cycle.every_form import files_of_every_form
from tests.faults.files import small_file
from tests.footers.designs.files import contents_in
from tests.footers.designs.modular_files import footer_in
from tests.footers.designs.test_modular_files import wide_file


def pickled(footer: Footer) -> Footer:
    sent: Footer = pickle.loads(pickle.dumps(footer))
    return sent


def deeply(footer: Footer) -> Footer:
    return copy.deepcopy(footer)


HOW: Final[Mapping[str, Callable[[Footer], Footer]]] = {
    "pickle": pickled,
    "deepcopy": deeply,
    "copy": copy.copy,
}


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("forms")
    paths: dict[str, Path] = {}
    for name, data in files_of_every_form(folder).items():
        paths[name] = folder / f"{name}.parquet"
        paths[name].write_bytes(data)
    assert {form.value for form in Form if form is not Form.OTHER} <= paths.keys()  # see test_toy
    return paths


def says(footer: Footer) -> dict[str, object]:
    """All that a footer answers, or the error."""
    questions: dict[str, Callable[[Footer], object]] = {
        "form": lambda footer: footer.form,
        "place": lambda footer: (
            footer.path,
            footer.file_size,
            footer.offset,
            footer.vouched.data_end,
        ),
        "tail": Footer.tail,
        "frame": lambda footer: footer.frame,
        "thrift": lambda footer: footer.thrift,
        "findings": lambda footer: footer.findings,
        "flatbuffer": lambda footer: footer.flatbuffer,
        "root": lambda footer: footer.root,
        "crypto": lambda footer: (footer.crypto, footer.ciphertext),
        "extension": lambda footer: footer.struct().data,
        "chunks": lambda footer: footer.place().to_pylist(),
        "index": lambda footer: footer.page_index(0, 0),
        "shown": repr,
    }
    answers: dict[str, object] = {}
    for name, ask in questions.items():
        try:
            answers[name] = ask(footer)
        except InlayError as error:
            answers[name] = (type(error), str(error))
    return answers


def test_the_damaged_ones_are_damaged(files: dict[str, Path]) -> None:
    codes = {
        name: [finding.code for finding in inlay.open(path).findings]
        for name, path in files.items()
        if name != "a footer that cannot be decoded"
    }
    assert {name: code for name, code in codes.items() if code} == {
        "Thrift that is not vouched for": ["thrift-crc"],
        "a FlatBuffer that is damaged": ["data-crc"],
    }
    with pytest.raises(FooterError):
        _ = inlay.open(files["a footer that cannot be decoded"]).metadata


def report(footer: Footer) -> tuple[bytes, str, int | str]:
    """In another process."""
    try:
        rows: int | str = footer.num_rows
    except InlayError as error:
        rows = str(error)
    return footer.tail(), footer.form.value, rows


def raise_it(footer: Footer) -> object:
    return footer.metadata.num_rows


@pytest.mark.parametrize("how", HOW)
@pytest.mark.parametrize("is_asked_first", [False, True])
def test_a_copy_says_the_same(files: dict[str, Path], how: str, is_asked_first: bool) -> None:
    for name, path in files.items():
        footer = inlay.open(path)
        if is_asked_first:
            says(footer)
        other = HOW[how](footer)
        assert other == footer, name
        assert type(other) is type(footer)
        assert other.source == path
        assert says(other) == says(footer), name


def test_the_bytes_of_the_file_stay_where_they_are(files: dict[str, Path]) -> None:
    for name, path in files.items():
        data = path.read_bytes()
        padded = data[:4] + bytes(3_000_000) + data[4:]
        sources: list[Any] = [padded, memoryview(padded), io.BytesIO(padded), pa.py_buffer(padded)]
        for source in sources if name != Form.MODULAR.value else []:
            footer = inlay.open(source)
            says(footer)
            sent = pickle.dumps(footer)
            assert len(sent) < len(footer.data) + 1_000, name
            assert pickle.loads(sent).source is None


def test_what_was_computed_stays_where_it_is(files: dict[str, Path]) -> None:
    for form in ("thrift", "migration", "final", "modular"):
        footer = inlay.open(files[form])
        fresh = pickle.dumps(footer)
        says(footer)
        assert pickle.dumps(footer) == fresh
        other = deeply(footer)
        assert other.metadata is not footer.metadata
        other.metadata.num_rows = 7
        assert (footer.num_rows, other.num_rows) == (120, 7)
        assert deeply(other).num_rows == 120, "a copy says what the bytes say"
        assert copy.copy(footer).metadata is footer.metadata


def test_of_the_source_a_pickle_keeps_the_name(files: dict[str, Path]) -> None:
    path = files["thrift"]
    url = path.as_uri()
    for named in (path, str(path), url):
        kept = pickled(inlay.open(named))
        assert (kept.source, kept.path) == (named, str(named))
        assert kept.page_index(0, 0) is not None
    unopened: Any = fsspec.open(url)
    with path.open("rb") as file:
        for source in (file, path.read_bytes(), unopened):
            footer = inlay.open(source)
            kept = pickled(footer)
            assert kept.source is None
            with pytest.raises(RequestError, match="open the file again"):
                kept.page_index(0, 0)
            assert deeply(footer).source is source
            assert deeply(footer).page_index(0, 0) is not None


def test_a_relative_path_means_the_same_in_another_folder(
    files: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where another file of that name, and even of that size, waits."""
    data = files["thrift"].read_bytes()
    metadata = inlay.open(data).metadata
    metadata.created_by = (metadata.created_by or "")[::-1]
    other = data[: inlay.open(data).offset] + tail_of(metadata.encode())
    assert (len(other), other != data) == (len(data), True)
    for folder, content in (("here", data), ("there", other)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "a.parquet").write_bytes(content)
    for source in ("a.parquet", "./a.parquet", "../here/a.parquet", Path("a.parquet"), "file:a.parquet"):  # fmt: skip
        monkeypatch.chdir(tmp_path / "here")
        footer = inlay.open(source)
        expected = inlay.open(source).page_index(0, 0)
        sent = pickle.dumps(footer)
        monkeypatch.chdir(tmp_path / "there")
        kept = pickle.loads(sent)
        assert (kept.path, kept) == (footer.path, footer)
        assert kept.page_index(0, 0) == expected
        if source == "../here/a.parquet":
            continue
        # The one that stayed in this process would read the file that its path means now.
        with pytest.raises(FooterError, match="another footer now") as raised:
            footer.page_index(0, 0)
        assert raised.value.code == "changed"
        with pytest.raises(FooterError, match="another footer now"):
            inlay.prune(footer, "id > 1")


def test_a_file_that_was_replaced_is_not_read(long_file: Path, tmp_path: Path) -> None:
    """By one of the same size: also where only the end of the footer is read."""
    path = tmp_path / "replaced.parquet"
    path.write_bytes(long_file.read_bytes())
    footer = pickled(inlay.open(path))
    assert isinstance(footer, LongFooter)
    data = bytearray(path.read_bytes())
    data[-9] ^= 1
    path.write_bytes(data)
    with pytest.raises(FooterError, match="another footer now"):
        _ = footer.data


def test_no_secret_of_a_file_system_travels(files: dict[str, Path]) -> None:
    """Whoever opens the file elsewhere needs credentials of their own."""
    secret = "a-secret-of-the-file-system"
    source: Any = fsspec.open(files["thrift"].as_uri(), secret=secret)
    assert secret.encode() in pickle.dumps(source)
    assert secret.encode() not in pickle.dumps(inlay.open(source))


@pytest.fixture(scope="module")
def long_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("long") / "long.parquet"
    file = wide_file()
    path.write_bytes(footer_in("modular", file, contents_in(file)))
    return path


def test_a_footer_that_is_not_all_read_is_sent_as_it_is(long_file: Path) -> None:
    footer = inlay.open(long_file)
    assert isinstance(footer, LongFooter)
    sent = pickle.dumps(footer)
    assert len(sent) < 70_000 < footer.file_size - footer.offset
    assert "data" not in vars(footer)
    other = pickle.loads(sent)
    assert (type(other), "data" in vars(other)) == (LongFooter, False)
    assert other.place([3]).equals(footer.place([3]))
    assert "data" not in vars(other)
    assert says(other) == says(footer) == says(deeply(footer))
    assert len(pickle.dumps(other)) > other.file_size - other.offset
    assert "data" not in vars(deeply(inlay.open(long_file)))


def test_from_bytes_all_of_it_is_sent(long_file: Path) -> None:
    footer = inlay.open(long_file.read_bytes())
    assert isinstance(footer, LongFooter)
    other = pickled(footer)
    assert other.source is None
    assert other.metadata == footer.metadata


def test_without_its_file_it_says_so(long_file: Path, tmp_path: Path) -> None:
    gone = tmp_path / "gone.parquet"
    gone.write_bytes(long_file.read_bytes())
    footer = pickled(inlay.open(gone))
    gone.unlink()
    with pytest.raises(FileNotFoundError, match=r"gone\.parquet"):
        _ = footer.data


def test_a_pickle_of_a_footer_of_a_scan(files: dict[str, Path]) -> None:
    footer = inlay.open(files["thrift"])
    plain = Footer.plain(footer.path, footer.file_size, footer.data)
    assert pickled(plain) == plain == copy.copy(plain) == deeply(plain)
    assert pickled(plain).metadata == footer.metadata


def test_another_process_says_the_same(files: dict[str, Path]) -> None:
    """One that was not forked: all that it knows came in the pickle."""
    footers = [inlay.open(path) for path in files.values()]
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        assert list(pool.map(report, footers)) == [report(footer) for footer in footers]
        # Errors come back as they are: one that could not be unpickled would break the pool.
        failed = pool.submit(raise_it, inlay.open(files["encrypted"]))
        assert isinstance(failed.exception(), EncryptedFooterError)
        back = list(pool.map(copy.copy, footers))
    assert back == footers


def test_a_verification_comes_back_equal(tmp_path: Path) -> None:
    """With what it says of extensions, too."""
    path = tmp_path / "sealed"
    path.write_bytes(small_file())
    assert run(["seal", str(path)]) == 0
    verification = inlay.verify(path)
    assert verification.extensions
    assert pickle.loads(pickle.dumps(verification)) == verification
