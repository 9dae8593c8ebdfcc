"""`inlay footer convert` on objects, and the questions to footers that lie in a store."""

from __future__ import annotations

import io
from functools import partial
from pathlib import Path

import pyarrow.parquet as pq
import pytest

import inlay
from inlay.__main__ import run
from inlay.changes.rewrite import s3_objects
from inlay.footers.designs.equality import DIFFERENT, compare_answers
from inlay.verbs.set.footer_designs import list_targets
from tests.faults.s3_emulation import S3Emulation
from tests.faults.watched_bucket import WatchedBucket
from tests.footers.designs.files import contents_in, nested_file, walked
from tests.ground.files.web_servers import Ranges
from tests.support.http_servers import serving

PLACE, OTHER = ("lake", "part.parquet"), ("lake", "other.parquet")
URL, OTHER_URL = ("s3://" + "/".join(place) for place in (PLACE, OTHER))
FILE = nested_file()
DESIGNS = list(list_targets())
NEW = [design for design in DESIGNS if design != "thrift"]


@pytest.fixture(params=[1, 5 << 20], ids=["parts", "whole"])
def stored(
    request: pytest.FixtureRequest, bucket: S3Emulation, monkeypatch: pytest.MonkeyPatch
) -> S3Emulation:
    monkeypatch.setattr(s3_objects, "SMALLEST_PART", request.param)
    bucket.objects[PLACE] = FILE
    return bucket


def convert(*arguments: str | Path) -> int:
    return run(["footer", "convert", *map(str, arguments)])


@pytest.mark.parametrize("design", NEW)
def test_there_and_back(design: str, stored: S3Emulation, tmp_path: Path) -> None:
    assert convert(URL, "--design", design, "--dry-run") == 0
    assert stored.objects == {PLACE: FILE}
    assert convert(URL, "--design", design) == 0
    local = tmp_path / "local.parquet"
    local.write_bytes(FILE)
    assert convert(local, "--design", design) == 0
    assert stored.objects == {PLACE: local.read_bytes()}
    assert inlay.read_table(URL).equals(pq.read_table(io.BytesIO(FILE)))
    assert inlay.open(URL).form.value == design
    assert convert(URL, "--design", design) == 0
    assert convert(URL, "--design", "thrift") == 0
    assert stored.objects == {PLACE: FILE}
    assert not stored.uploads


@pytest.mark.parametrize("design", NEW)
def test_to_another_object(design: str, stored: S3Emulation) -> None:
    assert convert(URL, "--design", design, "-o", OTHER_URL) == 0
    assert stored.objects[PLACE] == FILE
    assert inlay.open(OTHER_URL).form.value == design
    assert convert(URL, "--design", design, "-o", OTHER_URL) == 4, "it is there"
    assert convert(OTHER_URL, "--design", "thrift", "-o", OTHER_URL, "--overwrite") in (0, 4)


def test_a_local_file_becomes_an_object(stored: S3Emulation, tmp_path: Path) -> None:
    local = tmp_path / "local.parquet"
    local.write_bytes(FILE)
    assert convert(local, "--design", "parx", "-o", OTHER_URL) == 0
    assert inlay.open(OTHER_URL).form.value == "parx"
    assert local.read_bytes() == FILE
    assert convert(URL, "--design", "parx", "-o", tmp_path / "out.parquet") == 4
    assert convert(URL, "--design", "parx", "--in-place") == 4


def test_whatever_changes_meanwhile_nothing_is_written_over(
    stored: S3Emulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = FILE[:-9] + b"z" + FILE[-8:]
    watched = WatchedBucket(stored, monkeypatch)
    assert convert(URL, "--design", "parx") == 0
    count, expected = len(watched.made), stored.objects[PLACE]
    for at in range(count):
        stored.objects = {PLACE: FILE}
        watched.made.clear()
        watched.before = {at: lambda: stored.objects.update({PLACE: other})}
        code = convert(URL, "--design", "parx")
        assert stored.objects[PLACE] in ((expected, other) if code == 0 else (other,))
        assert not stored.uploads


@pytest.mark.parametrize("design", NEW)
def test_it_is_read_from_a_server(design: str, tmp_path: Path) -> None:
    path = tmp_path / "file.parquet"
    path.write_bytes(FILE)
    assert convert(path, "--design", design) == 0
    with serving(partial(Ranges, directory=str(tmp_path))) as url:
        footer = inlay.open(f"{url}/file.parquet")
        assert footer.form.value == design
        answers = compare_answers(footer, walked(FILE, contents_in(FILE)))
        assert DIFFERENT not in answers.values()
        assert inlay.read_table(f"{url}/file.parquet").num_rows == 120
        assert run(["verify", f"{url}/file.parquet"]) == 0
