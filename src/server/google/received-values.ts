import type { Cell } from '#domain/copy/cell.ts'
import { RowsText } from '#domain/copy/rows-text.ts'

/** The rows of one range, which are parsed only when someone looks at their cells. */
export interface ReceivedValues {
  range: string
  readonly rows: Cell[][]
  /** As received; undefined if the response was put together in another way than expected. */
  text: RowsText | undefined
  /** About how many there are. */
  cells: number
}

interface ValueRanges {
  valueRanges?: { range?: string; values?: Cell[][] }[]
}

const KEY = '"values":'
/** After the rows: the end of the range, of the ranges and of the response. */
const END = '}]}'

/** Reads the answer to `values.batchGet` of one range. */
export function receiveValues(body: string): ReceivedValues {
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
  }
}

function parsed(body: string): ReceivedValues {
  const { range = '', values: rows = [] } = (JSON.parse(body) as ValueRanges).valueRanges?.[0] ?? {}
  const text = rows.length === 0 ? new RowsText('[]') : undefined
  return { range, rows, text, cells: rows.reduce((sum, row) => sum + row.length, 0) }
}
