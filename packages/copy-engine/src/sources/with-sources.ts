import type { Tab } from '#domain/copy/spreadsheet.ts'
import { DEFAULT_LOCALE } from '#domain/recognize/locale-tag.ts'
import type { AskedFiles } from '#engine/compare/skip-untouched.ts'
import type { SyncJob } from '#engine/job/sync-job.ts'
import { NO_LAYOUT } from '#engine/tabs/read-layouts.ts'
import { refuseSameTab, type Source } from '#engine/tabs/resolve-tabs.ts'
import { type KnownSource, type TabPair, withTabs } from '#engine/tabs/tab-pair.ts'
import type { Workbook } from '#engine/workbook.ts'
import { type CopySources, oneTab, severalTabs } from './copy-sources.ts'
import { judgePart } from './judge-part.ts'
import { type Part, type ReadUnion, readUnion, type UnionOptions } from './read-union.ts'

interface SourceOptions extends Omit<UnionOptions, 'judge'> {
  /** The sources, if they were read before. The job has a shape then. */
  given?: ReadUnion | undefined
  files: AskedFiles
}

export interface OpenedSources {
  tabs: TabPair
  sources: CopySources
  /** The version of the source's file, asked before its cells are read. */
  sourceVersion: string | undefined
}

/** Opens the sources and the target of a job. Several sources are read and judged before. `work` must not write. */
export async function withSources<Result>(
  workbook: Workbook,
  options: SourceOptions,
  work: (opened: OpenedSources) => Promise<Result>,
): Promise<Result> {
  const { job, files, given } = options
  const sourceFile = await files.source
  if (!job.union && !given) {
    const sourceVersion = job.fileChecks?.preparesSkip ? sourceFile?.version : undefined
    return await withTabs(workbook, job, (tabs) => work({ tabs, sources: oneTab, sourceVersion }))
  }
  const read = given ?? (await readUnion(workbook, { ...options, judge: judgePart }))
  const sources = severalTabs(read)
  const { job: ends, known } = buildTargetJob(read, job)
  const open = (tabs: TabPair) => ({ tabs: withUnion(tabs, { union: read, job }), sources, sourceVersion: undefined })
  return await withTabs(workbook, ends, (tabs) => work(open(tabs)), known)
}

/** Picks the source for messages about the whole run: the task's own source, or else another source. */
function mainSource({ parts }: Pick<ReadUnion, 'parts'>, { source }: Pick<SyncJob, 'source'>): Source {
  const own = parts.find(({ baseline }) => baseline.spreadsheetId === source.id) ?? parts[0]
  return own?.read?.source ?? sourceAsItWas(own, source.id)
}

function sourceAsItWas(part: Part | undefined, sourceId: string): Source {
  const { sheetId = -1, title = '' } = part?.baseline.tab ?? {}
  const tab: Tab = { sheetId, title, rowCount: 1, columnCount: 1, isHidden: false }
  const id = part?.baseline.spreadsheetId ?? sourceId
  return {
    spreadsheet: { id, title: '', locale: part?.facts.locale ?? DEFAULT_LOCALE, tabs: [tab], otherTabs: [] },
    tab,
  }
}

/** The job with which `withTabs` looks for the target alone. */
function buildTargetJob(union: Pick<ReadUnion, 'parts'>, job: SyncJob): { job: SyncJob; known: KnownSource } {
  const { spreadsheet, tab } = mainSource(union, job)
  const known = {
    spreadsheet: { ...spreadsheet, tabs: [tab] },
    layout: NO_LAYOUT,
    sample: union.parts.find(({ read }) => read?.sample)?.read?.sample,
  }
  const last = { ...job.last, tabs: { ...job.last.tabs, source: null } }
  return { job: { ...job, source: { id: spreadsheet.id, tab: tab.title }, last }, known }
}

/** The tabs of a copy of several sources. @throws ProviderError same_tab */
function withUnion(tabs: TabPair, { union, job }: { union: ReadUnion; job: SyncJob }): TabPair {
  for (const { read } of union.parts) if (read) refuseSameTab(read.source, tabs.target)
  const source = mainSource(union, job)
  const own = union.parts.find(({ read }) => read?.source === source)?.read
  const layouts = { ...tabs.layouts, source: union.layout, currentSource: async () => source }
  return { ...tabs, source, layouts, changes: [...(own?.changes ?? []), ...tabs.changes] }
}
