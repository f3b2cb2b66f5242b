import { createHash } from 'node:crypto'
import { type Cell, rowWidth } from '#domain/copy/cell.ts'
import { computeHeaderRow } from '#domain/copy/region.ts'
import type { Hold } from '#domain/guards/guards.ts'
import { remember } from '#engine/compare/compare.ts'
import { DiskBuffer } from '#engine/compare/disk-buffer.ts'
import { blockRowsFor } from '#engine/compare/plan-windows.ts'
import type { SettledRows } from '#engine/compare/read-settled-rows.ts'
import { readSource as readWindowsOf } from '#engine/compare/read-shaped.ts'
import { rowsFrom } from '#engine/compare/read-windows.ts'
import type { SyncJob } from '#engine/job/sync-job.ts'
import type { SourceMemory } from '#engine/last-copy/copy-memory.ts'
import { isSameSource, type SourceDigests } from '#engine/tabs/copy-memory.ts'
import { createLayouts } from '#engine/tabs/layouts.ts'
import { NO_LAYOUT, type SampledRows, type SourceLayout } from '#engine/tabs/read-layouts.ts'
import { readShownHeader } from '#engine/tabs/read-shown-header.ts'
import { findSource, type Source, sourceFile, type TabChange } from '#engine/tabs/resolve-tabs.ts'
import { describeSourceIn, withRestarts } from '#engine/tabs/tab-pair.ts'
import type { Workbook } from '#engine/workbook.ts'
import type { SourcePlace } from './resolve-sources.ts'

/** A source of a task with several sources, as it was read. Rows and columns count from 1. */
export interface SourceRead {
  place: SourcePlace
  source: Source
  header: Cell[]
  /** Header as the sheet shows it; undefined if the cells hold the same values. */
  shownHeader: Cell[] | undefined
  width: number
  /** The last filled row; the row before the first data row if there is none. */
  lastRow: number
  /** Data rows; empty rows may follow the last filled row. */
  rows: AsyncIterable<Cell[][]>
  /** The numbers of hidden rows, if they are left out. */
  hidden: number[]
  /** Error cells of data rows, at their places. */
  errors: SettledRows['errors']
  digests: SourceDigests
  /** Digest that changes with the source's rows. */
  digest: string
  /** Whether the source is unchanged since the last run. */
  isUnchanged: boolean
  layout: () => Promise<SourceLayout>
  sample: SampledRows | undefined
  changes: TabChange[]
  holds: Hold[]
}

export interface ReadOptions {
  place: SourcePlace
  job: Pick<SyncJob, 'startRow' | 'limits' | 'union' | 'shape'>
  /** The memory of the last run. */
  memory: SourceMemory | undefined
  /** Whether the source had error cells at the last run. */
  hadErrors: boolean
  tempDir: string
  /** Disposes of temporary files. */
  stack: AsyncDisposableStack
}

/** Reads a source into temporary files. @throws ProviderError */
export function readSource(workbook: Workbook, options: ReadOptions): Promise<SourceRead> {
  return withRestarts(workbook, options.memory, (memory) => readOnce(workbook, { ...options, memory }))
}

async function readOnce(workbook: Workbook, options: ReadOptions): Promise<SourceRead> {
  const { place, job, memory, hadErrors, tempDir, stack } = options
  const { source, layout, sample, changes, holds } = memory
    ? recallSource({ place, memory })
    : await openSource(workbook, options)
  const rows = stack.use(new DiskBuffer<Cell[][]>(tempDir))
  const blockRows = memory?.blockRows ?? blockRowsFor(job.limits.chunkSize, sample)
  const firstDataRow = computeHeaderRow(job.startRow) + 1
  const digests: SourceDigests = { blockRows, header: '', digests: [], bytes: [], rows: [], widths: [] }
  const errors: SettledRows['errors'] = []
  const hidden: number[] = []
  const hash = createHash('sha1')
  let [header, lastRow, width]: [Cell[], number, number] = [[], firstDataRow - 1, 0]
  const known = memory && { ...memory, target: memory.source }
  const toRead = { source, memory: known, sample, blockRows }
  for await (const window of readWindowsOf(workbook, { ...toRead, job, hadErrors })) {
    remember(digests, window)
    if (window.header) header = window.header.cells
    for (const block of window.blocks) {
      const firstRow = Math.max(block.window.firstRow, firstDataRow)
      const count = block.window.lastRow - firstRow + 1
      if (block.rows > 0) lastRow = block.window.firstRow + block.rows - 1
      width = Math.max(width, block.width)
      if (count < 1) continue
      const read = rowsFrom(window, { firstRow, count })
      hidden.push(...(window.source.hidden ?? []).filter((row) => row >= firstRow && row < firstRow + count))
      errors.push(...window.source.errors.filter(({ row }) => row >= firstRow && row < firstRow + count))
      for (const [down, row] of read.entries()) {
        const filled = rowWidth(row)
        if (filled > 0) hash.update(`${firstRow + down}${JSON.stringify(row.slice(0, filled))}`)
      }
      await rows.append(read)
    }
  }
  const hiddenRows = hidden.filter((row) => row <= lastRow)
  const isUnchanged = known !== undefined && isSameSource(digests, known)
  const layouts = createLayouts(workbook, {
    source,
    target: { spreadsheet: source.spreadsheet, tab: undefined, tabTitle: '' },
    job,
    known: { source: isUnchanged ? { ...NO_LAYOUT, formats: memory?.formats ?? [] } : layout },
  })
  // Check whether another tab has replaced a remembered tab.
  if (memory && !isUnchanged) await layouts.source()
  const shownHeader = await readShownHeader({ header, digest: digests.header, memory, layouts })
  return {
    place,
    source: memory && !isUnchanged ? await layouts.currentSource() : source,
    header,
    shownHeader,
    width: Math.max(width, rowWidth(header)),
    lastRow,
    rows,
    hidden: hiddenRows,
    errors,
    digests: { ...digests, shownHeader },
    digest: hash.update(JSON.stringify([header, errors, ...hiddenRows])).digest('base64url'),
    isUnchanged,
    layout: layouts.source,
    sample,
    changes,
    holds,
  }
}

interface OpenedSource extends Pick<SourceRead, 'source' | 'sample' | 'changes' | 'holds'> {
  layout: SourceLayout | undefined
}

function recallSource({ place, memory }: { place: SourcePlace; memory: SourceMemory }): OpenedSource {
  const source = structuredClone(memory.source)
  const rememberedAs = place.sourceTab || (place.last?.title ?? '')
  return { source: { ...source, rememberedAs }, layout: undefined, sample: undefined, changes: [], holds: [] }
}

async function openSource(workbook: Workbook, { place, job }: ReadOptions): Promise<OpenedSource> {
  const { sourceId, sourceTab, last } = place
  const wanted = { id: sourceId, tab: sourceTab, startRow: job.startRow, last }
  const described = await describeSourceIn(workbook, wanted)
  const spreadsheet = described?.spreadsheet ?? (await workbook.getSpreadsheet(sourceId, sourceFile(sourceId)))
  const { tab, changes, holds } = findSource(spreadsheet, { name: sourceTab, last })
  return { source: { spreadsheet, tab }, layout: described?.layout, sample: described?.sample, changes, holds }
}
