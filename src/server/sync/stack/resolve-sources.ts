import { isPattern, literalName, matchesPattern } from '#contract/tab-pattern.ts'
import type { SourceRef } from '#contract/task-fields.ts'
import type { SourceBaseline } from '#domain/guards/baseline.ts'
import type { TabId } from '#domain/tasks/last-tabs.ts'
import { ProviderError } from '#server/google/provider-error.ts'
import type { SheetsClient } from '#server/google/sheets-client.ts'
import type { SyncJob } from '#server/sync/job/sync-job.ts'
import { sourceFile, tabMissing } from '#server/sync/tabs/resolve-tabs.ts'

/** One tab that a task copies from. */
export interface SourcePlace {
  /** Stands for it from run to run. */
  key: string
  /** The entry of the task's list that led to it. */
  entry: string
  sourceId: string
  /** Empty for the first visible tab. */
  sourceTab: string
  last: TabId | null
}

/** A source that cannot be read: one of the last copy, or an entry of the list that leads to nothing. */
interface LostSource {
  key: string
  entry: string
  /** Undefined if its entry does not lead to it any more. */
  error: ProviderError | undefined
}

export type FoundSource = SourcePlace | LostSource

/** Finds the tabs to which the entries of a task's list lead, in this order. */
export async function resolveSources(
  client: SheetsClient,
  job: Pick<SyncJob, 'stack' | 'earlier' | 'lastTabs' | 'targetId' | 'targetTab'>,
): Promise<FoundSource[]> {
  const known = job.earlier.baseline?.sources ?? {}
  const found = await Promise.all((job.stack?.sources ?? []).map((ref, at) => resolveEntry(client, { ref, at, job })))
  const keys = new Set<string>()
  return found
    .flatMap(({ entry, places, error }) => {
      const lost = Object.keys(known).filter(
        (key) => known[key]?.entry === entry && !places.some((place) => place.key === key),
      )
      const lostKeys = error && lost.length === 0 ? [entry] : lost
      return inPlace(places, { lost: lostKeys.map((key) => ({ key, entry, error })), known })
    })
    .filter(({ key }) => !keys.has(key) && keys.add(key))
}

interface Lost {
  lost: readonly LostSource[]
  known: Readonly<Record<string, SourceBaseline>>
}

/** Puts sources that are gone where they were, so that the rows of the others need not move. */
function inPlace(places: readonly SourcePlace[], { lost, known }: Lost): FoundSource[] {
  const placed: FoundSource[] = [...places]
  for (const source of lost) {
    const position = known[source.key]?.position ?? 0
    const next = placed.findIndex(({ key }) => (known[key]?.position ?? -1) > position)
    placed.splice(next < 0 ? placed.length : next, 0, source)
  }
  return placed
}

interface Entry {
  ref: SourceRef
  at: number
  job: Pick<SyncJob, 'earlier' | 'lastTabs' | 'targetId' | 'targetTab'>
}

interface ResolvedEntry {
  entry: string
  places: SourcePlace[]
  error?: ProviderError
}

async function resolveEntry(client: SheetsClient, { ref, at, job }: Entry): Promise<ResolvedEntry> {
  const { source_ss_id: sourceId, source_sheet_name: name } = ref
  const entry = JSON.stringify(ref)
  const lastOf = (key: string): TabId | null => lastSource(job, { key, at })?.tab ?? null
  if (!isPattern(name)) {
    const key = JSON.stringify([sourceId, name])
    const last = lastOf(key) ?? (at === 0 ? job.lastTabs.source : null)
    return { entry, places: [{ key, entry, sourceId, sourceTab: literalName(name), last }] }
  }
  try {
    const spreadsheet = await client.getSpreadsheet(sourceId, sourceFile(sourceId))
    const exact = spreadsheet.tabs.filter(({ title }) => title === name)
    const isTarget = (tab: TabId) =>
      sourceId === job.targetId &&
      (tab.sheetId === job.lastTabs.target?.sheetId || tab.title.toLowerCase() === job.targetTab.toLowerCase())
    const matching = spreadsheet.tabs.filter((tab) => matchesPattern(tab.title, name) && !isTarget(tab))
    const tabs = exact.length > 0 ? exact : matching
    const places = tabs.map(({ sheetId, title }) => {
      const key = JSON.stringify([sourceId, sheetId])
      return { key, entry, sourceId, sourceTab: title, last: { sheetId, title } }
    })
    return places.length > 0 ? { entry, places } : { entry, places, ...nothingFound(job, { entry, spreadsheet, name }) }
  } catch (error) {
    if (error instanceof ProviderError) return { entry, places: [], error }
    throw error
  }
}

/** Sources of the last copy that are gone are a loss of their own; an entry that never led to anything is an error. */
function nothingFound(
  job: Entry['job'],
  {
    entry,
    spreadsheet,
    name,
  }: { entry: string; spreadsheet: Awaited<ReturnType<SheetsClient['getSpreadsheet']>>; name: string },
): Pick<ResolvedEntry, 'error'> | Record<string, never> {
  const hadSome = Object.values(job.earlier.baseline?.sources ?? {}).some((source) => source.entry === entry)
  return hadSome ? {} : { error: tabMissing(spreadsheet, name) }
}

function lastSource(
  { earlier: { baseline } }: Pick<SyncJob, 'earlier'>,
  { key }: { key: string; at: number },
): SourceBaseline | undefined {
  return baseline?.sources?.[key]
}
