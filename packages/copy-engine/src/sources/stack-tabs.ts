import type { Tab } from '#domain/copy/spreadsheet.ts'
import { DEFAULT_LOCALE } from '#domain/recognize/locale-tag.ts'
import type { SyncJob } from '#engine/job/sync-job.ts'
import type { KnownSource } from '#engine/tabs/open-tabs.ts'
import { NO_LAYOUT } from '#engine/tabs/read-layouts.ts'
import { refuseSameTab, type Source } from '#engine/tabs/resolve-tabs.ts'
import type { TabPair } from '#engine/tabs/tab-pair.ts'
import type { Part, ReadStack } from './read-stack.ts'

/** The source that stands for all of them in messages about a run: the task's own, or else another source. */
function mainSource({ parts }: Pick<ReadStack, 'parts'>, { source }: Pick<SyncJob, 'source'>): Source {
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
export function knownSource(stack: Pick<ReadStack, 'parts'>, job: SyncJob): { job: SyncJob; known: KnownSource } {
  const { spreadsheet, tab } = mainSource(stack, job)
  const known = {
    spreadsheet: { ...spreadsheet, tabs: [tab] },
    layout: NO_LAYOUT,
    sample: stack.parts.find(({ read }) => read?.sample)?.read?.sample,
  }
  const last = { ...job.last, tabs: { ...job.last.tabs, source: null } }
  return { job: { ...job, source: { id: spreadsheet.id, tab: tab.title }, last }, known }
}

/** The tabs of a copy of several sources. @throws ProviderError same_tab */
export function withStack(tabs: TabPair, { stack, job }: { stack: ReadStack; job: SyncJob }): TabPair {
  for (const { read } of stack.parts) if (read) refuseSameTab(read.source, tabs.target)
  const source = mainSource(stack, job)
  const own = stack.parts.find(({ read }) => read?.source === source)?.read
  const layouts = { ...tabs.layouts, source: stack.layout, currentSource: async () => source }
  return { ...tabs, source, layouts, changes: [...(own?.changes ?? []), ...tabs.changes] }
}
