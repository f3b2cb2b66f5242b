/** Google recommends request bodies of at most 2 MB; a little is left for the range around the rows. */
const MOST_BYTES = 2_000_000 - 1_000

/** Rows for one request, as the JSON text of a list of rows. */
export interface PackedRows {
  json: string
  firstRow: number
  rowCount: number
  columnCount: number
}

/**
 * Gathers rows into packages of at most 2 MB of JSON. Only a single row longer than that makes a larger one.
 * @param source rows of texts, in order; they are asked for one after the other, so that memory stays bounded.
 */
export async function* packRows(
  source: AsyncIterable<string[]> | Iterable<string[]>,
  mostBytes = MOST_BYTES,
): AsyncGenerator<PackedRows> {
  const encoder = new TextEncoder()
  let rows: string[] = []
  let bytes = 2
  let firstRow = 0
  let columnCount = 0
  for await (const row of source) {
    const json = JSON.stringify(row)
    const rowBytes = encoder.encode(json).length + 1
    if (rows.length > 0 && bytes + rowBytes > mostBytes) {
      yield { json: `[${rows.join(',')}]`, firstRow, rowCount: rows.length, columnCount }
      firstRow += rows.length
      rows = []
      bytes = 2
      columnCount = 0
    }
    rows.push(json)
    bytes += rowBytes
    columnCount = Math.max(columnCount, row.length)
  }
  if (rows.length > 0) yield { json: `[${rows.join(',')}]`, firstRow, rowCount: rows.length, columnCount }
}
