import type { Cell } from '#domain/copy/cell.ts'
import { jsonBytes } from '#domain/copy/json-bytes.ts'
import { RowsText } from '#domain/copy/rows-text.ts'

/** Rows of a range, parsed only when their cells are read. */
export interface ReceivedValues {
  range: string
  readonly rows: Cell[][]
  /** Text of the rows as received; undefined if the response has an unexpected structure. */
  text: RowsText | undefined
  /** Approximate number of cells. */
  cells: number
  /** Size of the rows of each further range as JSON. */
  sampleBytes: number[]
}

interface ValueRange {
  range?: string
  values?: Cell[][]
}

interface ValueRanges {
  valueRanges?: ValueRange[]
}

const KEY = '"values":'
/** Text after the last row: it closes the range, the list of ranges and the response. */
const END = '}]}'
/** Text between two ranges. No cell contains it, because quotation marks in cells are escaped. */
const NEXT = '},{"range":'

/** Reads the answer to `values.batchGet` of one range, followed by ranges of samples. */
export function receiveValues(body: string, samples = 0): ReceivedValues {
  if (samples === 0) return receiveRange(body)
  const next = body.indexOf(NEXT)
  if (next < 0) return parsed(body)
  const { valueRanges = [] } = JSON.parse(`{"valueRanges":[${body.slice(next + '},'.length)}`) as ValueRanges
  if (valueRanges.length !== samples) return parsed(body)
  return Object.assign(receiveRange(body.slice(0, next) + END), { sampleBytes: valueRanges.map(measureBytes) })
}

function measureBytes({ values = [] }: ValueRange): number {
  return values.reduce((sum, row) => sum + jsonBytes(row), 0)
}

function receiveRange(body: string): ReceivedValues {
  const at = body.indexOf(KEY)
  if (at < 0 || !body.endsWith(`]]${END}`)) return parsed(body)
  const head = JSON.parse(`${body.slice(0, at)}${KEY}[]${END}`) as ValueRanges
  const text = new RowsText(body.slice(at + KEY.length, -END.length))
  let rows: Cell[][] | undefined
  return {
    range: head.valueRanges?.[0]?.range ?? '',
    text,
    get rows() {
      rows ??= JSON.parse(text.json) as Cell[][]
      return rows
    },
    cells: text.count * text.slice(0, 1).split(',').length,
    sampleBytes: [],
  }
}

function parsed(body: string): ReceivedValues {
  const [{ range = '', values: rows = [] } = {}, ...samples] = (JSON.parse(body) as ValueRanges).valueRanges ?? []
  const text = rows.length === 0 ? new RowsText('[]') : undefined
  return {
    range,
    rows,
    text,
    cells: rows.reduce((sum, row) => sum + row.length, 0),
    sampleBytes: samples.map(measureBytes),
  }
}
