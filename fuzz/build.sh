#!/bin/bash -eu
# What OSS-Fuzz runs in the image: one program for each target, with its seeds beside it.
cd "$SRC/inlay"
# The rest of the group `dev` would double each program, and no target asks for it.
python3 -m pip install '.[compiler,files,encodings]' hypothesis pytest

# Most of the packages is imported when it is asked for, and native modules by name.
parts=(--hidden-import atheris --add-data "$SRC/inlay/idl:idl" --add-data "$SRC/inlay/tests:tests")
for package in inlay inlay_runtime inlay_variant inlayc parquet_format; do
  parts+=(--collect-submodules "$package")
done

for path in fuzz/targets/*.py; do
  name=$(basename "$path" .py)
  if [ "$name" = __init__ ]; then continue; fi
  program="$SRC/inlay/fuzz_$name.py"
  # The target is imported by `main`, which sees to it that it is instrumented, and so PyInstaller has to be told.
  printf 'import sys\nfrom fuzz.under_atheris import main\nmain(["%s", *sys.argv[1:]])\n' "$name" >"$program"
  compile_python_fuzzer "$program" --hidden-import "fuzz.targets.$name" "${parts[@]}"
  seeds=$(mktemp -d)
  python3 -m fuzz.seed_files "$name" "$seeds"
  (cd "$seeds" && zip --quiet "$OUT/fuzz_${name}_seed_corpus.zip" ./*)
done
