"""The compiled modules of an archive, unpacked where the system can load them: once for each machine and user.

What lies there will be executed. So the folder is this user's alone, it is found by the digest of what belongs into
it, and every file is held against its own digest before it is used. Where anything is not as it has to be (another
interpreter or platform, no such folder), pure Python does the work, as ever.
"""

from __future__ import annotations

import json
import os
import stat
import tempfile
import zipfile
from contextlib import suppress
from hashlib import sha256
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Final

from inlay_runtime.core import is_pure_asked

MANIFEST: Final = "inlay_native.json"
"""The digests of the compiled modules of an archive, by their names in it."""


def find_native(package: str, path: list[str]) -> None:
    """Adds the folder with the compiled modules of `package` to its `__path__`, if there can be one."""
    archive = archive_in_use()
    if archive is None or is_pure_asked():
        return
    with suppress(OSError, ValueError, KeyError, zipfile.BadZipFile):
        folder = unpack(archive, package.replace(".", "/"))
        if folder is not None:
            path.append(str(folder))


def archive_in_use() -> Path | None:
    """The archive that this very module was imported from."""
    here = Path(__file__).absolute()  # on an executor it is ./inlay.zip/...
    return next((parent for parent in here.parents if zipfile.is_zipfile(parent)), None)


def unpack(archive: Path, package: str) -> Path | None:
    """The folder with the modules of a package, as `inlay/variant`; None where none fits this interpreter.

    Raises OSError where they can be unpacked nowhere, ValueError or KeyError for an archive that was not written by
    `inlay_spark.session.archive`.
    """
    with zipfile.ZipFile(archive) as opened:
        manifest = opened.read(MANIFEST)
        digests: dict[str, str] = json.loads(manifest)
        wanted = {
            name: digest
            for name, digest in digests.items()
            if name.rpartition("/")[0] == package and name.endswith(EXTENSION_SUFFIXES[0])
        }
        if not wanted:
            return None
        folder = find_private_folder() / sha256(manifest).hexdigest()[:32] / package
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for name, digest in wanted.items():
            _put(folder / name.rpartition("/")[2], opened, name, digest)
    return folder


def find_private_folder() -> Path:
    """A folder that nobody else can write. Raises OSError where there is none to be had."""
    problem: OSError | None = None
    for base in (Path(tempfile.gettempdir()), Path(os.path.expanduser("~/.cache"))):
        folder = base / f"inlay-native-{os.geteuid()}"
        try:
            folder.mkdir(mode=0o700, exist_ok=True)
            # Somebody may have been there before: with a link, or with a folder that is theirs.
            status = folder.lstat()
        except OSError as error:
            problem = error
            continue
        is_ours = stat.S_ISDIR(status.st_mode) and status.st_uid == os.geteuid()
        if is_ours and not status.st_mode & 0o077:
            return folder
        problem = PermissionError(f"{folder} is not this user's alone")
    assert problem is not None
    raise problem


def _put(target: Path, archive: zipfile.ZipFile, name: str, digest: str) -> None:
    """Many workers come here at once: each looks, and puts a whole file in place if there is none."""
    try:
        if sha256(target.read_bytes()).hexdigest() == digest:
            return
    except FileNotFoundError:
        pass
    data = archive.read(name)
    if sha256(data).hexdigest() != digest:
        raise ValueError(f"{name} is not what the archive says it is")
    aside = target.with_name(f".{target.name}.{os.urandom(6).hex()}")
    with open(os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(data)
    aside.replace(target)
