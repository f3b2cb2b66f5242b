/** Maximum size of a request body. Google recommends at most 2 MB; this leaves room for the range that surrounds the rows. */
const MAX_BYTES = 2_000_000 - 1_000

/** Rows for one request. `json` is a list of rows. */
export interface RowBatch {
  json: string
  firstRow: number
  rowCount: number
  columnCount: number
}

/**
 * Groups rows into batches of at most 2 MB of JSON, or of one row if it is larger. Reads the source row by row, so memory use
 * stays bounded.
 */
export async function* batchRows(
  source: AsyncIterable<string[]> | Iterable<string[]>,
  maxBytes = MAX_BYTES,
): AsyncGenerator<RowBatch> {
  const encoder = new TextEncoder()
  let rows: string[] = []
  let bytes = 2
  let firstRow = 0
  let columnCount = 0
  for await (const row of source) {
    const json = JSON.stringify(row)
    const rowBytes = encoder.encode(json).length + 1
    if (rows.length > 0 && bytes + rowBytes > maxBytes) {
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
