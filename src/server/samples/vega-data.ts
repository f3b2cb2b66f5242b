import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parse } from 'csv-parse'
import type { Cell } from '#domain/copy/cell.ts'
import { serialNumber } from './serial-number.ts'

type Kind = 'text' | 'number' | 'date'

/**
 * A CSV file of the package vega-datasets, header first, read while it is used.
 * @param kinds what the columns hold; the last kind stands for all columns after it.
 */
export async function* csvTable(file: string, kinds: readonly [Kind, ...Kind[]]): AsyncGenerator<Cell[]> {
  let isHeader = true
  for await (const fields of createReadStream(dataPath(file)).pipe(parse({ bom: true }))) {
    const texts = fields as string[]
    yield isHeader ? texts : texts.map((text, column) => cellOf(text, kinds[column] ?? kinds.at(-1) ?? 'text'))
    isHeader = false
  }
}

/** A JSON file of the package vega-datasets that lists records of one shape; the header holds their names. */
export async function* jsonTable(file: string, dateNames: readonly string[] = []): AsyncGenerator<Cell[]> {
  const records: Record<string, Cell>[] = JSON.parse(await readFile(dataPath(file), 'utf8'))
  const names = Object.keys(records[0] ?? {})
  yield names
  for (const record of records) {
    yield names.map((name) => {
      const value = record[name] ?? null
      return dateNames.includes(name) && typeof value === 'string' ? serialNumber(value) : value
    })
  }
}

/** The flat records of a large JSON file, one after the other, so that a part of it costs only that part. */
export async function* flatRecords(file: string): AsyncGenerator<Record<string, number>> {
  let rest = ''
  for await (const part of createReadStream(dataPath(file), { encoding: 'utf8' })) {
    const pieces = (rest + part).split('}')
    rest = pieces.pop() ?? ''
    for (const piece of pieces) yield JSON.parse(`${piece.slice(piece.indexOf('{'))}}`)
  }
}

function dataPath(file: string): string {
  return fileURLToPath(new URL(`../data/${file}`, import.meta.resolve('vega-datasets')))
}

function cellOf(text: string, kind: Kind): Cell {
  if (text === '') return null
  if (kind === 'text') return text
  return kind === 'date' ? serialNumber(text) : Number(text)
}
