#!/bin/bash -eu
# What OSS-Fuzz runs in the image: one program for each target, with its seeds beside it.
cd "$SRC/inlay"
python3 -m pip install '.[compiler,files,encodings]' --group dev

for path in fuzz/targets/*.py; do
  name=$(basename "$path" .py)
  if [ "$name" = __init__ ]; then continue; fi
  program="$SRC/inlay/fuzz_$name.py"
  printf 'import sys\nfrom fuzz.under_atheris import main\nimport fuzz.targets.%s\nmain(["%s", *sys.argv[1:]])\n' "$name" "$name" >"$program"
  compile_python_fuzzer "$program" --add-data "$SRC/inlay/idl:idl" --add-data "$SRC/inlay/tests:tests"
  seeds=$(mktemp -d)
  python3 -m fuzz.seed_files "$name" "$seeds"
  (cd "$seeds" && zip --quiet "$OUT/fuzz_${name}_seed_corpus.zip" ./*)
done
