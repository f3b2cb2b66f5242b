import { createHash } from 'node:crypto'
import { type Cell, rowWidth } from '#domain/copy/cell.ts'
import { computeHeaderRow } from '#domain/copy/region.ts'
import { decideCopy } from '#domain/guards/decide-copy.ts'
import type { Hold } from '#domain/guards/guards.ts'
import type { SyncJob } from '#engine/job/sync-job.ts'
import { judgePart } from '#engine/sources/judge-part.ts'
import type { SourceRead } from '#engine/sources/read-source.ts'
import { type ReadUnion, uniteParts } from '#engine/sources/read-union.ts'
import type { GroupedRows, NumberedRow } from './group-rows.ts'

/** Key of the only source of a target's copy: the rows of the target. */
export const SOURCE_KEY = 'rows'

interface TargetRows {
  key: string
  /** Moved rows to keep in this target for now, with its value, in the order of the source. */
  kept: readonly NumberedRow[]
}

interface GiveOptions {
  source: SourceRead
  grouped: GroupedRows
  rows: TargetRows
  /** The job of the target's copy. */
  job: SyncJob
}

/** Presents the rows of one target as a separate source, read and judged. */
export async function giveRows({ source, grouped, rows, job }: GiveOptions): Promise<ReadUnion> {
  const firstDataRow = computeHeaderRow(job.startRow) + 1
  const last = job.last.baseline?.sources?.[SOURCE_KEY]
  const given = { [Symbol.asyncIterator]: () => pickCells(mergeRows(grouped.read(rows.key), rows.kept)) }
  const hash = createHash('sha1')
  const rowNumbers: number[] = []
  for await (const block of mergeRows(grouped.read(rows.key), rows.kept)) {
    for (const [row, cells] of block) {
      rowNumbers.push(row)
      hash.update(JSON.stringify(cells.slice(0, rowWidth(cells))))
    }
  }
  const at = new Map(rowNumbers.map((row, index) => [row, firstDataRow + index]))
  const errors = source.errors.filter(({ row }) => at.has(row))
  const placed = errors.map((error) => ({ ...error, row: at.get(error.row) ?? error.row }))
  const digest = hash.update(JSON.stringify([source.header, placed])).digest('base64url')
  const lastRow = firstDataRow - 1 + rowNumbers.length
  const read: SourceRead = {
    ...source,
    place: { ...source.place, key: SOURCE_KEY, entry: SOURCE_KEY },
    rows: given,
    lastRow,
    hidden: [],
    errors,
    digest,
    isUnchanged: last?.digest === digest,
    changes: [],
    holds: [],
  }
  const { holds, ...judged } = await judgePart(read, { job, last })
  const { header, shownHeader, width } = source
  const { locale } = source.source.spreadsheet
  const ofRows = { width, lastRow, errors: placed, rows: given, rowNumbers, formats: [] }
  const facts = { digest, title: judged.title, locale, header, shownHeader, ...ofRows }
  const { baseline } = judged
  const part = { key: SOURCE_KEY, facts, baseline, read, judged: { ...judged, holds: [] } }
  const found = holds.map((hold) => inSource(hold, { rowNumbers, firstDataRow }))
  return {
    ...uniteParts([part], job),
    folderFiles: undefined,
    kept: [],
    keptHolds: [],
    holds: found,
    wasAccepted: decideCopy(found, job).wasAccepted,
    memories: async () => ({}),
  }
}

async function* pickCells(blocks: AsyncIterable<NumberedRow[]>): AsyncGenerator<Cell[][]> {
  for await (const block of blocks) yield block.map(([, cells]) => cells)
}

async function* mergeRows(
  blocks: AsyncIterable<NumberedRow[]>,
  kept: readonly NumberedRow[],
): AsyncGenerator<NumberedRow[]> {
  let from = 0
  for await (const block of blocks) {
    const merged: NumberedRow[] = []
    for (const row of block) {
      for (let next = kept[from]; next && next[0] < row[0]; next = kept[from]) {
        merged.push(next)
        from += 1
      }
      merged.push(row)
    }
    yield merged
  }
  if (from < kept.length) yield [...kept.slice(from)]
}

/** Replaces the row numbers in a hold with the row numbers of the source. */
function inSource(
  hold: Hold,
  { rowNumbers, firstDataRow }: { rowNumbers: readonly number[]; firstDataRow: number },
): Hold {
  const { source: _, sourceKey: __, ...own } = hold
  if (!('cells' in own)) return own
  const cells = own.cells.map((cell) => ({ ...cell, row: rowNumbers[cell.row - firstDataRow] ?? cell.row }))
  return { ...own, cells } as Hold
}
