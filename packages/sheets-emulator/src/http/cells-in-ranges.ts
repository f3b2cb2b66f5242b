import { listSheets } from '../store/sheets.ts'
import { clampToGrid, resolveRange } from '../values/resolve-range.ts'
import type { Match, SentRequest } from './match-route.ts'
import { Query } from './query.ts'
import type { Provider } from './route.ts'

/** Number of grid cells in the ranges of a read. Ranges that the method itself refuses have none. */
export function cellsInRanges({ store }: Provider, { match, sent }: { match: Match; sent: SentRequest }): number {
  const { spreadsheetId, range } = match.params
  if (spreadsheetId === undefined || match.route.kind !== 'read') return 0
  const ranges = range === undefined ? new Query(sent.search).list('ranges') : [range]
  try {
    const sheets = listSheets(store, spreadsheetId)
    const boxes = ranges.map((text) => clampToGrid(resolveRange(sheets, text)).box)
    return boxes.reduce((sum, box) => sum + (box.endRow - box.startRow) * (box.endColumn - box.startColumn), 0)
  } catch {
    return 0
  }
}
