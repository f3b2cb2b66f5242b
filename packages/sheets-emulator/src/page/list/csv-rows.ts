import { parse } from 'csv-parse/browser/esm'

interface CsvRowsOptions {
  file: Blob
  onBytes: (bytesRead: number) => void
}

/**
 * Yields the rows of a CSV file as they are read. Rows can differ in length.
 * @throws CsvError with the line where the CSV is invalid, and TypeError when the file is not UTF-8.
 */
export async function* csvRows({ file, onBytes }: CsvRowsOptions): AsyncGenerator<string[]> {
  const parser = parse({ bom: true, relax_column_count: true })
  const rows: string[][] = []
  parser.on('data', (row: string[]) => rows.push(row))
  const done = new Promise<void>((resolve, reject) => {
    parser.on('end', resolve)
    parser.on('error', reject)
  })
  // Prevent an unhandled rejection: `done` is awaited below, where its error is handled.
  done.catch(() => undefined)

  const reader = file.stream().pipeThrough(decoder()).getReader()
  let characters = 0
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    characters += part.value.length
    onBytes(Math.min(characters, file.size))
    await Promise.race([done, new Promise((resolve) => parser.write(part.value, resolve))])
    yield* rows.splice(0)
  }
  parser.end()
  await done
  yield* rows.splice(0)
}

/** Creates a decoder. It fails on a file that is not UTF-8, instead of storing garbled text. */
function decoder(): ReadableWritablePair<string, Uint8Array<ArrayBuffer>> {
  return new TextDecoderStream('utf-8', { fatal: true, ignoreBOM: false })
}
