"""What a store says without credentials, or of wrong ones: where they were looked for, and what to set.

No word of a credential itself is said, only whether a variable is set.
"""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Mapping
from typing import Final, NamedTuple


class _Store(NamedTuple):
    """The variables that have credentials, the first of which tells whether they do; what else has them, and what to set."""

    variables: tuple[str, ...]
    elsewhere: str
    remedy: str


_AWS: Final = _Store(
    ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"),
    "~/.aws and the role of this machine",
    "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE to a profile of ~/.aws; for a public bucket, "
    """FSSPEC_S3='{"anon": true}'""",
)
_GOOGLE: Final = _Store(
    ("GOOGLE_APPLICATION_CREDENTIALS",),
    "the login of gcloud and the account of this machine",
    "set GOOGLE_APPLICATION_CREDENTIALS to a key file, or run `gcloud auth application-default login`",
)
_AZURE: Final = _Store(
    ("AZURE_STORAGE_ACCOUNT_KEY", "AZURE_STORAGE_CONNECTION_STRING", "AZURE_STORAGE_SAS_TOKEN"),
    "the login of Azure",
    "set AZURE_STORAGE_ACCOUNT_NAME and AZURE_STORAGE_ACCOUNT_KEY, or AZURE_STORAGE_CONNECTION_STRING",
)
_STORES: Final[Mapping[str, _Store]] = {
    **dict.fromkeys(("s3", "s3a", "s3n"), _AWS),
    **dict.fromkeys(("gs", "gcs"), _GOOGLE),
    **dict.fromkeys(("az", "abfs", "abfss", "adl", "wasb", "wasbs"), _AZURE),
}

_NONE: Final = re.compile(
    "locate credentials|artial credentials|config profile .* could not be found|default credentials were not found|"
    "Must provide either a connection_string or account_name"
)
_REFUSED: Final = re.compile(
    "Forbidden|Access ?Denied|ACCESS_DENIED|InvalidAccessKeyId|INVALID_ACCESS_KEY_ID|Access Key Id you provided does not exist|"
    "SignatureDoesNotMatch|SIGNATURE_DOES_NOT_MATCH|signature we calculated does not match|ExpiredToken|token .* has expired|"
    "does not have storage"
)


def explain_credentials(url: str, error: Exception, reason: str) -> str:
    """The `reason`, in one line; if it is about credentials of a store that is known, with where they come from and what to set."""
    store = _STORES.get(url.partition("::")[2].partition(":")[0] or url.partition(":")[0])
    if store is None:
        return reason
    if _NONE.search(reason):
        return f"{reason}: looked for {_say_where(store)}; {store.remedy}"
    is_refused = isinstance(error, OSError) and error.errno in (errno.EACCES, errno.EPERM)
    if is_refused or isinstance(error, PermissionError) or _REFUSED.search(reason):
        return (
            f"{reason}: the credentials come from {_say_whose(store)}, and may not read it, or may not know that it is not "
            f"there; for others, {store.remedy}"
        )
    return reason


def _say_where(store: _Store) -> str:
    states = [
        f"{name} ({'set' if os.environ.get(name) else 'not set'})" for name in store.variables
    ]
    return f"{', '.join(states)}, {store.elsewhere}"


def _say_whose(store: _Store) -> str:
    variable = next((name for name in store.variables if os.environ.get(name)), None)
    if variable is not None:
        return variable
    profile = os.environ.get("AWS_PROFILE") if store is _AWS else None
    return f"the profile {profile}" if profile else store.elsewhere.replace(" and ", " or ")
