import { a1Cell, a1Range } from '#domain/copy/a1.ts'
import { type Area, overlaps } from '#domain/copy/area.ts'
import { jsonBytes } from '#domain/copy/json-bytes.ts'
import { MAX_PAYLOAD_BYTES, packPatches } from '#domain/copy/pack-patches.ts'
import { areaOf, clipPatch, countCells, isWrittenAs, longestText, type Patch, runsOf } from '#domain/copy/patch.ts'
import type { SheetsClient } from '#server/google/sheets-client.ts'
import type { Window } from './read-rows.ts'
import type { RecordUpTo } from './record-changes.ts'
import type { Target } from './resolve-tabs.ts'

/** The cells to write: those that get a value, and those that become empty. */
export interface Changes {
  fills: AsyncIterable<Patch[]>
  clears: AsyncIterable<Patch[]>
}

/** Where a copy may write. */
export interface Bounds {
  lastColumn: number
  /** A range that reaches into one of these may be refused, even if it skips the cells there. */
  protectedAreas: readonly Area[]
}

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
  /** The rows of requests after which the target did not hold what was sent; undefined if there are none. */
  doubtful: Window | undefined
}

/** The row numbers and column letters of both ends, quotes and key names. */
const RANGE_BYTES = 80

/**
 * Writes the cells that differ, and compares what the target holds afterwards, which comes back with each answer. Values are
 * written before anything is cleared, and rows below the source's last one are cleared at the end: at no time does the
 * target have fewer filled cells than both before and after.
 */
export async function writeChanges(
  client: SheetsClient,
  { target, changes, bounds, recordUpTo, onWritten }: WriteOptions,
): Promise<Written> {
  const { tabTitle } = target
  const written: Written = { cells: 0, doubtful: undefined }
  const inFlight: Promise<WrittenPatches>[] = []
  let lastRow = 0
  let sentCells = 0
  const awaitAllBut = async (count: number) => {
    while (inFlight.length > count) {
      const done = await inFlight.shift()
      if (!done) return
      if (!done.isAsSent) written.doubtful = span(written.doubtful, done.rows)
      written.cells += done.cells
      lastRow = Math.max(lastRow, done.rows.lastRow)
      onWritten(lastRow)
    }
  }
  for await (const patches of requestsOf({ tabTitle, changes, bounds })) {
    await awaitAllBut(clearsCells(patches) ? 0 : MAX_IN_FLIGHT - 1)
    sentCells += patches.reduce((sum, patch) => sum + countCells(patch), 0)
    await recordUpTo(sentCells, patches)
    const sent = writePatches(client, { target, patches })
    // A caller that waits for it sees the error; none may, once an earlier request has failed.
    sent.catch(() => undefined)
    inFlight.push(sent)
  }
  await awaitAllBut(0)
  return written
}

/** Requests that clear no cell may overtake each other. */
const MAX_IN_FLIGHT = 2

function clearsCells(patches: readonly Patch[]): boolean {
  return patches.some(({ cells }) => cells.some((row) => row.includes('')))
}

interface WrittenPatches {
  cells: number
  rows: Window
  isAsSent: boolean
}

async function writePatches(
  client: SheetsClient,
  { target: { spreadsheet, tabTitle }, patches }: Pick<WriteOptions, 'target'> & { patches: Patch[] },
): Promise<WrittenPatches> {
  const cells = patches.reduce((sum, patch) => sum + countCells(patch), 0)
  const blocks = patches.map((patch) => ({
    range: a1Range({ tab: tabTitle, ...areaOf(patch) }),
    values: patch.cells,
  }))
  const place = () => `the cell ${a1Cell({ tab: tabTitle, ...longestText(patches) })}`
  const held = await client.updateValues({ spreadsheet, blocks, cells, place })
  // How Google counts cells that are merged or validated is not documented: a count that differs only raises doubt.
  const isHeld = held.isRepeated || patches.every((patch, at) => isWrittenAs(patch, held.blocks[at] ?? []))
  const isAsSent = held.cells === cells && isHeld
  return { cells, rows: rowsOf(patches), isAsSent }
}

/** The patches of each request that writes the changes. */
export function requestsOf({
  tabTitle,
  changes,
  bounds,
}: Pick<Target, 'tabTitle'> & Pick<WriteOptions, 'changes' | 'bounds'>): AsyncGenerator<Patch[]> {
  const rangeBytes = RANGE_BYTES + 2 * jsonBytes([tabTitle])
  return packPatches(patchesIn(changes, bounds), { payloadBytes: MAX_PAYLOAD_BYTES, rangeBytes })
}

/** Whether there is a cell to write. */
export async function hasChanges(changes: Changes, { lastColumn }: Pick<Bounds, 'lastColumn'>): Promise<boolean> {
  for await (const _ of patchesIn(changes, { lastColumn, protectedAreas: [] })) return true
  return false
}

/** The cells to write, values first. Only cells inside the region are cleared. */
export async function* patchesIn({ fills, clears }: Changes, bounds: Bounds): AsyncGenerator<Patch> {
  const apart = (patch: Patch) => {
    const area = areaOf(patch)
    return bounds.protectedAreas.some((other) => overlaps(area, other)) ? runsOf(patch) : [patch]
  }
  for await (const chunk of fills) for (const patch of chunk) yield* apart(patch)
  for await (const chunk of clears) {
    for (const patch of chunk) {
      const inside = clipPatch(patch, bounds)
      if (inside) yield* apart(inside)
    }
  }
}

function rowsOf(patches: readonly Patch[]): Window {
  const areas = patches.map(areaOf)
  return {
    firstRow: Math.min(...areas.map(({ firstRow }) => firstRow)),
    lastRow: Math.max(...areas.map(({ lastRow }) => lastRow)),
  }
}

/** The rows from the first of both windows to the last. */
export function span(one: Window | undefined, other: Window | undefined): Window | undefined {
  if (!one || !other) return one ?? other
  return { firstRow: Math.min(one.firstRow, other.firstRow), lastRow: Math.max(one.lastRow, other.lastRow) }
}
