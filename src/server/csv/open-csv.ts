import type { Readable } from 'node:stream'
import { TextDecoder } from 'node:util'
import { Refusal } from '#contract/errors.ts'
import { findSeparator } from '#domain/csv/separator.ts'

/** Length of the beginning, far more than a header and the line before it need. */
const START_LENGTH = 100_000
const SIGNATURE_BYTES = 4
/** The first bytes of workbooks: a zip archive (.xlsx, .ods), and the format of Excel before 2007 (.xls). */
const WORKBOOKS = [Buffer.from('PK\x03\x04', 'latin1'), Buffer.from('d0cf11e0', 'hex')]
const UTF_16_LE = Buffer.from('fffe', 'hex')
const UTF_16_BE = Buffer.from('feff', 'hex')

/** CSV file, positioned at its header. */
interface OpenedCsv {
  readonly separator: string
  readonly texts: AsyncIterable<string>
}

/**
 * Reads the beginning of a CSV file in an encoding of spreadsheet programs: UTF-8, or UTF-16 with a byte order mark.
 *
 * @throws Refusal 'invalid' for a workbook, and for text in another encoding
 */
export async function openCsv(file: Readable, known: readonly string[]): Promise<OpenedCsv> {
  const texts = decode(file)
  let start = ''
  while (start.length < START_LENGTH) {
    const next = await texts.next()
    if (next.done) break
    start += next.value
  }
  const { separator, headerAt } = findSeparator(start, known)
  return { separator, texts: withStart(start.slice(headerAt), texts) }
}

async function* withStart(start: string, texts: AsyncIterable<string>): AsyncGenerator<string> {
  yield start
  yield* texts
}

async function* decode(file: Readable): AsyncGenerator<string, undefined> {
  let decoder: TextDecoder | undefined
  for await (const chunk of withWholeSignature(file)) {
    decoder ??= createDecoder(chunk)
    yield decodeChunk(decoder, chunk)
  }
  if (decoder) yield decodeChunk(decoder)
}

/** Yields the chunks of a file. The first chunk is long enough to detect the format. */
async function* withWholeSignature(file: Readable): AsyncGenerator<Buffer> {
  let start: Buffer | undefined = Buffer.alloc(0)
  for await (const chunk of file) {
    if (start === undefined) yield chunk
    else {
      start = Buffer.concat([start, chunk])
      if (start.length < SIGNATURE_BYTES) continue
      yield start
      start = undefined
    }
  }
  if (start !== undefined) yield start
}

function createDecoder(start: Buffer): TextDecoder {
  const begins = (signature: Buffer) => start.subarray(0, signature.length).equals(signature)
  if (WORKBOOKS.some(begins)) {
    throw new Refusal(
      'invalid',
      'The file is a workbook, such as an Excel file (.xlsx), whatever its name says. Open it, save it as "CSV UTF-8" and try again.',
    )
  }
  const encoding = begins(UTF_16_LE) ? 'utf-16le' : begins(UTF_16_BE) ? 'utf-16be' : 'utf-8'
  return new TextDecoder(encoding, { fatal: true })
}

function decodeChunk(decoder: TextDecoder, chunk?: Uint8Array): string {
  try {
    return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true })
  } catch (cause) {
    const refusal = new Refusal('invalid', 'The file is not text in UTF-8. Save it as "CSV UTF-8" and try again.')
    refusal.cause = cause
    throw refusal
  }
}
