import { foldName } from '#domain/recognize/name-finder.ts'
import { READS_ALL_AFTER_MS } from '#domain/runs/settled-versions.ts'
import type { SheetsClient } from '#server/google/sheets-client.ts'
import { buildBasis } from '#server/sync/record/copy-memories.ts'
import { readSource, type SourceRead } from '#server/sync/stack/read-source.ts'
import { rememberTab } from '#server/sync/tabs/copy-memory.ts'
import { SOURCE_KEY } from './give-rows.ts'
import type { HandOutJob, PreparePorts } from './hand-out-ports.ts'
import type { HandOutSource, TargetStore } from './target-store.ts'

interface ReadOptions {
  job: HandOutJob
  ports: PreparePorts
  stored: Awaited<ReturnType<TargetStore['read']>>
  /** Disposes of temporary files. */
  stack: AsyncDisposableStack
}

export interface ReadHandOutSource {
  source: SourceRead
  /** For the next run. */
  remembered: HandOutSource
  readAllAt: Date
  /** The name that the task gives to its tab, if that has another one now. */
  renamedFrom: string | undefined
}

/** Reads the whole source, relying on what the last run saw. @throws ProviderError, NodeFault */
export async function readHandOutSource(client: SheetsClient, options: ReadOptions): Promise<ReadHandOutSource> {
  const { job, ports, stored, stack } = options
  const { sourceId, sourceTab } = job
  const now = ports.now()
  const known = stored.source
  const isSamePlace = known?.spreadsheetId === sourceId && foldName(known.name) === foldName(sourceTab)
  const last = known && isSamePlace ? known.tab : null
  const isRecent = stored.readAllAt && now.getTime() - stored.readAllAt.getTime() < READS_ALL_AFTER_MS
  const isValid =
    ports.mayRecall && isRecent && last && known?.basis === buildBasis(job, { source: last, target: null })
  const memory = isValid ? known?.memory : undefined
  const place = { key: SOURCE_KEY, entry: SOURCE_KEY, sourceId, sourceTab, last }
  const read = { place, job, memory, hadErrors: known?.hadErrors ?? false, scratchDir: ports.scratchDir, stack }
  const source = await readSource(client, read)
  const { sheetId, title } = source.source.tab
  const change = source.changes.find(({ kind }) => kind !== 'made_anew')
  const renamedFrom = change && sourceTab !== '' ? change.before : undefined
  const tab = { sheetId, title }
  const name = renamedFrom === undefined ? sourceTab : title
  const { formats } = await source.layout()
  const remembered = {
    spreadsheetId: sourceId,
    name,
    tab,
    memory: { source: rememberTab(source.source), ...source.digests, formats },
    basis: buildBasis({ ...job, sourceTab: name }, { source: tab, target: null }),
    hadErrors: source.errors.length > 0,
  }
  return { source, remembered, readAllAt: memory && stored.readAllAt ? stored.readAllAt : now, renamedFrom }
}
