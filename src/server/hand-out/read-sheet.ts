import { foldName } from '#domain/recognize/name-finder.ts'
import { READS_ALL_AFTER_MS } from '#domain/runs/settled-versions.ts'
import type { SyncJob } from '#engine/job/sync-job.ts'
import { readSource, type SourceRead } from '#engine/sources/read-source.ts'
import { rememberTab } from '#engine/tabs/copy-memory.ts'
import type { Workbook } from '#engine/workbook.ts'
import { buildBasis } from '#server/copy-jobs/copy-memories.ts'
import { SOURCE_KEY } from './give-rows.ts'
import type { PreparePorts } from './hand-out-ports.ts'
import type { RememberedSheet, StoredHandOut } from './target-store.ts'

interface ReadOptions {
  /** Job with the sheet as its source. */
  job: SyncJob
  ports: PreparePorts
  stored: Pick<StoredHandOut, 'readAllAt'>
  /** Memory of the last run, possibly of another sheet. */
  known: RememberedSheet | undefined
  /** Disposes of temporary files. */
  stack: AsyncDisposableStack
}

export interface ReadSheet {
  source: SourceRead
  /** Memory for the next run. */
  remembered: RememberedSheet
  /** Whether the read relied on the last run. */
  isRecalled: boolean
  /** Name of the tab in the task before a rename; undefined if the tab was not renamed. */
  renamedFrom: string | undefined
}

/** Reads a whole sheet with the memory of the last run. @throws ProviderError, NodeFault */
export async function readSheet(workbook: Workbook, options: ReadOptions): Promise<ReadSheet> {
  const { job, ports, stored, known, stack } = options
  const { id: sourceId, tab: sourceTab } = job.source
  const isSamePlace = known?.spreadsheetId === sourceId && foldName(known.name) === foldName(sourceTab)
  const last = known && isSamePlace ? known.tab : null
  const isRecent = stored.readAllAt && ports.now().getTime() - stored.readAllAt.getTime() < READS_ALL_AFTER_MS
  const isValid =
    ports.mayRecall && isRecent && last && known?.basis === buildBasis(job, { source: last, target: null })
  const memory = isValid ? known?.memory : undefined
  const place = { key: SOURCE_KEY, entry: SOURCE_KEY, sourceId, sourceTab, last }
  const read = { place, job, memory, hadErrors: known?.hadErrors ?? false, tempDir: ports.tempDir, stack }
  const source = await readSource(workbook, read)
  const { sheetId, title } = source.source.tab
  const change = source.changes.find(({ kind }) => kind !== 'made_anew')
  const renamedFrom = change && sourceTab !== '' ? change.before : undefined
  const { formats } = await source.layout()
  const remembered = {
    spreadsheetId: sourceId,
    name: sourceTab,
    tab: { sheetId, title },
    memory: { source: rememberTab(source.source), ...source.digests, formats },
    basis: buildBasis(job, { source: { sheetId, title }, target: null }),
    hadErrors: source.errors.length > 0,
  }
  return { source, remembered, isRecalled: memory !== undefined, renamedFrom }
}
