/** A column of a reply, and where its cells are in a row. */
export interface NamedColumn {
  name: string
  index: number
}

/**
 * Converts rows to a JSON array of objects with a key for each column. Each row is a JSON array of plain cells as PostgreSQL
 * writes it. The cells are copied as text: parsing them and writing them again takes twice as long.
 */
export function rowsJson(rows: readonly string[], columns: readonly NamedColumn[]): string {
  const keyed = columns.map(({ name, index }, at) => ({ key: `${at === 0 ? '' : ','}${JSON.stringify(name)}:`, index }))
  let json = '['
  for (const [at, row] of rows.entries()) {
    const ends = endsOfCells(row)
    json += at === 0 ? '{' : ',{'
    for (const { key, index } of keyed) {
      const end = ends[index]
      json += key
      json += end === undefined ? 'null' : row.slice(startOfCell(ends, index), end)
    }
    json += '}'
  }
  return `${json}]`
}

function startOfCell(ends: readonly number[], index: number): number {
  return index === 0 ? '['.length : (ends[index - 1] ?? 0) + ', '.length
}

const QUOTE = '"'.charCodeAt(0)
const BACKSLASH = '\\'.charCodeAt(0)
const COMMA = ','.charCodeAt(0)

/** Where each cell of a row ends. */
function endsOfCells(row: string): number[] {
  const ends: number[] = []
  let isText = false
  const last = row.length - ']'.length
  for (let at = '['.length; at < last; at += 1) {
    const unit = row.charCodeAt(at)
    if (unit === QUOTE) isText = !isText
    else if (unit === BACKSLASH) at += 1
    else if (unit === COMMA && !isText) ends.push(at)
  }
  if (last > '['.length) ends.push(last)
  return ends
}
