// node hyparquet.mjs PLACE: a question is [FILE, COLUMN] on a line, the answer {values} or {error}.
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { join } from 'node:path'
import { plain } from './plain.mjs'

// By their files: some versions export nothing that `require` would resolve.
const load = file => import(pathToFileURL(join(process.argv[2], 'node_modules', file)))
const { asyncBufferFromFile, parquetReadObjects } = await load('hyparquet/src/node.js')
const { compressors } = await load('hyparquet-compressors/src/index.js')

// Some versions reject a promise that they wait for no longer, once the error has come.
process.on('unhandledRejection', () => {})

async function answer([path, name]) {
  try {
    const file = await asyncBufferFromFile(path)
    const rows = await parquetReadObjects({ file, compressors, columns: [name] })
    return JSON.stringify({ values: rows.map(row => row[name] ?? null) }, plain)
  } catch (error) {
    return JSON.stringify({ error: `${error.name}: ${error.message}` })
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(await answer(JSON.parse(line)) + '\n')
}
