import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { createBrotliDecompress } from 'node:zlib'
import { parse } from 'csv-parse'
import type { Cell } from '#domain/copy/cell.ts'
import { serialNumber } from './serial-number.ts'

type Kind = 'text' | 'number' | 'date'

/** Streams a CSV file, header first. `kinds` are the types of the columns; the last kind also applies to all columns after it. */
export async function* csvTable(file: string, kinds: readonly [Kind, ...Kind[]]): AsyncGenerator<Cell[]> {
  let isHeader = true
  for await (const fields of openFile(file).pipe(parse({ bom: true }))) {
    const texts = fields as string[]
    yield isHeader ? texts : texts.map((text, column) => readCell(text, kinds[column] ?? kinds.at(-1) ?? 'text'))
    isHeader = false
  }
}

/** Reads the records of a JSON file as rows, below a header of their field names. */
export async function* jsonTable(file: string, dateNames: readonly string[] = []): AsyncGenerator<Cell[]> {
  const records: Record<string, Cell>[] = JSON.parse(await text(openFile(file)))
  const names = Object.keys(records[0] ?? {})
  yield names
  for (const record of records) {
    yield names.map((name) => {
      const value = record[name] ?? null
      return dateNames.includes(name) && typeof value === 'string' ? serialNumber(value) : value
    })
  }
}

/** Streams the flat records of a large JSON file, so reading a part of it is cheap. */
export async function* flatRecords(file: string): AsyncGenerator<Record<string, number>> {
  let unread = ''
  for await (const part of openFile(file).setEncoding('utf8')) {
    const pieces = (unread + part).split('}')
    unread = pieces.pop() ?? ''
    for (const piece of pieces) yield JSON.parse(`${piece.slice(piece.indexOf('{'))}}`)
  }
}

/** Opens a file of the folder `data`, which the build copies beside the server. */
function openFile(file: string): Readable {
  return createReadStream(new URL(`./data/${file}.br`, import.meta.url)).pipe(createBrotliDecompress())
}

function readCell(text: string, kind: Kind): Cell {
  if (text === '') return null
  if (kind === 'text') return text
  return kind === 'date' ? serialNumber(text) : Number(text)
}
