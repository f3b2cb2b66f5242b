import type { LastTarget } from '#domain/copy/target-state.ts'
import type { Hold } from '#domain/guards/guards.ts'
import type { HandOutTarget } from '#domain/hand-out/assign-targets.ts'
import { foldName } from '#domain/recognize/name-finder.ts'
import { READS_ALL_AFTER_MS } from '#domain/runs/settled-versions.ts'
import type { TabId } from '#domain/tasks/last-tabs.ts'
import type { SyncJob } from '#engine/job/sync-job.ts'
import type { LastCopy } from '#engine/last-copy/last-copy.ts'
import type { CopiedRun } from '#engine/outcome.ts'
import { buildBasis } from '#server/copy-jobs/copy-memories.ts'
import type { HandOutPorts } from './hand-out-ports.ts'
import type { HandOutRun, TargetTask } from './hand-out-run.ts'
import type { TargetRows } from './stored-rows.ts'
import { NOTHING_LEFT, type TargetCopy, type TargetLeft, withoutTabs } from './target-store.ts'

/** Maximum number of copies with changes used to measure the usual change. */
const MAX_MEASURES = 10

/** Finds the state after the last copy of a target between the same places. Returns an empty state without such a copy. */
export function findLastCopy(
  run: Pick<HandOutRun, 'job' | 'source'>,
  { target, stored }: Pick<TargetTask, 'target' | 'stored'>,
): TargetCopy {
  const place = namePlace(run, target)
  const { value, targetSsId } = target
  if (stored?.place !== place) return { value, targetSsId, place, tab: null, left: NOTHING_LEFT }
  return { ...stored, value }
}

/** Names the place of a copy: equal for copies between the same places. */
function namePlace(
  { job, source }: Pick<HandOutRun, 'job' | 'source'>,
  { targetSsId, tabName }: HandOutTarget,
): string {
  const { spreadsheet, tab } = source.source
  const { region } = job.shape
  return JSON.stringify([
    spreadsheet.id,
    tab.sheetId,
    job.startRow,
    region,
    job.handOut.splitBy,
    targetSsId,
    foldName(tabName),
  ])
}

interface TargetToCopy {
  target: HandOutTarget
  last: TargetCopy
}

export interface TargetContext extends Pick<HandOutRun, 'job' | 'source' | 'takenTabs' | 'owners'> {
  ports: Pick<HandOutPorts, 'mayRecall' | 'now'>
}

/** Builds the job of a single target's copy. */
export function buildTargetJob(run: TargetContext, { target, last }: TargetToCopy): SyncJob {
  const { job, source, takenTabs, ports } = run
  const { handOut: _, fileChecks: { requestedAt } = {}, ...whole } = job
  const { tab } = last
  const accepted = job.approval.accepted.filter(({ sourceKey }) => sourceKey === target.key)
  const own: SyncJob = {
    ...whole,
    source: { id: source.source.spreadsheet.id, tab: source.source.tab.title },
    // A person may have renamed the tab of the value.
    target: {
      id: target.targetSsId,
      tab: tab?.title ?? target.tabName,
      takenTabs: takenTabs.get(target.targetSsId) ?? [],
    },
    last: recallCopy(last.left, tab ?? findReleasedTab(run, { target, last })),
    fileChecks: requestedAt ? { requestedAt } : {},
    // The expectations were already checked for the whole source.
    rules: { ...job.rules, expectations: { filled: [], unique: [] } },
    approval: { ...job.approval, accepted: accepted.map(withoutTarget) },
  }
  const memory = ports.mayRecall ? recallMemory(own, { last, now: ports.now() }) : undefined
  return memory ? { ...own, last: { ...own.last, memory } } : own
}

/** Finds the tab of a value from before the value was given up; null if another value or task has the tab now. */
function findReleasedTab({ takenTabs, owners }: TargetContext, { target, last }: TargetToCopy): TabId | null {
  const { released } = last.left
  if (!released || owners.isOfOther(target, released.sheetId)) return null
  const isTaken = takenTabs.get(target.targetSsId)?.some(({ sheetId }) => sheetId === released.sheetId)
  return isTaken ? null : { ...released, isReleased: true }
}

/** Recalls the last copy of a target. It has no source tab, because the rows to copy are given. */
function recallCopy({ extent, baseline, measures, rejected }: TargetLeft, target: TabId | null): LastCopy {
  return { tabs: { source: null, target }, extent, baseline, measures, rejected }
}

function recallMemory(job: SyncJob, { last: { left, tab }, now }: { last: TargetCopy; now: Date }) {
  const { memory, basis, readAllAt } = left
  if (!memory || !readAllAt || basis !== buildBasis(job, { source: null, target: tab })) return undefined
  return now.getTime() - new Date(readAllAt).getTime() < READS_ALL_AFTER_MS ? memory : undefined
}

/** Opens the target after its last copy; undefined if its state is unknown. */
export function openLastTarget(
  { tab, left }: TargetCopy,
  { readRows }: Pick<TargetRows, 'readRows'>,
): LastTarget | undefined {
  const { state, baseline } = left
  return state && baseline && state.sheetId === tab?.sheetId ? { ...state, readRows } : undefined
}

/** Marks a hold with the value of its target, for the list of the task's holds. */
export function withTarget(hold: Hold, { key, value }: Pick<HandOutTarget, 'key' | 'value'>): Hold {
  return { ...hold, source: value, sourceKey: key }
}

function withoutTarget({ source: _, sourceKey: __, keepsItsRows: ___, ...hold }: Hold): Hold {
  return hold
}

interface Leaving {
  last: TargetCopy
  job: SyncJob
  now: Date
}

/** Builds the state after a copy, for the next copy. */
export function leaveCopy(outcome: CopiedRun, { last, job, now }: Leaving): TargetCopy {
  const { hasReadAll, left: copied, targetState, refusedCells, rows: rowCount } = outcome
  const { left } = last
  const { memory } = copied
  const tab = copied.tabs.target?.isReleased ? null : copied.tabs.target
  const basis = buildBasis(
    { ...job, target: { ...job.target, tab: tab?.title ?? job.target.tab } },
    { source: null, target: tab },
  )
  const findState = () => {
    if (targetState) return { ...targetState, rowCount }
    // A copy without writes leaves the state unchanged.
    return refusedCells === 0 ? left.state : undefined
  }
  const readAllAt = hasReadAll ? now.toISOString() : left.readAllAt
  return {
    ...last,
    tab,
    left: {
      ...left,
      ...withoutTabs(copied),
      measures: copied.measures.slice(0, MAX_MEASURES),
      basis: memory && basis,
      readAllAt: memory && readAllAt,
      released: undefined,
      parked: undefined,
      doubtful: undefined,
      state: job.keepsCells ? findState() : undefined,
    },
  }
}
