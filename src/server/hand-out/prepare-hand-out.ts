import { MAX_TARGETS } from '#contract/task-fields.ts'
import { decideCopy } from '#domain/guards/decide-copy.ts'
import type { Hold } from '#domain/guards/guards.ts'
import {
  assignTargets,
  type FoundValue,
  findClash,
  type HandOutTarget,
  listOwnTargets,
} from '#domain/hand-out/assign-targets.ts'
import { nameTab } from '#domain/hand-out/split-value.ts'
import { ProviderError } from '#engine/provider-error.ts'
import type { SourceRead } from '#engine/sources/read-source.ts'
import type { Workbook } from '#engine/workbook.ts'
import { buildBasis } from '#server/copy-jobs/copy-memories.ts'
import { type GroupedRows, groupRows } from './group-rows.ts'
import type { HandOutJob, PreparePorts } from './hand-out-ports.ts'
import type { HandOutRun } from './hand-out-run.ts'
import { type ListedTargets, readListedTargets } from './read-listed-targets.ts'
import { readSheet } from './read-sheet.ts'
import { TabOwners } from './tab-owners.ts'
import { findLastCopy } from './target-job.ts'
import type { HandOutSource, RememberedSheet, StoredHandOut, TargetCopy } from './target-store.ts'

interface PrepareOptions {
  job: HandOutJob
  ports: PreparePorts
  /** Disposes of temporary files. */
  stack: AsyncDisposableStack
}

/** A source after reading, with the targets of its rows. */
export interface PreparedHandOut extends Pick<HandOutRun, 'source' | 'grouped'> {
  targets: HandOutTarget[]
  /** Values without a target, including error values. */
  unmatched: FoundValue[]
  /** Reasons to hold the whole run, the main reason first. */
  holds: readonly Hold[]
  /** States after earlier copies, by target key. */
  stored: ReadonlyMap<string, TargetCopy>
  list: ListedTargets | undefined
  read: Pick<ReadHandOutSource, 'renamedFrom' | 'readAllAt'> & { remembered: HandOutSource }
}

/** Reads the source, groups its rows by their values, and finds the targets. @throws ProviderError, NodeFault */
export async function prepareHandOut(
  workbook: Workbook,
  { job, ports, stack }: PrepareOptions,
): Promise<PreparedHandOut> {
  const stored = await ports.targets.read()
  const { source, remembered, ...read } = await readHandOutSource(workbook, { job, ports, stored, stack })
  const sheet = job.handOut.targetsFrom
  const list = sheet ? await readListedTargets(workbook, { job, sheet, ports, stored, stack }) : undefined
  const grouped = await groupRows(source, { job, tempDir: ports.tempDir, stack })
  const { targets, unmatched, failed } = findTargets({ job, source, grouped, list, known: stored.targets })
  const found = [...source.holds, ...grouped.holds, ...judgeUnmatched(unmatched, job)]
  const accepted = job.approval.accepted.filter(({ sourceKey }) => sourceKey === undefined)
  return {
    source,
    grouped,
    targets,
    unmatched: [...unmatched, ...failed],
    holds: decideCopy(found, { ...job, approval: { ...job.approval, accepted } }).holds,
    stored: stored.targets,
    list,
    read: { ...read, remembered: list ? { ...remembered, list: list.remembered } : remembered },
  }
}

interface FoundRows {
  job: HandOutJob
  source: SourceRead
  grouped: GroupedRows
  list: ListedTargets | undefined
  known: ReadonlyMap<string, TargetCopy>
}

/** @throws ProviderError values_clash, too_many_values */
function findTargets({ job, source, grouped, list, known }: FoundRows) {
  const groups = [...grouped.groups.values()].map(({ rows, ...group }) => {
    return { ...group, rows: rows.length, firstRow: rows[0] ?? 0 }
  })
  const found = groups.filter(({ key, isError }) => key !== '' && !isError)
  const others = groups.filter(({ key, isError }) => key === '' || isError)
  const { splitBy } = job.handOut
  if (found.length > MAX_TARGETS)
    throw new ProviderError({ cause: 'too_many_values', column: splitBy, count: found.length })
  const hadRows = [...known].flatMap(([key, copy]) =>
    hasRows(copy, { job, source, key }) ? { key, value: copy.value } : [],
  )
  const listed = list?.targets ?? listOwnTargets(job.handOut, source.source.spreadsheet.locale)
  const assigned = assignTargets({ found, known: hadRows, listed, targetSsId: job.target.id })
  const clash = findClash(assigned.targets)
  if (clash) throw new ProviderError({ cause: 'values_clash', values: nameBoth(clash), tab: clash[1].tabName })
  const failed = others.filter(({ isError }) => isError)
  const empty = others.filter(({ isError }) => !isError)
  return { targets: assigned.targets, unmatched: [...assigned.unmatched, ...empty], failed }
}

/** Whether the target of a value had rows after the last copy from this source. */
function hasRows(copy: TargetCopy, { job, source, key }: Pick<FoundRows, 'job' | 'source'> & { key: string }): boolean {
  const target = { key, value: copy.value, targetSsId: job.target.id, tabName: nameTab(copy.value) }
  const { left } = findLastCopy({ job, source }, { target, stored: copy })
  return (left.extent.rows ?? 0) > 0 || left.parked !== undefined
}

interface KnownTargets extends Pick<PreparedHandOut, 'source' | 'list' | 'targets' | 'stored'> {
  job: HandOutJob
}

/** Finds the owners of tabs, as earlier runs left them. */
export function findOwners({ job, source, list, targets, stored }: KnownTargets): TabOwners {
  const owners = new TabOwners(list?.tab)
  for (const target of targets) {
    const { tab } = findLastCopy({ job, source }, { target, stored: stored.get(target.key) })
    if (tab) owners.add(target, tab.sheetId)
  }
  return owners
}

function nameBoth([one, other]: readonly [HandOutTarget, HandOutTarget]): [string, string] {
  return [one.value, other.value]
}

const MAX_LISTED_VALUES = 20

function judgeUnmatched(unmatched: readonly FoundValue[], { handOut }: HandOutJob): Hold[] {
  if (unmatched.length === 0 || handOut.unmatched === 'report') return []
  const values = unmatched.slice(0, MAX_LISTED_VALUES).map(({ value, rows, firstRow }) => ({ value, rows, firstRow }))
  const rows = unmatched.reduce((sum, value) => sum + value.rows, 0)
  return [{ cause: 'values_unmatched', column: handOut.splitBy, rows, count: unmatched.length, values }]
}

interface ReadOptions {
  job: HandOutJob
  ports: PreparePorts
  stored: StoredHandOut
  /** Disposes of temporary files. */
  stack: AsyncDisposableStack
}

interface ReadHandOutSource {
  source: SourceRead
  /** Memory for the next run. */
  remembered: RememberedSheet
  /** When a run last read everything. */
  readAllAt: Date
  /** Name of the tab in the task before a rename; undefined if the tab was not renamed. */
  renamedFrom: string | undefined
}

/** Reads the whole source with the memory of the last run. @throws ProviderError, NodeFault */
async function readHandOutSource(workbook: Workbook, options: ReadOptions): Promise<ReadHandOutSource> {
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

/** Updates the memory to the new name of the tab, which the task also gets. */
function followRename(remembered: RememberedSheet, { job, renamedFrom }: Rename): RememberedSheet {
  if (renamedFrom === undefined) return remembered
  const { tab } = remembered
  const basis = buildBasis({ ...job, source: { ...job.source, tab: tab.title } }, { source: tab, target: null })
  return { ...remembered, name: tab.title, basis }
}
