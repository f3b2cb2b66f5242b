import { a1Range } from '#domain/copy/a1.ts'
import { clipPatch, countCells, type Patch } from '#domain/copy/diff-patches.ts'
import { jsonBytes } from '#domain/copy/json-bytes.ts'
import { ADVISED_PAYLOAD_BYTES, packPatches } from '#domain/copy/pack-patches.ts'
import { explainFailure } from '#server/google/explain-failure.ts'
import type { SheetsClient } from '#server/google/sheets-client.ts'
import { spreadsheetName } from '#server/google/spreadsheet.ts'
import type { Target } from './resolve.ts'
import type { Scratch } from './scratch.ts'

/** The region from which nothing may be missing: its last row and column. */
export interface Bounds {
  lastRow: number
  lastColumn: number
}

interface WriteOptions {
  target: Target
  scratch: Pick<Scratch, 'fills' | 'clears'>
  bounds: Bounds
  /** Called after each request with the last row it wrote. */
  onWritten(lastRow: number): void
}

/** The row and column letters of both ends, quotes and key names. */
const RANGE_BYTES = 80

/**
 * Writes what differs and gives the number of cells. Everything that gets a value is written before anything is
 * emptied: at no time has the target fewer filled cells than both before and after.
 * @throws ProviderError miscounted, when the provider wrote another number of cells than it was sent
 */
export async function writeChanges(client: SheetsClient, options: WriteOptions): Promise<number> {
  const { target, scratch, bounds, onWritten } = options
  const { spreadsheet, tabTitle } = target
  const limits = { payloadBytes: ADVISED_PAYLOAD_BYTES, rangeBytes: RANGE_BYTES + 2 * jsonBytes([tabTitle]) }
  let written = 0
  let lastRow = 0
  for await (const patches of packPatches(changes(scratch, bounds), limits)) {
    const cells = patches.reduce((sum, patch) => sum + countCells(patch), 0)
    const blocks = patches.map((patch) => ({ range: rangeOf(patch, tabTitle), values: patch.cells }))
    const updated = await client.updateValues({ spreadsheet, blocks, cells })
    if (updated !== cells) {
      throw explainFailure({ reason: 'miscounted', about: { file: spreadsheetName(spreadsheet), kind: 'write' } })
    }
    written += cells
    for (const patch of patches) lastRow = Math.max(lastRow, patch.row + patch.cells.length - 1)
    onWritten(lastRow)
  }
  return written
}

async function* changes({ fills, clears }: Pick<Scratch, 'fills' | 'clears'>, bounds: Bounds): AsyncGenerator<Patch> {
  for await (const chunk of fills) yield* chunk
  for await (const chunk of clears) {
    for (const patch of chunk) {
      const inside = clipPatch(patch, bounds)
      if (inside) yield inside
    }
  }
}

function rangeOf({ row, column, cells }: Patch, tab: string): string {
  const width = Math.max(1, ...cells.map((cellsOfRow) => cellsOfRow.length))
  return a1Range({
    tab,
    firstRow: row,
    firstColumn: column,
    lastRow: row + cells.length - 1,
    lastColumn: column + width - 1,
  })
}
