import type { SheetsClient } from '#server/google/sheets-client.ts'
import { headerRowOf } from './compare.ts'
import { describeSource, describeTarget, NEW_TAB, type SourceLayout, type TargetLayout } from './read-layouts.ts'
import type { Source, Target } from './resolve-tabs.ts'
import type { SyncJob } from './sync-job.ts'

/** What the tabs hold besides values. It is read when it is first asked for, and only once. */
export interface Layouts {
  source(): Promise<SourceLayout>
  target(): Promise<TargetLayout>
}

interface Options {
  source: Source
  target: Target
  job: Pick<SyncJob, 'startRow' | 'lastRows' | 'lastWidth'>
  /** What was read with the tabs. */
  known: { source: SourceLayout | undefined; target: TargetLayout | undefined }
}

/** Below this row, the cells above the first data row would make a look from the first row expensive. */
export const MAX_FIRST_DATA_ROW = 100

export function createLayouts(client: SheetsClient, { source, target, job, known }: Options): Layouts {
  const firstDataRow = headerRowOf(job.startRow) + 1
  const readSource = async () => {
    const { spreadsheet, tab } = source
    if (firstDataRow > tab.rowCount) return { formats: [], merges: [] }
    const place = { spreadsheet, tabTitle: tab.title, firstRow: firstDataRow, firstDataRow }
    return (await describeSource(client, place)).layout
  }
  const readTarget = async () => {
    const { spreadsheet, tab } = target
    if (!tab) return NEW_TAB
    const firstRow = firstDataRow > MAX_FIRST_DATA_ROW ? Math.min(firstDataRow, tab.rowCount) : 1
    const expected = { rows: job.lastRows, columns: tab.columnCount }
    return (await describeTarget(client, { spreadsheet, tabTitle: tab.title, firstRow, firstDataRow, expected })).layout
  }
  let sourceLayout = known.source && Promise.resolve(known.source)
  let targetLayout = known.target && Promise.resolve(known.target)
  return {
    source: () => (sourceLayout ??= readSource()),
    target: () => (targetLayout ??= readTarget()),
  }
}
