"""Without credentials, or with wrong ones, an error says where they were looked for and what to set, and nothing of what they are."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest

from inlay.ground.files.remote import wrap_error

errors: Any = import_module("botocore.exceptions")
translate: Any = import_module("s3fs.errors").translate_boto_error


@pytest.fixture(autouse=True)
def without(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_PROFILE"):
        monkeypatch.delenv(name, raising=False)


def refused(code: str, message: str) -> Exception:
    """As s3fs raises it."""
    answer = {"Error": {"Code": code, "Message": message}}
    error: Exception = translate(errors.ClientError(answer, "HeadObject"))
    return error


def test_none_were_found() -> None:
    said = str(wrap_error("s3://lake/a.parquet", errors.NoCredentialsError()).strerror)
    assert said == (
        "Unable to locate credentials: looked for AWS_ACCESS_KEY_ID (not set), AWS_SECRET_ACCESS_KEY (not set), ~/.aws and the role "
        "of this machine; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE to a profile of ~/.aws; for a public "
        """bucket, FSSPEC_S3='{"anon": true}'"""
    )


def test_a_half_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "mine")
    error = errors.PartialCredentialsError(provider="env", cred_var="AWS_SECRET_ACCESS_KEY")
    said = str(wrap_error("s3a://lake/a.parquet", error).strerror)
    assert "AWS_ACCESS_KEY_ID (set), AWS_SECRET_ACCESS_KEY (not set)" in said
    assert "mine" not in said


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("InvalidAccessKeyId", "The AWS Access Key Id you provided does not exist in our records."),
        ("SignatureDoesNotMatch", "The request signature we calculated does not match."),
        ("403", "Forbidden"),
        ("AccessDenied", "Access Denied"),
    ],
)
def test_the_store_refuses_them(code: str, message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    error = refused(code, message)
    said = str(wrap_error("s3://lake/a.parquet", error).strerror)
    assert (
        "the credentials come from ~/.aws or the role of this machine, and may not read it" in said
    )
    monkeypatch.setenv("AWS_PROFILE", "work")
    assert "from the profile work, and" in str(wrap_error("s3://lake/a.parquet", error).strerror)
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "mine")
    said = str(wrap_error("simplecache::s3://lake/a.parquet", error).strerror)
    assert "from AWS_ACCESS_KEY_ID, and" in said
    assert "mine" not in said


def test_other_errors_are_not_about_them() -> None:
    for url, error in (
        ("s3://lake/a.parquet", refused("SlowDown", "Please reduce your request rate.")),
        ("s3://lake/a.parquet", refused("NoSuchKey", "The specified key does not exist.")),
        ("https://host/a.parquet", PermissionError(13, "Forbidden")),
        ("s3://lake/a.parquet", errors.EndpointConnectionError(endpoint_url="http://127.0.0.1:9")),
    ):
        assert "AWS_" not in str(wrap_error(url, error).strerror), error


@pytest.mark.parametrize(
    ("url", "variable"),
    [
        ("gs://lake/a.parquet", "GOOGLE_APPLICATION_CREDENTIALS"),
        ("abfs://lake/a.parquet", "AZURE_STORAGE_ACCOUNT_KEY"),
    ],
)
def test_other_stores_have_their_own_variables(url: str, variable: str) -> None:
    said = str(wrap_error(url, PermissionError(13, "Forbidden")).strerror)
    assert variable in said
    assert "AWS" not in said
