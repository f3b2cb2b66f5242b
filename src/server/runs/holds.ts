import { and, eq, isNull, not, type SQL, sql } from 'drizzle-orm'
import { storableJson } from '#domain/copy/storable-text.ts'
import type { Hold } from '#domain/guards/guards.ts'
import { isCovered } from '#domain/guards/is-covered.ts'
import type { Orm } from '#server/storage/database.ts'
import { isInList } from '#server/storage/lists.ts'
import { holds, runs } from '#server/storage/schema.ts'
import { MAX_RUNS_PER_TASK } from './run-history.ts'

/*
 * A hold is a question that a person has to decide. Its ID stands for everything the person saw. A run with the same findings
 * keeps the hold, and a run with other findings opens a new one. The next run uses an accepted hold, no matter who starts it.
 */

const HOLDS_PER_STATEMENT = 1000

/** A hold as screens show it. */
export type HoldRow = Pick<typeof holds.$inferSelect, 'id' | 'rules' | 'since' | 'acceptedAt' | 'acceptedBy'>

export const holdColumns = {
  id: holds.id,
  rules: holds.rules,
  since: holds.since,
  acceptedAt: holds.acceptedAt,
  acceptedBy: holds.acceptedBy,
}

interface HeldRun {
  taskId: number
  found: readonly Hold[]
  now: Date
}

interface KeptHold {
  id: number
  /** Whether a person had accepted the previous hold. */
  isHeldAgain: boolean
}

/** Keeps the open hold of a task, or opens a new hold. */
export async function keepHold(tx: Orm, { taskId, found, now }: HeldRun): Promise<KeptHold> {
  const rules = storableJson([...found])
  const [open] = await tx.select().from(holds).where(matchOpenHold(taskId)).for('update')
  if (open && isSame(rules, open.rules)) {
    // An accepted hold keeps its rules as the person saw them.
    if (!open.acceptedAt) await tx.update(holds).set({ rules }).where(eq(holds.id, open.id))
    return { id: open.id, isHeldAgain: false }
  }
  if (open) await closeHold(tx, { taskId, now })
  const since = open && hasSameCauses(rules, open.rules) ? open.since : now
  const [opened] = await tx.insert(holds).values({ taskId, rules, since }).returning({ id: holds.id })
  if (!opened) throw new Error('The hold was not inserted')
  return { id: opened.id, isHeldAgain: open?.acceptedAt != null }
}

function isSame(found: readonly Hold[], seen: readonly Hold[]): boolean {
  return isCovered(found, seen) && hasSameCauses(found, seen) && found.length === seen.length
}

function hasSameCauses(one: readonly Hold[], other: readonly Hold[]): boolean {
  const isIn = (list: readonly Hold[]) => (hold: Hold) => list.some(({ cause }) => cause === hold.cause)
  return one.every(isIn(other)) && other.every(isIn(one))
}

/** Records the hold that stopped a run, or that a person accepted for it. */
export async function noteHold(tx: Orm, { runId, holdId }: { runId: number; holdId: number }): Promise<void> {
  await tx.update(runs).set({ holdId }).where(eq(runs.id, runId))
}

/** Closes the open hold of a task after a run copied or undid copies. */
export async function closeHold(tx: Orm, { taskId, now }: { taskId: number; now: Date }): Promise<void> {
  await tx.update(holds).set({ closedAt: now }).where(matchOpenHold(taskId))
}

/** Finds the ID of the open hold of a task; undefined if it has none. */
export async function findOpenHold(orm: Orm, taskId: number): Promise<number | undefined> {
  const [open] = await orm.select({ id: holds.id }).from(holds).where(matchOpenHold(taskId))
  return open?.id
}

/** Finds the tasks of the given holds that are open and can be accepted. */
export async function tasksHeldBy(orm: Orm, ids: readonly number[]): Promise<number[]> {
  const held = await orm.select({ taskId: holds.taskId }).from(holds).where(isAcceptable(ids))
  return held.map(({ taskId }) => taskId)
}

/** Holds each task for a single reason, replacing its present hold. */
export async function holdTasks(
  tx: Orm,
  { found, now }: { found: readonly { taskId: number; hold: Hold }[]; now: Date },
): Promise<void> {
  for (let from = 0; from < found.length; from += HOLDS_PER_STATEMENT) {
    const some = found.slice(from, from + HOLDS_PER_STATEMENT)
    const taskIds = some.map(({ taskId }) => taskId)
    await tx
      .update(holds)
      .set({ closedAt: now })
      .where(and(isInList(holds.taskId, taskIds), isNull(holds.closedAt)))
    await tx.insert(holds).values(some.map(({ taskId, hold }) => ({ taskId, rules: [hold], since: now })))
  }
}

/** Whether the hold's cause is an owner who left. The task is then taken over instead of copied anyway. */
export const isOfOwnerWhoLeft: SQL<boolean> = sql`${holds.rules} -> 0 ->> 'cause' = 'owner_left'`

/** Accepts the given holds that are still open. Returns their tasks. */
export async function acceptHolds(
  tx: Orm,
  { ids, acceptedBy, now }: { ids: readonly number[]; acceptedBy: string; now: Date },
): Promise<number[]> {
  const accepted = await tx
    .update(holds)
    .set({ acceptedAt: now, acceptedBy })
    .where(isAcceptable(ids))
    .returning({ taskId: holds.taskId })
  return accepted.map(({ taskId }) => taskId)
}

function matchOpenHold(taskId: number): SQL | undefined {
  return and(eq(holds.taskId, taskId), isNull(holds.closedAt))
}

function isAcceptable(ids: readonly number[]): SQL | undefined {
  return and(isInList(holds.id, ids), isNull(holds.closedAt), not(isOfOwnerWhoLeft))
}

/** Deletes the oldest closed holds of each task, because their runs are no longer in its history. */
export async function deleteOldHolds(orm: Orm): Promise<void> {
  await orm.execute(sql`
    delete from ${holds} where ${holds.closedAt} is not null and ${holds.id} in (
      select id from (
        select id, row_number() over (partition by task_id order by id desc) as place from ${holds}
      ) ranked where place > ${MAX_RUNS_PER_TASK})`)
}
