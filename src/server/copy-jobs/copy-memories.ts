import { createHash } from 'node:crypto'
import { and, asc, eq, inArray, isNotNull, or, sql } from 'drizzle-orm'
import { foldName } from '#domain/recognize/name-finder.ts'
import { READS_ALL_AFTER_MS } from '#domain/runs/settled-versions.ts'
import { basisOfShape, usesToday } from '#domain/shape/shape.ts'
import type { LastTabs } from '#domain/tasks/last-tabs.ts'
import type { SyncJob } from '#engine/job/sync-job.ts'
import type { CopyMemory } from '#engine/last-copy/copy-memory.ts'
import { findMode } from '#engine/modes/modes.ts'
import type { SyncOutcome } from '#engine/outcome.ts'
import { APP_VERSION } from '#server/config/app-version.ts'
import type { RunWork } from '#server/runs/run-work.ts'
import type { Orm } from '#server/storage/database.ts'
import { copyMemories, targetCopies } from '#server/storage/schema.ts'

interface Recall extends Pick<RunWork, 'memory' | 'task' | 'writesLandBy'> {
  run: Pick<RunWork['run'], 'attempt'>
  job: SyncJob
  now: Date
}

/**
 * Finds the memory a run may rely on. There is none after a change of the app's version or of the data to copy, or after a
 * failed attempt. There is also none while a write of an earlier attempt may still be applied, and once a day.
 */
export function recall({ memory, task, run, writesLandBy, job, now }: Recall): CopyMemory | undefined {
  // An unchanged data copy is not written again, so it must exist already.
  if (!memory || (task.dataCopyId === null && job.keepsCells)) return undefined
  // An appending run adds its rows even if the source is unchanged.
  if (findMode(job.shape).addsRows) return undefined
  if (run.attempt > 1 || memory.basis !== buildBasis(job, job.last.tabs)) return undefined
  if (writesLandBy && writesLandBy > now) return undefined
  if (now.getTime() - memory.readAllAt.getTime() >= READS_ALL_AFTER_MS) return undefined
  const { targetVersion, sourceVersion } = memory
  const versions = { targetVersion: targetVersion ?? undefined, sourceVersion: sourceVersion ?? undefined }
  return { ...(memory.memory as CopyMemory), ...versions }
}

interface Remembered {
  taskId: number
  runId: number
  job: SyncJob
  outcome: SyncOutcome
  now: Date
}

/** Stores the memory of a run that ended in Success. After any other run, the next run reads everything. */
export async function remember(tx: Orm, { taskId, runId, job, outcome, now }: Remembered): Promise<void> {
  if (!('left' in outcome) || !outcome.left.memory) return
  const { targetVersion = null, sourceVersion = null, ...memory } = outcome.left.memory
  const versions = { targetSsId: job.target.id, targetVersion, sourceSsId: job.source.id, sourceVersion }
  // The task gets the new names of its tabs, and the tabs stay the same.
  const renamed = outcome.kind === 'copied' ? outcome.renamed : undefined
  const tabs = { source: memory.source.tab, target: memory.target.tab }
  const { sourceTab = job.source.tab, targetTab = job.target.tab } = renamed ?? {}
  const named = {
    ...job,
    source: { ...job.source, tab: sourceTab },
    target: { ...job.target, tab: targetTab },
  }
  const row = { runId, basis: buildBasis(named, tabs), memory, ...versions }
  await tx
    .insert(copyMemories)
    .values({ taskId, ...row, comparedAt: now, readAllAt: now })
    .onConflictDoUpdate({
      target: copyMemories.taskId,
      set: {
        ...row,
        ...(outcome.kind === 'copied' && { comparedAt: now }),
        ...(outcome.kind === 'copied' && outcome.hasReadAll && { readAllAt: now }),
      },
    })
}

/**
 * Makes the next run of every task with this source or target read the file. Drive reports a write up to three minutes late,
 * and until then claims there were no edits.
 */
export async function forgetVersions(orm: Orm, spreadsheetId: string): Promise<void> {
  const isTarget = eq(copyMemories.targetSsId, spreadsheetId)
  const isSource = eq(copyMemories.sourceSsId, spreadsheetId)
  // Lock in the same order as `endCopies`, to avoid a deadlock.
  const locked = orm
    .select({ id: copyMemories.taskId })
    .from(copyMemories)
    .where(
      or(and(isTarget, isNotNull(copyMemories.targetVersion)), and(isSource, isNotNull(copyMemories.sourceVersion))),
    )
    .orderBy(asc(copyMemories.taskId))
    .for('update')
  const forgetTargets = orm
    .update(targetCopies)
    .set({ targetVersion: null })
    .where(and(eq(targetCopies.targetSsId, spreadsheetId), isNotNull(targetCopies.targetVersion)))
  const forgetMemories = orm
    .update(copyMemories)
    .set({
      targetVersion: sql`case when not ${isTarget} then ${copyMemories.targetVersion} end`,
      sourceVersion: sql`case when not ${isSource} then ${copyMemories.sourceVersion} end`,
    })
    .where(inArray(copyMemories.taskId, locked))
  await orm.execute(sql`with forgotten as ${forgetTargets} ${forgetMemories.getSQL()}`)
}

/** Format of stored memories. Increase it when their content changes. */
const FORMAT = 3

/** Hashes all settings that decide what a run reads and where it writes. `tabs` are the tabs behind the task's names. */
export function buildBasis(job: SyncJob, tabs: LastTabs): string {
  const { source, target, startRow, limits, access, shape, union } = job
  const ofShape = shape
    ? [basisOfShape(shape), shape.region, usesToday(shape) ? shape.today : null, ...findMode(shape).listBasis(shape)]
    : []
  const ids = [source.id, target.id, tabs.source?.sheetId, tabs.target?.sheetId]
  const ofTask = [
    ...ids,
    foldName(source.tab),
    foldName(target.tab),
    startRow,
    limits.chunkSize,
    access.accounts,
    access.owner,
  ]
  const ofOthers = [union, job.note?.kind].filter((each) => each !== undefined)
  const basis = [FORMAT, APP_VERSION, ...ofTask, ...ofShape, ...ofOthers]
  return createHash('sha256').update(JSON.stringify(basis)).digest('base64url')
}
