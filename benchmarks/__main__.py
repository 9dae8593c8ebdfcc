"""`make bench`: every table, printed and written to RESULTS.md beside this file.

`python -m benchmarks NAME ...` runs some of them, and leaves the others in the file as they are.
"""

from __future__ import annotations

import argparse
import platform
import re
from importlib import import_module
from pathlib import Path

RESULTS = Path(__file__).with_name("RESULTS.md")
NAMES = (
    "native",
    "columnar",
    "scanning",
    "pure_python",
    "binary_protocol",
    "tflite",
    "flat_footer",
    "footer_sizes",
    "designs",
    "forms",
    "commands",
    "look",
    "compat",
    "amend",
    "encryption",
    "wide",
    "wide_spark",
    "audit",
    "value_passes",
    "geometries",
    "geometry_conversion",
    "index_add",
    "register",
    "encoding",
    "numbers",
    "strings",
    "variant",
    "variant_arrow",
    "variant_skipping",
    "pruning",
    "advice",
    "footer_store",
    "parts",
    "parts_spark",
    "rebuild",
    "compiler",
    "start_up",
    "spark",
    "spark_rows",
    "spark_workers",
)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(NAMES)}")
    names: list[str] = parser.parse_args().names
    for name in names:
        if name not in NAMES:
            parser.error(f"there is no benchmark {name!r}")
    tables = tables_of(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {}
    for name in names or NAMES:
        tables[name] = import_module(f"benchmarks.{name}").run().strip()
        print(tables[name], end="\n\n", flush=True)
        RESULTS.write_text(written(tables), encoding="utf-8")


def tables_of(text: str) -> dict[str, str]:
    """What stands in the file, by the name of the benchmark that made it."""
    _, *parts = re.split(r"^<!-- (\w+) -->$", text, flags=re.MULTILINE)
    return {name: part.strip() for name, part in zip(parts[::2], parts[1::2], strict=True) if part}


def written(tables: dict[str, str]) -> str:
    python = f"CPython {platform.python_version()}, {platform.machine()}"
    head = (
        f"# Results\n\nWritten by `make bench` ({python}); each table is of one run. The machine is "
        "shared: read the ratios, not the milliseconds."
    )
    parts = [f"<!-- {name} -->\n\n{tables[name]}" for name in NAMES if name in tables]
    return "\n\n".join([head, *parts]) + "\n"


if __name__ == "__main__":
    main()
