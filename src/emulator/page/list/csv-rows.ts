import { parse } from 'csv-parse/browser/esm'

interface CsvRowsOptions {
  file: Blob
  onBytes: (bytesRead: number) => void
}

/**
 * The records of a CSV file as they are read; rows may differ in length.
 * @throws CsvError naming the line where the file is not valid CSV.
 */
export async function* csvRows({ file, onBytes }: CsvRowsOptions): AsyncGenerator<string[]> {
  const parser = parse({ bom: true, relax_column_count: true })
  const rows: string[][] = []
  parser.on('data', (row: string[]) => rows.push(row))
  const isDone = new Promise<void>((resolve, reject) => {
    parser.on('end', resolve)
    parser.on('error', reject)
  })
  // A fault is met where the records are awaited; until then it must not count as unhandled.
  isDone.catch(() => undefined)

  const reader = file.stream().pipeThrough(decoder()).getReader()
  let characters = 0
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    characters += part.value.length
    onBytes(Math.min(characters, file.size))
    await Promise.race([isDone, new Promise((resolve) => parser.write(part.value, resolve))])
    yield* rows.splice(0)
  }
  parser.end()
  await isDone
  yield* rows.splice(0)
}

/** A file in another encoding than UTF-8 is refused instead of being stored with broken letters. */
function decoder(): ReadableWritablePair<string, Uint8Array<ArrayBuffer>> {
  return new TextDecoderStream('utf-8', { fatal: true, ignoreBOM: false })
}
