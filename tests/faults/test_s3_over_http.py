"""The same through s3fs and HTTP, where s3fs is installed."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest

from inlay.__main__ import run
from inlay.changes.rewrite import s3_objects
from tests.faults.files import small_file
from tests.faults.s3_emulation import S3Emulation
from tests.support.quick_stores import forget_clients

s3fs = import_module("s3fs")
PLACE = ("lake", "year=1/part.parquet")
URL = "s3://" + "/".join(PLACE)


@pytest.fixture
def s3(bucket: S3Emulation) -> S3Emulation:
    bucket.objects[PLACE] = small_file()
    return bucket


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


ATTRIBUTES = {
    "Metadata": {"owner": "sre", "run": "42"},
    "ContentType": "application/vnd.apache.parquet",
    "CacheControl": "max-age=60",
    "ContentDisposition": "attachment",
    "StorageClass": "STANDARD_IA",
    "ServerSideEncryption": "aws:kms",
    "SSEKMSKeyId": "arn:aws:kms:key/1",
    "Tagging": "retain=7y&team=a%26b",
}


@pytest.mark.parametrize("smallest_part", [1, 5 << 20], ids=["parts", "whole"])
def test_what_an_object_has_beside_its_bytes_is_kept(
    smallest_part: int, s3: S3Emulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(s3_objects, "SMALLEST_PART", smallest_part)
    s3.attributes[PLACE] = dict(ATTRIBUTES)
    for step in ("add", "revert"):
        assert run(["footer", step, URL]) == 0
        assert s3.attributes[PLACE] == ATTRIBUTES
    assert run(["footer", "add", URL, "-o", "s3://lake/other"]) == 0
    assert s3.attributes["lake", "other"] == ATTRIBUTES


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda s3: s3.attributes.update({PLACE: {"ObjectLockMode": "COMPLIANCE"}}), "locked"),
        (lambda s3: s3.acls.update({PLACE: ["them"]}), "ACL"),
        (lambda s3: s3.refused.update(get_object_tagging=403), "s3:GetObjectTagging"),
    ],
    ids=["lock", "ACL", "tags that may not be read"],
)
def test_what_cannot_be_kept_is_a_reason_to_refuse(
    spoil: Callable[[S3Emulation], None],
    said: str,
    s3: S3Emulation,
    capsys: pytest.CaptureFixture[str],
) -> None:
    spoil(s3)
    for more in ([], ["--dry-run"]):
        assert run(["footer", "add", URL, *more]) == 4
        told = capsys.readouterr().err
        assert told.startswith(f"error: {URL}: refused: ")
        assert said in told
        assert "--allow attributes" in told
    assert s3.objects == {PLACE: small_file()}
    assert run(["footer", "add", URL, "-o", "s3://lake/other"]) == 0
    assert run(["footer", "add", URL, "--allow", "attributes"]) == 0


def test_a_store_without_tags_and_acls_is_none_the_worse(s3: S3Emulation) -> None:
    s3.refused.update(get_object_tagging=501, get_object_acl=501)
    assert run(["footer", "add", URL]) == 0


def test_a_small_change_takes_few_requests(s3: S3Emulation) -> None:
    """And as few in a folder of many objects."""
    s3.objects |= {("lake", f"year=1/part-{at}.parquet"): b"" for at in range(3_500)}
    s3.objects["lake", "other/part.parquet"] = b""
    s3.calls.clear()
    assert run(["footer", "add", URL]) == 0
    assert s3.calls.count("list_objects_v2") <= 4
    assert s3.calls.count("get_object") == 1
    assert len(s3.calls) <= 10, s3.calls


@pytest.mark.parametrize(
    ("key", "is_table"),
    [
        ("_delta_log/0.json", True),
        ("year=1/_delta_log/0.json", True),
        ("metadata/v1.metadata.json", True),
        ("metadata/zz.metadata.json.gz", True),
        ("schema/schema-0", True),
        (".hoodie/hoodie.properties", True),
        ("_delta_log.json", False),
        ("_delta_logs/0.json", False),
        ("metadata/readme.json", False),
        ("metadata/old/v1.metadata.json", False),
        ("z/_delta_log/0.json", False),
    ],
)
def test_a_table_is_found_by_the_keys_that_are_there(
    key: str, is_table: bool, s3: S3Emulation
) -> None:
    for other in ("year=1/_SUCCESS", "year=1/a", "year=1/nn", "_d", "zz"):
        s3.objects["lake", other] = b""
    s3.objects["lake", key] = b"{}"
    assert run(["footer", "add", URL, "--dry-run"]) == (4 if is_table else 0)


def test_uploads_that_a_kill_left_are_aborted_and_those_of_others_not(
    s3: S3Emulation, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(s3_objects, "SMALLEST_PART", 1)
    theirs = s3.create_multipart_upload(*PLACE)["UploadId"]
    call = s3fs.S3FileSystem.call_s3

    def dying(self: object, method: str, *arguments: object, **more: object) -> object:
        if method in ("complete_multipart_upload", "abort_multipart_upload", "delete_object"):
            raise OSError("the process is gone")
        return call(self, method, *arguments, **more)

    monkeypatch.setattr(s3fs.S3FileSystem, "call_s3", dying)
    assert run(["footer", "add", URL]) == 6
    assert len(s3.uploads) == 2
    assert len(s3.objects) == 2
    monkeypatch.setattr(s3fs.S3FileSystem, "call_s3", call)
    capsys.readouterr()
    assert run(["recover", URL]) == 0
    assert "left over from an interrupted rewrite" in capsys.readouterr().out
    assert list(s3.uploads) == [theirs]
    assert s3.objects == {PLACE: small_file()}
    assert run(["recover", URL]) == 0
    assert "nothing to recover" in capsys.readouterr().out


def test_the_object_that_is_wrong_is_the_one_that_is_named(
    s3: S3Emulation, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["footer", "add", URL]) == 0
    assert run(["footer", "add", URL, "-o", "s3://lake/other"]) != 0
    assert capsys.readouterr().err.startswith(f"error: {URL}: ")
    assert run(["footer", "revert", URL, "-o", URL, "--overwrite"]) == 4
    assert "OUT and FILE are the same file" in capsys.readouterr().err


def test_no_credentials_and_no_endpoint_are_one_sentence(
    s3: S3Emulation, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("AWS_MAX_ATTEMPTS", "1")
    monkeypatch.setattr(s3fs.core.S3FileSystem, "retries", 1, raising=False)
    commands = (["inspect"], ["footer", "show"], ["footer", "add"], ["verify"], ["recover"])
    with monkeypatch.context() as without:
        for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
            without.delenv(name)
        without.setenv("AWS_EC2_METADATA_DISABLED", "true")
        without.setenv("AWS_SHARED_CREDENTIALS_FILE", "/nonexistent")
        without.setenv("AWS_CONFIG_FILE", "/nonexistent")
        for command in commands:
            forget_clients()
            assert run([*command, URL]) == 6, command
            said = capsys.readouterr().err
            assert said.startswith(f"error: {URL}: "), said
            assert "credentials" in said
            assert said.count("\n") == 1
    monkeypatch.setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:9")
    forget_clients()
    for command in commands[:3]:
        assert run([*command, URL]) == 6
        said = capsys.readouterr().err
        assert "Could not connect" in said
        assert said.count("\n") == 1
