"""What constructs of FlatBuffers look like in Python: one golden module beside each text, fully typed."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from inlayc.pipeline import compile_sources
from inlayc.settings import settings_from
from tests.flat.compiled import IDL
from tests.support.golden_files import check_golden

ROOT = Path(__file__).parents[2]
CORPUS = ROOT / "tests" / "golden" / "emitted_flat"
TEXTS = sorted(CORPUS.glob("*.fbs"))


def emitted(text: Path, package: str = "golden") -> dict[str, str]:
    settings = settings_from({"sources": [text.name], "package": package}, text.parent)
    return {path.name: code for path, code in compile_sources(settings).items()}


@pytest.mark.parametrize("text", TEXTS, ids=lambda path: path.stem)
def test_emitted_python(text: Path) -> None:
    check_golden(text, text.with_suffix(".py"), emitted(text)[f"{text.stem}.py"])


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All goldens and the schemas of these tests, each in a package of its own."""
    folder = tmp_path_factory.mktemp("typed")
    for text in (*TEXTS, *(IDL / name for name in ("kitchen.fbs", "interop.fbs", "circle_a.fbs"))):
        package = f"typed_{text.stem}"
        (folder / package).mkdir()
        for name, code in emitted(text, package).items():
            (folder / package / name).write_text(code, encoding="utf-8")
    shutil.copytree(ROOT / "runtime" / "inlay_runtime", folder / "inlay_runtime")
    (folder / "pyproject.toml").write_text(
        f"""\
[tool.mypy]
strict = true
python_version = "3.11"
mypy_path = "{ROOT / "typings"}"
[tool.basedpyright]
include = ["typed_*"]
typeCheckingMode = "strict"
pythonVersion = "3.11"
stubPath = "{ROOT / "typings"}"
""",
        encoding="utf-8",
    )
    return folder


@pytest.mark.parametrize(
    "command", [["mypy", "."], ["basedpyright", "-p", "."]], ids=["mypy", "basedpyright"]
)
def test_typed(command: list[str], packages: Path) -> None:
    program = Path(sys.executable).parent / command[0]
    if not program.exists():
        pytest.skip(f"{command[0]} is not installed")
    done = subprocess.run(
        [program, *command[1:]],
        cwd=packages,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
