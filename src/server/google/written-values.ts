import type { sheets_v4 } from '@googleapis/sheets'
import type { Cell } from '#domain/copy/cell.ts'

export interface ValuesWritten {
  /** Number of written cells, as the provider counts them. */
  cells: number
  /** Whether the answer repeats the sent values, with an empty cell for each skipped cell. */
  isRepeated: boolean
  /**
   * Values of the ranges after the write, block by block; undefined for a block the provider does not report. Empty if
   * repeated.
   */
  blocks: (Cell[][] | undefined)[]
}

const KEY = '"values":'

/** Formats a block's values as they appear in the response if they were written to empty cells. */
export function formatForRepeat(values: string): string {
  return values.includes('null') ? values.replaceAll(/(?<=[,[])null(?=[,\]])/g, '""') : values
}

/** Reads the answer to `values.batchUpdate`. Repeated values are compared as text, without parsing. */
export function receiveWritten(body: string, repeats: readonly string[]): ValuesWritten {
  const rest = withoutRepeats(body, repeats)
  const { totalUpdatedCells, responses = [] } = JSON.parse(rest ?? body) as sheets_v4.Schema$BatchUpdateValuesResponse
  const cells = totalUpdatedCells ?? 0
  if (rest !== undefined && responses.length === repeats.length) return { cells, isRepeated: true, blocks: [] }
  const held = responses.map(({ updatedData }) => updatedData && ((updatedData.values ?? []) as Cell[][]))
  return { cells, isRepeated: false, blocks: repeats.map((_, at) => held[at]) }
}

/** Removes the repeated values from an answer; undefined if the answer has other values. */
function withoutRepeats(body: string, repeats: readonly string[]): string | undefined {
  let rest = ''
  let from = 0
  for (const values of repeats) {
    const at = body.indexOf(KEY, from)
    if (at < 0 || !body.startsWith(values, at + KEY.length)) return undefined
    rest += `${body.slice(from, at)}${KEY}[]`
    from = at + KEY.length + values.length
  }
  return rest + body.slice(from)
}
