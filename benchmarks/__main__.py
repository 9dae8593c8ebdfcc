"""`make bench`: every table, printed and written to RESULTS.md beside this file."""

from __future__ import annotations

import platform
from pathlib import Path

from benchmarks import (
    columnar,
    encoding,
    flat_footer,
    native,
    pure_python,
    spark,
    start_up,
    variant,
)

RESULTS = Path(__file__).with_name("RESULTS.md")


def main() -> None:
    python = f"CPython {platform.python_version()}, {platform.machine()}"
    parts = [
        "# Results",
        f"Written by `make bench` ({python}). The machine is shared: read the ratios, not the "
        "milliseconds.",
    ]
    for question in (
        native,
        columnar,
        pure_python,
        flat_footer,
        encoding,
        variant,
        start_up,
        spark,
    ):
        found = question.run()
        print(found, end="\n\n", flush=True)
        parts.append(found)
    RESULTS.write_text("\n\n".join(parts) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
