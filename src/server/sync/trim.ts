import { a1Range } from '#domain/copy/a1.ts'
import type { SheetsClient } from '#server/google/sheets-client.ts'
import type { Target } from './resolve.ts'
import type { Scratch } from './scratch.ts'
import type { Bounds } from './write-changes.ts'

interface TrimOptions {
  target: Target
  clears: Scratch['clears']
  bounds: Bounds
}

/** Clears what the target has below the source's last row, in the columns of the region; gives the number of cells. */
export async function trim(client: SheetsClient, { target, clears, bounds }: TrimOptions): Promise<number> {
  const { lastRow, lastColumn, cells } = await findRest(clears, bounds)
  if (cells === 0) return 0
  const range = a1Range({ tab: target.tabTitle, firstRow: bounds.lastRow + 1, firstColumn: 1, lastRow, lastColumn })
  await client.clearValues({ spreadsheet: target.spreadsheet, range, cells })
  return cells
}

async function findRest(clears: Scratch['clears'], bounds: Bounds) {
  const rest = { lastRow: 0, lastColumn: 0, cells: 0 }
  for await (const chunk of clears) {
    for (const patch of chunk) {
      for (const [index, row] of patch.cells.entries()) {
        const inColumns = row.slice(0, Math.max(0, bounds.lastColumn - patch.column + 1))
        const cells = inColumns.filter((cell) => cell !== null).length
        if (patch.row + index <= bounds.lastRow || cells === 0) continue
        rest.lastRow = Math.max(rest.lastRow, patch.row + index)
        rest.lastColumn = Math.max(rest.lastColumn, patch.column + inColumns.length - 1)
        rest.cells += cells
      }
    }
  }
  return rest
}
