"""Whether a file may get another one in its place, as far as the file itself does not say."""

from __future__ import annotations

import errno
import os
import stat

from inlay.changes.rewrite.names import folder_of
from inlay.ground.files.paths import is_url
from inlay.ground.refusals import RefusedError


def require_replaceable(path: str) -> None:
    """RefusedError for a symbolic link, PermissionError where this user can put nothing beside the file."""
    if is_url(path):
        return
    try:
        mode = os.lstat(path).st_mode
    except OSError:  # who reads it says so
        return
    if stat.S_ISLNK(mode):
        # The rename would put a file in its place.
        raise RefusedError(
            "link", f"it is a symbolic link; name the file itself: {os.readlink(path)}"
        )
    if not os.access(folder_of(path), os.W_OK | os.X_OK):
        raise PermissionError(
            errno.EACCES, "the user of this job may not create files in its folder", path
        )
