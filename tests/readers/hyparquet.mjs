// node hyparquet.mjs PLACE, which holds node_modules. A question is a line of JSON, [read|open|seek, FILE, KEY]; the answer is
// one: {found}, every value of a file as text, its schema, or the rows with this key; or {error}. With [find|scan, FILE, FILTER, ...]
// it is how many rows pass a filter, [COLUMN, OPERATOR, KIND, VALUE] as JSON, and the sum of their numbers: of a read with the
// filter, or of each filter over all rows.

import { createRequire } from 'node:module'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { join } from 'node:path'

const place = process.argv[2]
const modules = createRequire(join(place, 'node_modules', 'x.js'))
const load = name => import(pathToFileURL(modules.resolve(name)))
const { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects, parquetSchema } = await load('hyparquet')
const { compressors } = await load('hyparquet-compressors')

const { matchFilter } = await import(pathToFileURL(join(place, 'node_modules', 'hyparquet', 'src', 'filter.js')))

const KINDS = { null: () => null, bool: text => text === 'true', float: text => Number(text.replace('inf', 'Infinity')), text: text => text }

function filterOf(text, rows) {
  const [column, operator, kind, value] = JSON.parse(text)
  const isLong = rows.some(row => typeof row[column] === 'bigint')
  const typed = kind === 'int' ? (isLong ? BigInt : Number)(value) : KINDS[kind](value)
  return { [column]: { [operator]: typed } }
}

function counted(rows) {
  return [rows.length, rows.reduce((sum, row) => sum + Number(row.row), 0)]
}

function plain(key, value) {
  if (value === undefined) return null
  if (typeof value === 'bigint') return `${value}n`
  if (Object.is(value, -0)) return '-0'
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value)
  if (value instanceof Uint8Array) return `bytes ${Buffer.from(value).toString('hex')}`
  return value
}

const lastRead = {}

async function readAll(file, buffer) {
  if (lastRead.file !== file) Object.assign(lastRead, { file, rows: await parquetReadObjects({ file: buffer, compressors }) })
  return lastRead.rows
}

async function answer([verb, file, key, ...keys]) {
  try {
    const buffer = await asyncBufferFromFile(file)
    if (verb === 'scan') {
      const rows = await readAll(file, buffer)
      return { found: JSON.stringify([key, ...keys].map(text => counted(rows.filter(row => matchFilter(row, filterOf(text, rows))))) ) }
    }
    const metadata = await parquetMetadataAsync(buffer)
    if (verb === 'find') {
      const filter = filterOf(key, await readAll(file, buffer))
      return { found: JSON.stringify(counted(await parquetReadObjects({ file: buffer, metadata, compressors, filter, columns: ['row'] }))) }
    }
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
