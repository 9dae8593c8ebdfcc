// node hyparquet_writer.mjs PLACE GIVEN OUT [ROWS BYTES]: the columns of one file, written into another, with row groups of so many rows and
// pages of so many bytes. PLACE holds node_modules.

import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { join } from 'node:path'

const [place, given, out, rowsOfGroup, bytesOfPage] = process.argv.slice(2)
const modules = createRequire(join(place, 'node_modules', 'x.js'))
const load = name => import(pathToFileURL(modules.resolve(name)))
const { asyncBufferFromFile, parquetReadObjects } = await load('hyparquet')
const { compressors } = await load('hyparquet-compressors')
const { parquetWriteFile } = await load('hyparquet-writer')

const rows = await parquetReadObjects({ file: await asyncBufferFromFile(given), compressors })
const columnData = Object.keys(rows[0]).map(name => ({ name, data: rows.map(row => row[name]) }))
const small = rowsOfGroup && { rowGroupSize: Number(rowsOfGroup), pageSize: Number(bytesOfPage) }
await parquetWriteFile({ filename: out, columnData, ...small })
