import { jsonBytes } from '#domain/copy/json-bytes.ts'
import { MAX_PAYLOAD_BYTES, packPatches } from '#domain/copy/pack-patches.ts'
import { countCells, measureArea, type Patch } from '#domain/copy/patch.ts'
import type { MovedRow } from '#domain/shape/keyed-patches.ts'
import { type Bounds, type Changes, patchesIn } from '#engine/compare/changes.ts'
import type { Window } from '#engine/compare/read-rows.ts'
import type { RecordUpTo } from '#engine/record/record-changes.ts'
import type { Target } from '#engine/tabs/resolve-tabs.ts'
import type { Workbook } from '#engine/workbook.ts'

interface WriteOptions {
  target: Pick<Target, 'spreadsheet' | 'tabTitle'>
  changes: Changes
  bounds: Bounds
  /** Awaited before each request. */
  recordUpTo: RecordUpTo
  /** Called after each request with the last row written so far. */
  onWritten(lastRow: number): void
}

export interface Written {
  cells: number
  /** The rows of requests after which the target held other values than sent; undefined if there are none. */
  doubtful: Window | undefined
  /** Written rows other than the intended rows. Nothing was written after them. */
  moved: MovedRow[]
}

/** Bytes of a range besides its tab: row numbers, column letters, quotes and key names. */
const RANGE_BYTES = 80

/**
 * Writes the differing cells, and compares the resulting cells in each response. Values are written before anything is cleared,
 * and rows below the source's last row are cleared at the end. The target never has fewer filled cells than both before and
 * after.
 */
export async function writeChanges(
  workbook: Workbook,
  { target, changes, bounds, recordUpTo, onWritten }: WriteOptions,
): Promise<Written> {
  const { tabTitle } = target
  const written: Written = { cells: 0, doubtful: undefined, moved: [] }
  const inFlight: Promise<WrittenPatches>[] = []
  let lastRow = 0
  let sentCells = 0
  const awaitAllBut = async (count: number) => {
    while (inFlight.length > count) {
      const done = await inFlight.shift()
      if (!done) return
      if (!done.isAsSent) written.doubtful = spanWindows(written.doubtful, done.rows)
      written.cells += done.cells
      written.moved.push(...done.moved)
      lastRow = Math.max(lastRow, done.rows.lastRow)
      onWritten(lastRow)
    }
  }
  for await (const patches of requestsOf({ tabTitle, changes, bounds })) {
    const mustBeAlone = clearsCells(patches) || patches.some(({ keys }) => keys)
    await awaitAllBut(mustBeAlone ? 0 : MAX_IN_FLIGHT - 1)
    if (written.moved.length > 0) break
    sentCells += patches.reduce((sum, patch) => sum + countCells(patch), 0)
    await recordUpTo(sentCells, patches)
    const sent = writePatches(workbook, { target, patches })
    // Prevent an unhandled rejection: after an earlier request failed, nobody may await this promise. An awaiting caller still
    // sees its error.
    sent.catch(() => undefined)
    inFlight.push(sent)
  }
  await awaitAllBut(0)
  return written
}

/** Maximum requests at once: requests that clear no cell may overtake each other. */
const MAX_IN_FLIGHT = 2

function clearsCells(patches: readonly Patch[]): boolean {
  return patches.some(({ cells }) => cells.some((row) => row.includes('')))
}

interface WrittenPatches {
  cells: number
  rows: Window
  isAsSent: boolean
  moved: MovedRow[]
}

async function writePatches(
  workbook: Workbook,
  { target: { spreadsheet, tabTitle }, patches }: Pick<WriteOptions, 'target'> & { patches: Patch[] },
): Promise<WrittenPatches> {
  const cells = patches.reduce((sum, patch) => sum + countCells(patch), 0)
  const held = await workbook.writeValues({ spreadsheet, tabTitle, patches })
  return { cells, rows: measureRows(patches), ...held }
}

/** The patches of each request that writes the changes. */
export async function* requestsOf({
  tabTitle,
  changes,
  bounds,
}: Pick<Target, 'tabTitle'> & Pick<WriteOptions, 'changes' | 'bounds'>): AsyncGenerator<Patch[]> {
  const limits = { payloadBytes: MAX_PAYLOAD_BYTES, rangeBytes: RANGE_BYTES + 2 * jsonBytes([tabTitle]) }
  const { renames, ...others } = changes
  yield* packPatches(patchesIn(others, bounds), limits)
  // Rename keys last: the responses to the other requests show whether the rows are as intended.
  if (renames) yield* packPatches(patchesIn({ ...others, fills: renames, clears: NOTHING }, bounds), limits)
}

const NOTHING: Changes['clears'] = { async *[Symbol.asyncIterator]() {} }

function measureRows(patches: readonly Patch[]): Window {
  const areas = patches.map(measureArea)
  return {
    firstRow: Math.min(...areas.map(({ firstRow }) => firstRow)),
    lastRow: Math.max(...areas.map(({ lastRow }) => lastRow)),
  }
}

/** The rows from the first of both windows to the last. */
export function spanWindows(one: Window | undefined, other: Window | undefined): Window | undefined {
  if (!one || !other) return one ?? other
  return { firstRow: Math.min(one.firstRow, other.firstRow), lastRow: Math.max(one.lastRow, other.lastRow) }
}
