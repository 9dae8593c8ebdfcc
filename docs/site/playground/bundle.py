"""What the browser gets besides Python: the compiler and what it needs, as they are installed here, in one archive.

All of it is plain Python. Where a package has compiled modules, too, they are left out, and its Python does the same.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from contextlib import chdir
from importlib.metadata import Distribution, distribution
from pathlib import Path
from typing import Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from docs.site.links import ROOT
from docs.site.playground.session import OUTPUT, Session
from inlayc.base.distribution import DISTRIBUTION

PACKAGES: Final = "packages"
"""The folder of the archive that Python imports from."""
PROJECT: Final = "project"
"""The folder of the archive in which IDLs are compiled."""
_OURS: Final = ("generator/inlayc", "runtime/inlay_runtime", "generated/parquet_format")
_SESSION: Final = "docs/site/playground/session.py"
_LEFT_OUT: Final = frozenset(
    {".so", ".pyd", ".dylib", ".pyc", ".pyi", ".pyx", ".pxd", ".pxi", ".c"}
)


def write_bundle(path: Path, examples: Mapping[str, str]) -> None:
    """The archive, the same for the same files. `examples` are texts by the names of their files."""
    with ZipFile(path, "w", ZIP_DEFLATED) as archive:
        for name, data in sorted(_list_files(examples)):
            archive.writestr(ZipInfo(name), data, ZIP_DEFLATED)


def _list_files(examples: Mapping[str, str]) -> Iterator[tuple[str, bytes]]:
    for folder in map(ROOT.joinpath, _OURS):
        for path in folder.rglob("*"):
            if path.is_file() and path.suffix not in _LEFT_OUT:
                inside = path.relative_to(folder.parent).as_posix()
                yield f"{PACKAGES}/{inside}", path.read_bytes()
    yield f"{PACKAGES}/{Path(_SESSION).name}", (ROOT / _SESSION).read_bytes()
    for each in list_distributions():
        for inside, path in _list_installed(each):
            yield f"{PACKAGES}/{inside}", path.read_bytes()
    for inside, code in compile_examples(examples).items():
        yield f"{PROJECT}/{OUTPUT}/{inside}", code.encode()


def list_distributions() -> list[Distribution]:
    """What the extra `compiler` asks for, and what that needs."""
    from packaging.requirements import Requirement

    found: dict[str, Distribution] = {}
    waiting = [(DISTRIBUTION, "compiler")]
    while waiting:
        name, extra = waiting.pop()
        for line in distribution(name).requires or ():
            requirement = Requirement(line)
            is_meant = requirement.marker is None or requirement.marker.evaluate({"extra": extra})
            if not is_meant or (extra and "extra ==" not in line) or requirement.name in found:
                continue
            found[requirement.name] = distribution(requirement.name)
            waiting.append((requirement.name, ""))
    return list(found.values())


def _list_installed(each: Distribution) -> Iterator[tuple[str, Path]]:
    """Its files that Python needs, and its licence."""
    for file in each.files or ():
        is_about = file.parts[0].endswith(".dist-info")
        is_kept = file.name == "METADATA" or "licenses" in file.parts or "LICENSE" in file.name
        if file.parts[0] != ".." and file.suffix not in _LEFT_OUT and (is_kept or not is_about):
            yield file.as_posix(), Path(str(each.locate_file(file)))


def compile_examples(examples: Mapping[str, str]) -> dict[str, str]:
    """The modules of each, by their paths: so the browser shows an example without laying it out."""
    files: dict[str, str] = {}
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        for name, text in examples.items():
            files |= Session().compile(name, text).files
    return files
