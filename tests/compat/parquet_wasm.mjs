// node parquet_wasm.mjs PLACE: a question is [FILE, COLUMN] on a line, the answer {stream}, Arrow in base64, or {error}.
import { createRequire } from 'node:module'
import { createInterface } from 'node:readline'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const { readParquet } = createRequire(join(process.argv[2], 'node_modules', 'x.js'))('parquet-wasm')

function answer([path, name]) {
  try {
    const table = readParquet(new Uint8Array(readFileSync(path)), { columns: [name] })
    return { stream: Buffer.from(table.intoIPCStream()).toString('base64') }
  } catch (error) {
    return { error: String(error) }
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(JSON.stringify(answer(JSON.parse(line))) + '\n')
}
