// node hyparquet.mjs PLACE, which holds node_modules. A question is a line of JSON, [read|open|seek, FILE, KEY]; the answer is
// one: {found}, every value of a file as text, its schema, or the rows with this key; or {error}.

import { createRequire } from 'node:module'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { join } from 'node:path'

const place = process.argv[2]
const modules = createRequire(join(place, 'node_modules', 'x.js'))
const load = name => import(pathToFileURL(modules.resolve(name)))
const { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects, parquetSchema } = await load('hyparquet')
const { compressors } = await load('hyparquet-compressors')

function plain(key, value) {
  if (value === undefined) return null
  if (typeof value === 'bigint') return `${value}n`
  if (Object.is(value, -0)) return '-0'
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value)
  if (value instanceof Uint8Array) return `bytes ${Buffer.from(value).toString('hex')}`
  return value
}

async function answer([verb, file, key]) {
  try {
    const buffer = await asyncBufferFromFile(file)
    const metadata = await parquetMetadataAsync(buffer)
    const filter = verb === 'seek' ? { key: { $eq: BigInt(key) } } : undefined
    const found = verb === 'open' ? parquetSchema(metadata) : await parquetReadObjects({ file: buffer, metadata, compressors, filter })
    return { found: JSON.stringify(found, plain) }
  } catch (error) {
    return { error: `${error.name}: ${error.message}` }
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(JSON.stringify(await answer(JSON.parse(line))) + '\n')
}
