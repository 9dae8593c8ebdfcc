// node hyparquet.mjs PLACE read|open|seek FILE [KEY]: every value of a file as text, its schema, or the rows with this key.
// PLACE holds node_modules.

import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { join } from 'node:path'

const [place, verb, file, key] = process.argv.slice(2)
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

try {
  const buffer = await asyncBufferFromFile(file)
  const metadata = await parquetMetadataAsync(buffer)
  const filter = verb === 'seek' ? { key: { $eq: BigInt(key) } } : undefined
  const found = verb === 'open' ? parquetSchema(metadata) : await parquetReadObjects({ file: buffer, metadata, compressors, filter })
  console.log(JSON.stringify(found, plain))
} catch (error) {
  console.error(`${error.name}: ${error.message}`)
  process.exitCode = 1
}
