import type { SourceRead } from '#engine/sources/read-source.ts'
import type { Workbook } from '#engine/workbook.ts'
import { buildBasis } from '#server/copy-jobs/copy-memories.ts'
import type { HandOutJob, PreparePorts } from './hand-out-ports.ts'
import { readSheet } from './read-sheet.ts'
import type { RememberedSheet, StoredHandOut } from './target-store.ts'

interface ReadOptions {
  job: HandOutJob
  ports: PreparePorts
  stored: StoredHandOut
  /** Disposes of temporary files. */
  stack: AsyncDisposableStack
}

export interface ReadHandOutSource {
  source: SourceRead
  /** For the next run. */
  remembered: RememberedSheet
  /** When a run last read everything. */
  readAllAt: Date
  /** The name of the tab in the task, if the tab was renamed; undefined otherwise. */
  renamedFrom: string | undefined
}

/** Reads the whole source with the memory of the last run. @throws ProviderError, NodeFault */
export async function readHandOutSource(workbook: Workbook, options: ReadOptions): Promise<ReadHandOutSource> {
  const { job, ports, stored } = options
  const read = await readSheet(workbook, { ...options, known: stored.source })
  const { source, renamedFrom, isRecalled } = read
  const readAllAt = isRecalled && stored.readAllAt ? stored.readAllAt : ports.now()
  return { source, renamedFrom, readAllAt, remembered: followRename(read.remembered, { job, renamedFrom }) }
}

interface Rename {
  job: HandOutJob
  renamedFrom: string | undefined
}

/** The task gets the new name of its tab. */
function followRename(remembered: RememberedSheet, { job, renamedFrom }: Rename): RememberedSheet {
  if (renamedFrom === undefined) return remembered
  const { tab } = remembered
  const basis = buildBasis({ ...job, source: { ...job.source, tab: tab.title } }, { source: tab, target: null })
  return { ...remembered, name: tab.title, basis }
}
