import { tabIdIn } from '#contract/spreadsheet-link.ts'
import { isPattern, literalName, matchesPattern } from '#contract/tab-pattern.ts'
import type { SourceRef } from '#contract/task-fields.ts'
import type { SourceBaseline } from '#domain/guards/baseline.ts'
import { findTab } from '#domain/guards/find-tab.ts'
import { sourcesInFolder } from '#domain/shape/sources-in-folder.ts'
import type { TabId } from '#domain/tasks/last-tabs.ts'
import { isSameTabName } from '#domain/tasks/same-tab.ts'
import { sourceRefKey } from '#domain/tasks/task-places.ts'
import type { SyncJob } from '#engine/job/sync-job.ts'
import { ProviderError } from '#engine/provider-error.ts'
import { sourceFile, tabMissing } from '#engine/tabs/resolve-tabs.ts'
import type { Workbook } from '#engine/workbook.ts'

/** A tab a task copies from. */
export interface SourcePlace {
  /** Identifies the source from run to run. */
  key: string
  /** Entry of the task's list for this source. */
  entry: string
  sourceId: string
  /** Empty for the first visible tab. */
  sourceTab: string
  last: TabId | null
}

/** A source that cannot be read: a source of the last copy, or an entry of the list that leads to no tab. */
interface LostSource {
  key: string
  entry: string
  /** Undefined if the entry no longer leads to the source. */
  error: ProviderError | undefined
}

export type FoundSource = SourcePlace | LostSource

/** Finds the tabs the entries of a task's list lead to, in the order of the list. */
export async function resolveSources(workbook: Workbook, job: ResolvedJob): Promise<FoundSource[]> {
  const known = job.last.baseline?.sources ?? {}
  const copiedByEntry = Map.groupBy(Object.entries(known), ([, { entry }]) => entryKey(entry))
  const found = await Promise.all((job.union?.sources ?? []).map((ref, at) => resolveEntry(workbook, { ref, at, job })))
  const keys = new Set<string>()
  return found
    .flatMap(({ entry, places, error, failed = [] }) => {
      const copied = copiedByEntry.get(entryKey(entry)) ?? []
      const lost = copied.flatMap(([key]) => (places.some((place) => place.key === key) ? [] : key))
      const findError = (key: string) =>
        error ?? failed.find(({ sourceId }) => sourceId === known[key]?.spreadsheetId)?.error
      const lostSources = lost.map((key) => ({ key, entry, error: findError(key) }))
      const isKnown = ({ sourceId }: FailedFile) => lost.some((key) => known[key]?.spreadsheetId === sourceId)
      const unknown = failed.filter((file) => !isKnown(file))
      const never =
        error && lost.length === 0 ? [{ key: entry, entry, error }] : unknown.map((file) => ({ ...file, entry }))
      return inPlace(places, { lost: [...lostSources, ...never], known })
    })
    .filter(({ key }) => !keys.has(key) && keys.add(key))
}

interface Lost {
  lost: readonly LostSource[]
  known: Readonly<Record<string, SourceBaseline>>
}

/** The spreadsheets in folders; undefined if there is no folder, or a folder could not be listed. */
export function filesOfFolders(found: readonly FoundSource[], { union }: ResolvedJob): SourceRef[] | undefined {
  const folders = (union?.sources ?? []).filter(({ folder_id }) => folder_id !== undefined)
  if (folders.length === 0) return undefined
  const files = new Map<string, SourceRef>()
  for (const folder of folders) {
    const { source_sheet_name } = folder
    const entry = JSON.stringify(folder)
    for (const source of found) {
      if (source.entry !== entry) continue
      if (!('sourceId' in source)) {
        if (source.error) return undefined
        continue
      }
      files.set(`${source.sourceId} ${source_sheet_name}`, { source_ss_id: source.sourceId, source_sheet_name })
    }
  }
  return [...files.values()]
}

/** Puts missing sources where they were, so the rows of the other sources need not move. */
function inPlace(places: readonly SourcePlace[], { lost, known }: Lost): FoundSource[] {
  const placed: FoundSource[] = [...places]
  for (const source of lost) {
    const position = known[source.key]?.position ?? 0
    const next = placed.findIndex(({ key }) => (known[key]?.position ?? -1) > position)
    placed.splice(next < 0 ? placed.length : next, 0, source)
  }
  return placed
}

type ResolvedJob = Pick<SyncJob, 'union' | 'last' | 'target'>

interface Entry {
  ref: SourceRef
  at: number
  job: ResolvedJob
}

/** A spreadsheet of a folder whose tabs could not be read. */
interface FailedFile {
  key: string
  sourceId: string
  error: ProviderError
}

interface ResolvedEntry {
  entry: string
  places: SourcePlace[]
  error?: ProviderError
  failed?: FailedFile[]
}

async function resolveEntry(workbook: Workbook, { ref, ...entry }: Entry): Promise<ResolvedEntry> {
  const { source_ss_id: sourceId = '', source_sheet_name: name, folder_id: folderId } = ref
  const said = JSON.stringify(ref)
  return folderId === undefined
    ? await resolveFile(workbook, { ...entry, entry: said, sourceId, name })
    : await resolveFolder(workbook, { ...entry, entry: said, folderId, name })
}

interface InFolder extends Omit<Entry, 'ref'> {
  entry: string
  folderId: string
  name: string
}

async function resolveFolder(workbook: Workbook, { folderId, ...file }: InFolder): Promise<ResolvedEntry> {
  const { entry, name, job } = file
  try {
    const copied = { targetId: job.target.id, sources: job.union?.sources ?? [] }
    const files = sourcesInFolder(await workbook.listFolder(folderId), copied)
    const found = await Promise.all(
      files.map(async ({ id }) => ({ id, ...(await resolveFile(workbook, { ...file, sourceId: id })) })),
    )
    const places = found.flatMap((each) => each.places)
    // A spreadsheet may have no tab matching the pattern, as long as another spreadsheet has one.
    const failed = found.flatMap(({ id, error }) =>
      error && (places.length === 0 || error.reason !== 'no_tab')
        ? [{ key: JSON.stringify([id, name]), sourceId: id, error }]
        : [],
    )
    if (files.length > 0 || hadSome(job, entry)) return { entry, places, failed }
    throw new ProviderError({ cause: 'folder_unusable', folderId, problem: 'empty', account: '', detail: '' })
  } catch (error) {
    if (error instanceof ProviderError) return { entry, places: [], error }
    throw error
  }
}

interface OneFile extends Omit<Entry, 'ref'> {
  entry: string
  sourceId: string
  name: string
}

async function resolveFile(workbook: Workbook, { entry, sourceId, name, at, job }: OneFile): Promise<ResolvedEntry> {
  try {
    if (!isPattern(name)) {
      const known = await findCopiedSource(workbook, { sourceId, name, job })
      const key = known?.key ?? JSON.stringify([sourceId, name])
      const last = known?.tab ?? (at === 0 ? job.last.tabs.source : null)
      return { entry, places: [{ key, entry, sourceId, sourceTab: literalName(name), last }] }
    }
    const spreadsheet = await workbook.getSpreadsheet(sourceId, sourceFile(sourceId))
    const exact = spreadsheet.tabs.filter(({ title }) => title === name)
    const isTarget = (tab: TabId) =>
      sourceId === job.target.id &&
      (tab.sheetId === job.last.tabs.target?.sheetId || isSameTabName(tab.title, job.target.tab))
    const matching = spreadsheet.tabs.filter((tab) => matchesPattern(tab.title, name) && !isTarget(tab))
    const tabs = exact.length > 0 ? exact : matching
    const copied = sourcesIn(job, sourceId)
    const places = tabs.map(({ sheetId, title }) => {
      const key = copied.find(({ tab }) => tab.sheetId === sheetId)?.key ?? JSON.stringify([sourceId, sheetId])
      return { key, entry, sourceId, sourceTab: title, last: { sheetId, title } }
    })
    return places.length > 0 ? { entry, places } : { entry, places, ...nothingFound(job, { entry, spreadsheet, name }) }
  } catch (error) {
    if (error instanceof ProviderError) return { entry, places: [], error }
    throw error
  }
}

/** An entry that never led to a tab is an error. Missing sources of the last copy are reported as lost instead. */
function nothingFound(
  job: Entry['job'],
  {
    entry,
    spreadsheet,
    name,
  }: { entry: string; spreadsheet: Awaited<ReturnType<Workbook['getSpreadsheet']>>; name: string },
): Pick<ResolvedEntry, 'error'> | Record<string, never> {
  return hadSome(job, entry) ? {} : { error: tabMissing(spreadsheet, name) }
}

function hadSome({ last: { baseline } }: ResolvedJob, entry: string): boolean {
  const key = entryKey(entry)
  return Object.values(baseline?.sources ?? {}).some((source) => entryKey(source.entry) === key)
}

/** Key of an entry: equal keys mean the same sources, even under different tab names. */
function entryKey(entry: string): string {
  return sourceRefKey(JSON.parse(entry) as SourceRef)
}

interface CopiedSource {
  key: string
  tab: TabId
}

/** The sources of the last copy in a spreadsheet. */
function sourcesIn({ last: { baseline } }: ResolvedJob, spreadsheetId: string): CopiedSource[] {
  return Object.entries(baseline?.sources ?? {}).flatMap(([key, source]) =>
    source.spreadsheetId === spreadsheetId ? [{ key, tab: source.tab }] : [],
  )
}

/** Finds the source of the last copy for a name in the task: by this name, or else by the ID of its tab. */
async function findCopiedSource(
  workbook: Workbook,
  { sourceId, name, job }: Pick<OneFile, 'sourceId' | 'name' | 'job'>,
): Promise<CopiedSource | undefined> {
  const copied = sourcesIn(job, sourceId)
  const key = JSON.stringify([sourceId, name])
  const named = copied.find((source) => source.key === key) ?? copied.find((source) => isNamed(source, name))
  if (named || copied.length === 0) return named
  const { tabs } = await workbook.getSpreadsheet(sourceId, sourceFile(sourceId))
  const found = findTab(tabs, { name: literalName(name), last: null })
  return 'tab' in found ? copied.find(({ tab }) => tab.sheetId === found.tab.sheetId) : undefined
}

function isNamed({ key, tab }: CopiedSource, name: string): boolean {
  const [, copiedName] = JSON.parse(key) as [string, string | number]
  const isSameName = typeof copiedName === 'string' && isSameTabName(copiedName, name)
  return isSameName || tabIdIn(name) === tab.sheetId
}
