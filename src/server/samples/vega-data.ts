import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse'
import type { Cell } from '#domain/copy/cell.ts'
import { serialNumber } from './serial-number.ts'

type Kind = 'text' | 'number' | 'date'

/**
 * Streams a CSV file of the vega-datasets package, header first. `kinds` are the types of the columns; the last one also
 * applies to all columns after it.
 */
export async function* csvTable(file: string, kinds: readonly [Kind, ...Kind[]]): AsyncGenerator<Cell[]> {
  let isHeader = true
  for await (const fields of createReadStream(urlOf(file)).pipe(parse({ bom: true }))) {
    const texts = fields as string[]
    yield isHeader ? texts : texts.map((text, column) => cellOf(text, kinds[column] ?? kinds.at(-1) ?? 'text'))
    isHeader = false
  }
}

/** The records of a JSON file of the vega-datasets package as rows, below a header of their field names. */
export async function* jsonTable(file: string, dateNames: readonly string[] = []): AsyncGenerator<Cell[]> {
  const records: Record<string, Cell>[] = JSON.parse(await readFile(urlOf(file), 'utf8'))
  const names = Object.keys(records[0] ?? {})
  yield names
  for (const record of records) {
    yield names.map((name) => {
      const value = record[name] ?? null
      return dateNames.includes(name) && typeof value === 'string' ? serialNumber(value) : value
    })
  }
}

/** Streams the flat records of a large JSON file, so that reading a part of it is cheap. */
export async function* flatRecords(file: string): AsyncGenerator<Record<string, number>> {
  let unread = ''
  for await (const part of createReadStream(urlOf(file), { encoding: 'utf8' })) {
    const pieces = (unread + part).split('}')
    unread = pieces.pop() ?? ''
    for (const piece of pieces) yield JSON.parse(`${piece.slice(piece.indexOf('{'))}}`)
  }
}

/** The build copies the files in use beside the server, and names that folder here. */
function urlOf(file: string): URL {
  return new URL(file, new URL('../data/', import.meta.resolve('vega-datasets')))
}

function cellOf(text: string, kind: Kind): Cell {
  if (text === '') return null
  if (kind === 'text') return text
  return kind === 'date' ? serialNumber(text) : Number(text)
}
