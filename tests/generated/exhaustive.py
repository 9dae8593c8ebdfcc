"""Every bit flip, prefix, one-byte deletion and insertion of the reference footers.

    python -m tests.generated.exhaustive [FOLDER OF parquet-testing]

Prints a table of outcomes and the slowest time; exits with 1 if anything but a value or a typed error
came out.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from pathlib import Path

from tests.conftest import CORPUS
from tests.generated.damage import KINDS, outcome, references


def main() -> int:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else CORPUS / "parquet-testing"
    defects = 0
    for name, data in references(folder if folder.is_dir() else None).items():
        for kind, damaged in KINDS.items():
            outcomes: Counter[str] = Counter()
            slowest = 0.0
            for each in damaged(data):
                start = time.perf_counter()
                try:
                    outcomes[outcome(each)] += 1
                except Exception as error:
                    defects += 1
                    if defects <= 10:
                        print(f"DEFECT {type(error).__name__}: {error}\n  {each.hex()}")
                slowest = max(slowest, time.perf_counter() - start)
            found = ", ".join(f"{count} {result}" for result, count in outcomes.most_common())
            print(f"{name}, {len(data)} bytes, {kind}: {found}; slowest {1000 * slowest:.1f} ms")
    print(f"{defects} defects")
    return 1 if defects else 0


if __name__ == "__main__":
    sys.exit(main())
