// A value as JSON has a word for it; `as_typed` of tests/readers/other_readers.py takes it back.
export function plain(key, value) {
  if (value === undefined) return null
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value)
  if (value instanceof Uint8Array) return `bytes ${Buffer.from(value).toString('hex')}`
  return value
}
