// node parquet_wasm_writer.mjs PLACE STREAM OUT WAY: a stream of Arrow, written with its defaults, in version 2, or in an encoding.
import { createRequire } from 'node:module'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const [place, stream, out, way] = process.argv.slice(2)
const { Encoding, Table, WriterPropertiesBuilder, WriterVersion, writeParquet } =
  createRequire(join(place, 'node_modules', 'x.js'))('parquet-wasm')

function properties() {
  const builder = new WriterPropertiesBuilder()
  if (way === 'defaults') return builder.build()
  const plain = builder.setDictionaryEnabled(false)
  if (way === 'version 2') return plain.setWriterVersion(WriterVersion.V2).build()
  // JavaScript takes an unknown name for the first of the enum.
  if (!(way in Encoding)) throw new RangeError(`Encoding has no ${way}`)
  return plain.setEncoding(Encoding[way]).build()
}

try {
  writeFileSync(out, writeParquet(Table.fromIPCStream(new Uint8Array(readFileSync(stream))), properties()))
} catch (error) {
  process.stderr.write(`${error}\n`)
  process.exit(1)
}
