// node hyparquet_writer.mjs PLACE GIVEN OUT [ENCODING]: the column c of one file, written into another by the same physical type.
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { join } from 'node:path'

const [place, given, out, encoding] = process.argv.slice(2)
const modules = createRequire(join(place, 'node_modules', 'x.js'))
const load = name => import(pathToFileURL(modules.resolve(name)))
const { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } = await load('hyparquet')
const { parquetWriteFile } = await load('hyparquet-writer')

const file = await asyncBufferFromFile(given)
const { schema } = await parquetMetadataAsync(file)
const rows = await parquetReadObjects({ file, utf8: false })
const column = { name: 'c', data: rows.map(row => row.c), ...encoding && { encoding } }
try {
  await parquetWriteFile({ filename: out, columnData: [column], schema })
} catch (error) {
  process.stderr.write(`${error.name}: ${error.message}\n`)
  process.exit(1)
}
