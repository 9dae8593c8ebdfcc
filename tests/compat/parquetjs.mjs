// node parquetjs.mjs PLACE: a question is [FILE, COLUMN] on a line, the answer {values} or {error}.
import { createInterface } from 'node:readline'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { plain } from './plain.mjs'

const load = createRequire(join(process.argv[2], 'node_modules', 'here.cjs'))
const { ParquetReader } = load('@dsnp/parquetjs')

// It gives lists and maps as the groups that they are stored in.
function simple(value) {
  if (value === null || typeof value !== 'object') return value
  if (value instanceof Uint8Array) return new Uint8Array(value)
  if (value instanceof Date) return value
  if (Array.isArray(value)) return value.map(simple)
  const names = Object.keys(value)
  if (names.length === 1 && names[0] === 'list') return (value.list ?? []).map(one => simple(one.element ?? null))
  if (names.length === 1 && names[0] === 'key_value') {
    return Object.fromEntries((value.key_value ?? []).map(one => [one.key, simple(one.value ?? null)]))
  }
  if (names.length === 1 && names[0] === 'array') return (value.array ?? []).map(simple)
  if (names.join() === 'months,days,milliseconds') return [value.months, value.days, value.milliseconds * 1e6]
  return Object.fromEntries(names.map(name => [name, simple(value[name])]))
}

async function answer([path, name]) {
  let reader
  try {
    reader = await ParquetReader.openFile(path)
    const leaves = reader.schema.fieldList.map(field => field.path).filter(it => it[0] === name)
    if (!leaves.length) throw new Error('no such column')
    const cursor = reader.getCursor(leaves)
    const values = []
    for (let row; (row = await cursor.next()); ) values.push(simple(row[name] ?? null))
    return JSON.stringify({ values }, plain)
  } catch (error) {
    return JSON.stringify({ error: `${error?.name ?? 'Error'}: ${error?.message ?? error}` })
  } finally {
    await reader?.close()
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(await answer(JSON.parse(line)) + '\n')
}
