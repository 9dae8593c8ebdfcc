"""`make sanitize`: the native modules built with `-fsanitize=address,undefined`, over the corpus and a fuzz sample.

The packages are copied into a scratch folder, so that the modules in the source tree stay what they are.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
PACKAGES: Final = (
    ROOT / "runtime" / "inlay_runtime",
    ROOT / "variant" / "inlay_variant",
    ROOT / "toolkit" / "inlay",
)
SEEDS: Final = "0:60"
TESTS: Final = (
    "tests/tables/columnar/test_alike.py",
    "tests/tables/columnar/test_bounds.py",
    "tests/tables/columnar/test_extract.py",
    "tests/pages/encodings/alp/test_hostile.py",
    "tests/pages/encodings/alp/test_page.py",
    "tests/pages/encodings/fsst",
    "tests/pages/encodings/pfor",
    "tests/ground/documents/test_pieces.py",
    "tests/ground/values/test_extremes.py",
    "tests/ground/values/test_steps.py",
    "tests/flat/test_encode_limits.py",
    "tests/footers/designs/test_modular_rules.py",
    "tests/footers/designs/test_modular_vouched.py",
    "tests/native/test_alike.py",
    "tests/native/test_hooks.py",
    "tests/native/test_lazy_default.py",
    "tests/native/test_packed.py",
    "tests/native/test_spans.py",
    "tests/pages/engine/test_blocks.py",
    "tests/pages/engine/test_bloom_building.py",
    "tests/pages/engine/test_bloom_pass.py",
    "tests/pages/engine/test_dense_bytes.py",
    "tests/pages/engine/test_inflate_starts.py",
    "tests/pages/engine/test_leaf_values.py",
    "tests/pages/engine/test_level_reading.py",
    "tests/pages/engine/test_listed_encodings.py",
    "tests/pages/engine/test_moved_offsets.py",
    "tests/pages/engine/test_padding.py",
    "tests/pages/engine/test_page_levels.py",
    "tests/pages/engine/test_said_fields.py",
    "tests/pages/engine/test_single_page_indexes.py",
    "tests/pages/engine/test_zstd_starts.py",
    "tests/runtime/test_document.py",
    "tests/verbs/verify/test_all_pass.py",
    "tests/verbs/verify/values/test_plain.py",
    "tests/footers/conversion/test_building.py",
    "tests/footers/conversion/test_native.py",
    "tests/footers/conversion/test_transcoding.py",
    "tests/verbs/verify/test_all_declared.py",
    "tests/footers/index",
    "tests/footers/extensions/test_native_walk.py",
    "tests/flat/test_walk.py",
    "tests/verbs/crypt/test_native_modules.py",
    "tests/verbs/dump/test_native_flatbuffer.py",
    "tests/verbs/dump/test_native_text.py",
    "tests/verbs/index/test_holding_ahead.py",
    "tests/verbs/layout/test_native_owners.py",
    "tests/verbs/layout/test_sealed_rows.py",
    "tests/verbs/recover/rebuild/test_wide.py",
    "tests/verbs/set/test_native_paths.py",
    "tests/variant/test_counts.py",
    "tests/variant/test_edits.py",
    "tests/variant/test_json_texts.py",
    "tests/variant/test_laws.py",
    "tests/variant/test_leaf_reading.py",
    "tests/variant/test_many_paths.py",
    "tests/variant/test_shredding.py",
    "tests/variant/test_wide.py",
)
"""What nothing else here runs: columns, structs that are alike, hooks, touches in the middle of a touch, copied records,
edit scripts, footers from bytes to bytes, walks and checks of bytes, values out of pages, the kernels of Variants, packed
arrays and the footers made of them."""


def main() -> int:
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        print("no C compiler")
        return 1
    with tempfile.TemporaryDirectory(prefix="inlay-sanitize-") as folder:
        ignored = shutil.ignore_patterns("*.so", "__pycache__")
        for package in PACKAGES:
            shutil.copytree(package, Path(folder) / package.name, ignore=ignored)
        build = [sys.executable, str(ROOT / "hatch_build.py"), "--sanitize", folder]
        if (code := subprocess.run(build, check=False).returncode) != 0:
            return code
        environment = {
            **os.environ,
            "PYTHONPATH": folder,
            "PYTHONMALLOC": "malloc",  # so that each object has borders of its own
            "LD_PRELOAD": " ".join(
                library(compiler, name) for name in ("libasan.so", "libubsan.so")
            ),
            "ASAN_OPTIONS": "detect_leaks=0",  # the interpreter's; tests/native/test_collector.py has ours
            "UBSAN_OPTIONS": "print_stacktrace=1",
        }
        for arguments in (
            ["tests.native.corpus", folder],
            ["tests.native.fuzz", "--seeds", SEEDS],
            ["tests.flat.fuzz", "--seeds", SEEDS],
            ["tests.footers.designs.fuzz", "--seeds", SEEDS],
            ["pytest", "-q", "-p", "no:cacheprovider", "-s", "-o", "timeout=600", *TESTS],
        ):
            command = [sys.executable, "-m", *arguments]
            if (
                code := subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode
            ) != 0:
                return code
    print("no complaint")
    return 0


def library(compiler: str, name: str) -> str:
    found = subprocess.run(
        [compiler, f"-print-file-name={name}"], capture_output=True, text=True, check=True
    )
    return found.stdout.strip()


if __name__ == "__main__":
    sys.exit(main())
