"""The same through s3fs and HTTP, where s3fs is installed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from inlay.__main__ import run
from inlay.rewrite import s3_objects
from tests.faults.files import small_file
from tests.faults.s3_emulation import S3Emulation
from tests.faults.s3_server import serving

s3fs = pytest.importorskip("s3fs")
PLACE = ("lake", "year=1/part.parquet")
URL = "s3://" + "/".join(PLACE)


@pytest.fixture
def s3(monkeypatch: pytest.MonkeyPatch) -> Iterator[S3Emulation]:
    emulation = S3Emulation()
    emulation.objects[PLACE] = small_file()
    with serving(emulation) as endpoint:
        monkeypatch.setenv("AWS_ENDPOINT_URL", endpoint)
        monkeypatch.setenv("AWS_ACCESS_KEY_ID", "nobody")
        monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "nothing")
        s3fs.S3FileSystem.clear_instance_cache()
        yield emulation
        s3fs.S3FileSystem.clear_instance_cache()


@pytest.mark.parametrize("smallest_part", [1, 5 << 20], ids=["parts", "whole"])
def test_the_life_cycle(
    smallest_part: int, s3: S3Emulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(s3_objects, "SMALLEST_PART", smallest_part)
    for step in ("add", "promote", "finalize"):
        assert run(["footer", step, URL]) == 0
        assert run(["verify", URL]) == 0
    assert run(["footer", "revert", URL]) == 0
    assert s3.objects == {PLACE: small_file()}
    assert ("create_multipart_upload" in s3.calls) == (smallest_part == 1)


def test_another_object_and_one_that_is_there(s3: S3Emulation, tmp_path: Path) -> None:
    payload = tmp_path / "payload"
    payload.write_bytes(b"somebody's")
    append = ["ext", "append", URL, str(payload), "--raw", "-o", "s3://lake/other"]
    assert run(append) == 0
    assert run(append) == 4
    assert run(["ext", "strip", "s3://lake/other"]) == 0
    assert s3.objects["lake", "other"] == small_file()
    assert run(["footer", "add", "s3://lake/none"]) == 6


def test_a_store_that_ignores_conditions(
    s3: S3Emulation, capsys: pytest.CaptureFixture[str]
) -> None:
    s3.conditional = False
    assert run(["seal", URL]) == 4
    assert "If-Match" in capsys.readouterr().err
    assert s3.objects == {PLACE: small_file()}
