"""Files that include each other become modules that import each other, whichever is imported first."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from inlayc.base.settings import settings_from
from tests.support.quick_compile import compile_quickly

RUNTIME = Path(__file__).parents[2] / "runtime"

THREE = {
    "a": 'include "b.fbs"; enum Ea : byte { X, Y } union Ua { Tb, Tc } table Ta { tb: Tb; u: Ub; e: Ec = Q; }',
    "b": 'include "c.fbs"; include "alone.fbs"; enum Eb : byte { O, P } union Ub { Ta, Again: Ta }'
    " table Tb { tc: Tc; e: Ea = Y; u: Ua; n: Alone; }",
    "c": 'include "a.fbs"; enum Ec : byte { M, Q } struct S { x: Ea; y: Eb; } table Tc { ta: Ta; s: S; u: Ub; e: Eb = P; }',
    "alone": "table Alone { x: int; }",
}
CHECK = """
from p import a, b, c
s = c.S(x=a.Ea.Y, y=b.Eb.O)
value = a.Ta(tb=b.Tb(tc=c.Tc(s=s, u=b.UbAgain(a.Ta())), u=c.Tc()), u=b.UbTa(a.Ta(e=c.Ec.M)))
assert a.Ta.decode(value.encode()) == value
assert a.Ta().e is c.Ec.Q and b.Tb(e=None).e is a.Ea.Y and c.Tc().e is b.Eb.P
"""


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("circle")
    for name, text in THREE.items():
        (folder / f"{name}.fbs").write_text(text, encoding="utf-8")
    settings = settings_from({"sources": ["a.fbs"], "package": "p"}, folder)
    for path, code in compile_quickly(settings).items():
        (folder / path).parent.mkdir(exist_ok=True)
        (folder / path).write_text(code, encoding="utf-8")
    return folder


@pytest.mark.parametrize("first", sorted(THREE))
def test_any_module_may_be_imported_first(package: Path, first: str) -> None:
    program = f"import sys; sys.path[:0] = [{str(RUNTIME)!r}]\nimport p.{first}\n{CHECK}"
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=package, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr


def test_only_modules_of_the_circle_are_imported_late(package: Path) -> None:
    lines = (package / "p" / "b.py").read_text(encoding="utf-8").splitlines()
    classes = next(at for at, line in enumerate(lines) if line.startswith("class "))
    imports = [at for at, line in enumerate(lines) if line.startswith("from p import")]
    assert [lines[at] for at in imports if at < classes] == ["from p import alone"]
    assert [lines[at] for at in imports if at > classes] == ["from p import a, c"]
