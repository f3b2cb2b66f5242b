import { a1Range } from '#domain/copy/a1.ts'
import { jsonBytes } from '#domain/copy/json-bytes.ts'
import { MAX_PAYLOAD_BYTES, packPatches } from '#domain/copy/pack-patches.ts'
import { clipPatch, countCells, type Patch } from '#domain/copy/patch.ts'
import { explainFailure } from '#server/google/explain-failure.ts'
import type { SheetsClient } from '#server/google/sheets-client.ts'
import { spreadsheetName } from '#server/google/spreadsheet.ts'
import type { Target } from './resolve-tabs.ts'
import type { Scratch } from './scratch.ts'

/** The last row and column that the copy fills. */
interface Bounds {
  lastRow: number
  lastColumn: number
}

interface WriteOptions {
  target: Target
  scratch: Pick<Scratch, 'fills' | 'clears'>
  bounds: Bounds
  /** Called after each request with the last row written so far. */
  onWritten(lastRow: number): void
}

/** The row numbers and column letters of both ends, quotes and key names. */
const RANGE_BYTES = 80

/**
 * Writes the cells that differ, then clears the rows below the source's last one; returns the number of changed cells.
 * Values are written before anything is cleared: at no time does the target have fewer filled cells than both before
 * and after.
 * @throws ProviderError miscounted, if the provider wrote a different number of cells than it was sent
 */
export async function writeChanges(client: SheetsClient, options: WriteOptions): Promise<number> {
  const written = await writeDifferences(client, options)
  return written + (await clearRowsBelow(client, options))
}

async function writeDifferences(
  client: SheetsClient,
  { target, scratch, bounds, onWritten }: WriteOptions,
): Promise<number> {
  const { spreadsheet, tabTitle } = target
  const limits = { payloadBytes: MAX_PAYLOAD_BYTES, rangeBytes: RANGE_BYTES + 2 * jsonBytes([tabTitle]) }
  let written = 0
  let lastRow = 0
  for await (const patches of packPatches(patchesIn(scratch, bounds), limits)) {
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

async function* patchesIn({ fills, clears }: WriteOptions['scratch'], bounds: Bounds): AsyncGenerator<Patch> {
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

/** Clears what the region's columns still hold below the source's last row. */
async function clearRowsBelow(client: SheetsClient, { target, scratch, bounds }: WriteOptions): Promise<number> {
  const { lastRow, lastColumn, cells } = await findCellsBelow(scratch.clears, bounds)
  if (cells === 0) return 0
  const range = a1Range({ tab: target.tabTitle, firstRow: bounds.lastRow + 1, firstColumn: 1, lastRow, lastColumn })
  await client.clearValues({ spreadsheet: target.spreadsheet, range, cells })
  return cells
}

async function findCellsBelow(clears: Scratch['clears'], bounds: Bounds) {
  const below = { lastRow: 0, lastColumn: 0, cells: 0 }
  for await (const chunk of clears) {
    for (const patch of chunk) {
      for (const [index, row] of patch.cells.entries()) {
        const inColumns = row.slice(0, Math.max(0, bounds.lastColumn - patch.column + 1))
        const cells = inColumns.filter((cell) => cell !== null).length
        if (patch.row + index <= bounds.lastRow || cells === 0) continue
        below.lastRow = Math.max(below.lastRow, patch.row + index)
        below.lastColumn = Math.max(below.lastColumn, patch.column + inColumns.length - 1)
        below.cells += cells
      }
    }
  }
  return below
}
