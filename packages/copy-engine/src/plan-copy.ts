import type { SpreadsheetFile } from '#domain/copy/named-file.ts'
import { decideCopy } from '#domain/guards/decide-copy.ts'
import type { Hold } from '#domain/guards/guards.ts'
import { columnNames } from '#domain/recognize/column-names.ts'
import { type CarriedRows, type CarryPlan, planCarry } from './carry/plan-carry.ts'
import { type Bounds, hasChanges } from './compare/changes.ts'
import { findInterference, type Interference } from './compare/find-interference.ts'
import { type AskedFiles, askFiles, filesInTrash, isUntouched, versionsToRemember } from './compare/skip-untouched.ts'
import type { TempFiles } from './compare/temp-files.ts'
import { type GuardedCopy, guardCopy } from './guards/guard-copy.ts'
import { judgeRemarks } from './guards/judge-remarks.ts'
import { type ReadBeside, readBeside } from './guards/read-beside.ts'
import { shapedLayout } from './guards/shaped-layout.ts'
import { regionOf } from './job/job-shape.ts'
import type { SyncJob, SyncPorts } from './job/sync-job.ts'
import { findCopiedWidth } from './last-copy/last-copy.ts'
import { findMode } from './modes/modes.ts'
import type { SkippedRun } from './outcome.ts'
import type { CopySources } from './sources/copy-sources.ts'
import type { ReadUnion, UnionOptions } from './sources/read-union.ts'
import { type OpenedSources, withSources } from './sources/with-sources.ts'
import { type FileVersions, isSameSource } from './tabs/copy-memory.ts'
import type { Layouts } from './tabs/layouts.ts'
import type { SourceLayout } from './tabs/read-layouts.ts'
import type { Source, TabChange, Target } from './tabs/resolve-tabs.ts'
import type { TabPair } from './tabs/tab-pair.ts'
import type { Workbook } from './workbook.ts'
import { planWrites, type WritePlan } from './write/plan-writes.ts'

/** A skipped run, or the plan of a copy. */
export type CopyPlan = SkippedRun | ReadPlan

/** Both tabs were read and compared. */
export interface ReadPlan extends GuardedCopy {
  kind: 'read'
  /** Job with the place of the rows, even if the place depends on the target. */
  job: SyncJob
  source: Source
  target: Target
  layouts: Layouts
  /** Names of the source's columns. */
  columns: string[]
  /** The last column of the region. */
  lastColumn: number
  inTrash: readonly SpreadsheetFile[]
  sources: CopySources
  /** How the tabs differ from the tabs of the last copy. */
  tabChanges: readonly TabChange[]
  /** Whole rows of the target that move first; undefined if none do. */
  carried: CarriedRows | undefined
  /** Undefined if the target is as the last run left it. Also undefined for a held copy, unless its writes are requested. */
  write: WritePlan | undefined
  /** Number formats of the source, for the data copy; undefined if the data copy of the last run is still right. */
  formats: SourceLayout['formats'] | undefined
  /** The file versions the next run may rely on if nothing is written. */
  versions: FileVersions
  /** Whether everything was read, without relying on the memory of the last run. */
  hasReadAll: boolean
}

interface PlanOptions {
  job: SyncJob
  /** The source, if it was read before. Nothing of it is read again, and the job has a shape. */
  given?: ReadUnion | undefined
  ports: Pick<SyncPorts, 'tempDir' | 'onProgress' | 'lastTarget'> & UnionOptions['ports']
  /** Disposes of temporary files. */
  stack: AsyncDisposableStack
  /** Whether the plan has `tempFiles.changes`. */
  keepsChanges: boolean
  /** Whether the writes of a held copy are planned too. */
  plansHeld: boolean
  /** Called before the cells of the tabs are read, and again if remembered tabs have been replaced. */
  onOpened?(tabs: Pick<TabPair, 'source' | 'target'>): void
}

/** Reads and compares both tabs, relying on the memory of the last run. Writes nothing. @throws ProviderError, NodeFault */
export async function planCopy(workbook: Workbook, options: PlanOptions): Promise<CopyPlan> {
  const { job } = options
  const files = askFiles(workbook, job)
  const { memory } = job.last
  if (memory && (await isUntouched(job, files))) return { kind: 'skipped', left: job.last }
  return await withSources(workbook, { ...options, files }, async (opened) => {
    options.onOpened?.(opened.tabs)
    return await planBetween(workbook, { ...options, ...opened, files })
  })
}

interface OpenedOptions extends PlanOptions, OpenedSources {
  files: AskedFiles
}

async function planBetween(workbook: Workbook, options: OpenedOptions): Promise<ReadPlan> {
  const { tabs, files, plansHeld, sourceVersion, sources } = options
  const { source, target, layouts, memory } = tabs
  const { job, ...guarded } = await guardPlaced(workbook, options)
  const { prepared, tempFiles } = guarded
  const lastColumn = Math.max(prepared.width, findCopiedWidth(job.last))
  const columns = columnNames(prepared.shownHeader, prepared.width)
  const nothing = { carried: undefined, write: undefined, formats: undefined, versions: {} }
  const inTrash = await filesInTrash({ source: source.spreadsheet, target: target.spreadsheet }, files)
  const compared = {
    job,
    source,
    target,
    layouts,
    ...guarded,
    columns,
    lastColumn,
    inTrash,
    tabChanges: tabs.changes,
    sources,
    wasAccepted: guarded.wasAccepted || sources.wasAccepted,
  }
  const unchanged = memory && !(await hasChanges(tempFiles, { lastColumn })) ? { memory } : undefined
  const { targetVersion } = prepared
  const isSettled = targetVersion !== undefined && targetVersion === memory?.targetVersion
  const hasOnlyValues = isSettled && lastColumn === findCopiedWidth(job.last)
  const changed = unchanged ?? (await lookAtTarget(workbook, { layouts, tempFiles, job, lastColumn, hasOnlyValues }))
  const carry = 'memory' in changed ? undefined : await planCarried({ ...options, ...compared, ...changed })
  const decided = 'memory' in changed ? {} : decideCopy(await findHolds({ ...compared, ...changed, carry }), job)
  const plan: ReadPlan = { kind: 'read', ...compared, ...decided, ...nothing, hasReadAll: memory === undefined }
  if (plan.holds.length > 0 && !plansHeld) {
    // Another tab may have replaced a remembered tab, which is another reason to hold.
    if (memory) await Promise.all([layouts.currentSource(), layouts.currentTarget()])
    return plan
  }
  if ('memory' in changed) {
    const versions = await versionsToRemember(workbook, { source, ...changed, sourceVersion, targetVersion })
    // The data copy shows dates as the source formats them.
    const isSame = isSameSource(prepared.read, changed.memory)
    const formats = isSame ? undefined : shapedLayout(await layouts.source(), prepared).formats
    return { ...plan, formats, versions }
  }
  const { carried } = carry ?? {}
  const { tempFiles: changes } = carried ?? { tempFiles }
  const toWrite = { layouts, job, prepared, carried, isPreview: plansHeld }
  const write = await planWrites(workbook, { ...toWrite, ...changed })
  const { formats } = shapedLayout(await layouts.source(), prepared)
  const ready = { source: await layouts.currentSource(), target: write.target }
  return { ...plan, ...ready, tempFiles: changes, carried, write, formats }
}

/** Finds where the rows go, and applies the guards. */
async function guardPlaced(
  workbook: Workbook,
  { tabs, files, job, ports, stack, keepsChanges, sources }: OpenedOptions,
): Promise<GuardedCopy & { job: SyncJob }> {
  const { target } = tabs
  const toGuard = { ...ports, tabs, stack, keepsChanges, targetFile: files.target, sources }
  const guard = async (placed: SyncJob) => ({
    ...(await guardCopy(workbook, { ...toGuard, job: placed })),
    job: placed,
  })
  const sourceColumns = sources.columnCount ?? tabs.sample?.columns ?? 1
  return await findMode(job.shape).place(workbook, { job, target, sourceColumns }, guard)
}

type ComparedPlan = Omit<ReadPlan, 'kind' | 'carried' | 'write' | 'formats' | 'versions' | 'hasReadAll'>

async function planCarried({
  ports,
  stack,
  keepsChanges,
  ...plan
}: Pick<PlanOptions, 'ports' | 'stack' | 'keepsChanges'> & ComparedPlan & ChangedTarget): Promise<
  CarryPlan | undefined
> {
  if (plan.job.beside !== 'carry' || findMode(plan.job.shape).keepsEarlierRows) return undefined
  const [target, layout] = [await plan.layouts.currentTarget(), await plan.layouts.target()]
  return await planCarry({ ...plan, target, layout, tempDir: ports.tempDir, stack, keepsChanges })
}

/** Finds all reasons to hold a copy that changes its target. */
async function findHolds({
  interference,
  layouts,
  carry,
  ...plan
}: ComparedPlan & ChangedTarget & { carry: CarryPlan | undefined }): Promise<Hold[]> {
  const target = await layouts.currentTarget()
  const aboutRemarks = carry?.holds ?? (await judgeRemarks({ ...plan, target }))
  return [...plan.found, ...listOverwriteHolds(interference, target), ...aboutRemarks]
}

/** A target the copy is going to change. */
interface ChangedTarget {
  bounds: Bounds
  interference: Interference
  readBeside: ReadBeside
}

interface LookOptions {
  layouts: Layouts
  tempFiles: TempFiles
  job: Pick<SyncJob, 'startRow' | 'shape'>
  lastColumn: number
  hasOnlyValues: boolean
}

async function lookAtTarget(
  workbook: Workbook,
  { layouts, tempFiles, job, lastColumn, hasOnlyValues }: LookOptions,
): Promise<ChangedTarget> {
  const [layout] = await Promise.all([layouts.target(), layouts.source()])
  const target = await layouts.currentTarget()
  const bounds = { lastColumn, protectedAreas: layout.protectedAreas }
  const interference = await findInterference(workbook, {
    target,
    layout,
    changes: tempFiles,
    bounds,
    region: regionOf(job),
    hasOnlyValues,
  })
  const besides = { target, job, lastColumn }
  return { bounds, interference, readBeside: (rows) => readBeside(workbook, { ...besides, ...rows }) }
}

const MAX_LISTED_TABLES = 20

function listOverwriteHolds({ overwritten }: Interference, { tabTitle: tab }: Target): Hold[] {
  if (overwritten.length === 0) return []
  const tables = overwritten.slice(0, MAX_LISTED_TABLES)
  return [{ cause: 'pivot_overwritten', tab, count: overwritten.length, tables }]
}
