"""What the type checkers of users say, in one run of each: starting one takes far longer than what it has to look at here.

It looks at all emitted shapes, at what may be said to `replace`, and at the Python of the README and the guides.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from inlayc.base.settings import settings_from
from tests.docs.pages import PAGES, ROOT, steps_of
from tests.flat.compiled import IDL
from tests.support.quick_compile import compile_quickly

GOLDEN = ROOT / "tests" / "golden"
FLAT = (
    *sorted((GOLDEN / "emitted_flat").glob("*.fbs")),
    *(IDL / name for name in ("kitchen.fbs", "interop.fbs", "circle_a.fbs")),
)
EQUAL = Path(__file__).with_name("equal_names")
LAYERS = [str(ROOT / name) for name in ("runtime", "generated", "variant", "toolkit", "typings")]
EMITTED = ("builtin_names.py", "defaults.py", "extension_alias.py", "maps.py", "services.py")

PROGRAM = """
import pyarrow as pa

import inlay
from inlay import Footer, InlayError, errors, variant
from parquet_format.parquet import FileMetaData

footer: Footer = inlay.open("f.parquet")
metadata: FileMetaData = inlay.read_metadata("f.parquet")
schema: pa.Schema = footer.schema_arrow
groups: int = footer.num_row_groups + footer.num_columns + footer.num_rows + len(footer.row_groups)
text: str = footer.to_json()
batches: pa.RecordBatchReader = inlay.scan_footers("lake")
rows: pa.RecordBatchReader = inlay.iter_batches("f.parquet")
kinds: list[type[InlayError]] = [errors.FooterError, errors.RefusedError, errors.FooterPathError]
scalar: type[variant.VariantScalar] = variant.VariantScalar
try:
    footer.validate()
except errors.FooterError as error:
    print(error.path, error.offset + 1, error.finding.what)
"""
"""What no page shows, as a user would write it."""

BEGINNING = """\
from emitted import defaults, extension_alias, services
from inlay_runtime.extension import Extension
from parquet_format import footer, parquet
from typed_both_fbs import both as tables, left as left_table, right as right_table
from typed_both_thrift import both, left, right
from typed_fixed import fixed

def changed(
    key: parquet.KeyValue,
    empty: parquet.StringType,
    absent: defaults.Defaults,
    alias: extension_alias.ColumnMetaData,
    table: footer.KeyValue,
    point: fixed.Point,
    calculator: services.Calculator,
    text: str | None,
) -> None:
"""
ALLOWED = [
    "key.replace()",
    "key.replace(key='k', value=None)",
    "key.replace(value=text, extension=Extension(b''))",
    "key.replace(key='k').replace(key='l').key.upper()",
    "empty.replace()",
    "absent.replace(compressed=None, name=None)",
    "alias.replace(vendor_extension=b'')",
    "table.replace(key='k', val=None)",
    "point.replace(x=1)",
    "calculator.add(1, other=2).bit_length()",
    "calculator.list_([services.FIRST], b'').values()",
    "both.T(one=left.T(x=1), two=right.T(y=''), either=left.T()).inner",
    "tables.T(one=left_table.T(x=1), two=right_table.T(y=''), either=left_table.T()).inner",
]
REFUSED = [
    "key.replace(kye='k')",
    "key.replace(key=3)",
    "key.replace(key=None)",
    "key.replace(key=text)",
    "key.replace('k')",
    "key.replace(extension=b'')",
    "key.replace(key='k').kye",
    "empty.replace(extension=None)",
    "absent.replace(compressed='yes')",
    "alias.replace(vendor_extension='')",
    "table.replace(kye='k')",
    "table.replace(key=1)",
    "point.replace(w=1)",
    "point.replace(x='1')",
    "calculator.add('1', 2)",
    "calculator.zip().real",
    "calculator.list()",
    "both.T(one=right.T())",
    "both.T(one=left.T(), either=both.T(one=left.T()))",
    "tables.T(one=right_table.T())",
    "tables.T(one=left_table.T(), rights=[left_table.T()])",
]
FIRST_REFUSED = BEGINNING.count("\n") + len(ALLOWED) + 1
EXPECTED = {("cases.py", FIRST_REFUSED + at) for at in range(len(REFUSED))}
"""Every other line of every file passes."""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("typed")
    for idl in FLAT:
        write_package(folder, idl, f"typed_{idl.stem}")
    for idl in (EQUAL / "both.fbs", EQUAL / "both.thrift"):
        write_package(folder, idl, f"typed_both_{idl.suffix[1:]}")
    (folder / "nothing.fbs").write_text("namespace a;")
    write_package(folder, folder / "nothing.fbs", "typed_nothing")
    many = " ".join(f"x{number}: int;" for number in range(300))
    (folder / "many.fbs").write_text(f"table T {{ {many} }} struct S {{ {many} }}")
    write_package(folder, folder / "many.fbs", "typed_many")
    (folder / "emitted").mkdir()
    for name in ("__init__.py", *EMITTED):
        emitted = (GOLDEN / "emitted" / name).read_bytes() if name in EMITTED else b""
        (folder / "emitted" / name).write_bytes(emitted)
    (folder / "cases.py").write_text(
        BEGINNING + "".join(f"    {line}\n" for line in (*ALLOWED, *REFUSED))
    )
    (readme,) = (steps_of(page.read_text(encoding="utf-8")) for page in PAGES[:1])
    (declaration,) = (step.text for step in readme if step.language == "fbs")
    (folder / "notes.fbs").write_text(declaration)
    write_package(folder, folder / "notes.fbs", "vendor_format")
    (folder / "program.py").write_text(PROGRAM)
    for page in (*PAGES, ROOT / "docs" / "errors.md"):
        code = [
            step.text for step in steps_of(page.read_text("utf-8")) if step.language == "python"
        ]
        assert code, page
        (folder / f"{page.stem.lower()}.py").write_text("\n".join(code), encoding="utf-8")
    settings = {
        "include": ["."],
        "strict": ["typed_*"],
        "typeCheckingMode": "standard",
        "pythonVersion": "3.11",
        "extraPaths": LAYERS,
        "stubPath": str(ROOT / "typings"),
        "reportUnusedExpression": False,
    }
    (folder / "pyrightconfig.json").write_text(json.dumps(settings))
    users_code = "".join(path.read_text(encoding="utf-8") for path in folder.rglob("*.py"))
    assert not re.findall(
        rf"^ *(?:from|import) (?:{'|'.join(OF_OURS_ALONE)})\b", users_code, re.MULTILINE
    )
    (folder / "mypy.ini").write_text(
        "".join(
            f"[mypy-{name}.*]\nfollow_imports = skip\nfollow_imports_for_stubs = True\n"
            for name in OF_OURS_ALONE
        )
    )
    return folder


def write_package(folder: Path, idl: Path, package: str) -> None:
    settings = settings_from({"sources": [idl.name], "package": package}, idl.parent)
    (folder / package).mkdir()
    for path, code in compile_quickly(settings).items():
        (folder / package / path.name).write_text(code, encoding="utf-8")


OF_OURS_ALONE = (
    "cryptography",
    "hypothesis",
    "numpy",
    "polars",
    "requests",
    "sqlalchemy",
    "urllib3",
)
"""What Inlay imports, and no line here: without their types, stubs too, mypy takes two thirds of the time."""

CACHE = ROOT / ".mypy_cache" / "users"
"""Of what users import and no test changes: without it, mypy reads pyarrow and the packages anew in each run."""

COMMANDS = {
    "mypy": ["--strict", "--config-file", "mypy.ini", "--cache-dir", str(CACHE), "."],
    "basedpyright": ["--pythonpath", sys.executable, "--level", "error"],
}


@pytest.mark.parametrize("checker", COMMANDS)
def test_users_see_the_errors_of_their_own(checker: str, project: Path) -> None:
    """A wrong name or type given to `replace` is one, and there is no other."""
    done = subprocess.run(
        [sys.executable, "-m", checker, *COMMANDS[checker]],
        cwd=project,
        env={**os.environ, "MYPYPATH": os.pathsep.join(LAYERS)},
        capture_output=True,
        text=True,
        check=False,
    )
    errors = re.findall(r"^\s*(\S+?):(\d+):(?:\d+ -)? error", done.stdout, re.MULTILINE)
    places = {(os.path.relpath(project / path, project), int(line)) for path, line in errors}
    assert places == EXPECTED, done.stdout
