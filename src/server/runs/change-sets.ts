import { and, asc, desc, eq, gte, inArray, isNull, lt, lte, ne, notInArray, type SQLWrapper, sql } from 'drizzle-orm'
import type { RowMoves } from '#domain/beside/row-moves.ts'
import type { ChangeBlock, ChangeCounts } from '#domain/copy/change-block.ts'
import type { FormatSegment } from '#domain/copy/format-segment.ts'
import type { TableChange } from '#domain/copy/table-growth.ts'
import { isSameTabName } from '#domain/tasks/same-tab.ts'
import { DAY_MS } from '#domain/time.ts'
import type { Orm } from '#server/storage/database.ts'
import { isOneOf } from '#server/storage/lists.ts'
import { changeChunks, changeSets, runs } from '#server/storage/schema.ts'
import { stringifyStorable } from '#server/storage/storable-text.ts'
import { type ChangeChunk, unpackChunk } from './change-chunk.ts'

/** Maximum size of a change set; a larger one is counted, but not kept. */
export const MAX_CHANGE_SET_BYTES = 64_000_000
/** Maximum change sets of a task; older ones are deleted. */
const MAX_CHANGE_SETS_PER_TASK = 10
const MAX_CHANGE_SET_AGE_MS = 30 * DAY_MS

export type ChangeSet = typeof changeSets.$inferSelect

type ChangedTab = Pick<ChangeSet, 'targetSsId' | 'targetTab' | 'sheetId'>

export function isSameTab(one: ChangedTab, other: ChangedTab): boolean {
  if (one.targetSsId !== other.targetSsId) return false
  if (one.sheetId !== null && other.sheetId !== null) return one.sheetId === other.sheetId
  return isSameTabName(one.targetTab, other.targetTab)
}

type NewChangeSet = Pick<
  typeof changeSets.$inferInsert,
  | 'runId'
  | 'taskId'
  | 'createdAt'
  | 'state'
  | 'targetSsId'
  | 'targetTab'
  | 'sheetId'
  | 'columns'
  | 'keyColumns'
  | 'widthBefore'
>

/** Begins the change set of a run, or returns the one that an earlier attempt began. */
export async function openChangeSet(orm: Orm, header: NewChangeSet): Promise<{ set: ChangeSet; isContinued: boolean }> {
  return await orm.transaction(async (tx) => {
    const [created] = await tx.insert(changeSets).values(header).onConflictDoNothing().returning()
    if (created) return { set: created, isContinued: false }
    const [existing] = await tx.select().from(changeSets).where(eq(changeSets.runId, header.runId))
    if (!existing) throw new Error(`The change set of run ${header.runId} was not found`)
    return { set: existing, isContinued: true }
  })
}

/** Adds chunks in the order in which their cells are written. Does nothing once the change set is not kept any more. */
export async function appendChunks(
  orm: Orm,
  { runId, chunks }: { runId: number; chunks: readonly ChangeChunk[] },
): Promise<void> {
  const added = { filled: 0, changed: 0, cleared: 0, bytes: 0 }
  for (const chunk of chunks) {
    added.filled += chunk.filled
    added.changed += chunk.changed
    added.cleared += chunk.cleared
    added.bytes += chunk.blocks.byteLength
  }
  await orm.transaction(async (tx) => {
    const counted = await addCounts(tx, { runId, ...added })
    if (counted !== 'kept') return
    await tx.insert(changeChunks).values(chunks.map((chunk) => ({ ...chunk, runId })))
  })
}

async function addCounts(
  tx: Orm,
  { runId, filled, changed, cleared, bytes }: ChangeCounts & { runId: number; bytes: number },
): Promise<ChangeSet['state'] | undefined> {
  const [set] = await tx
    .update(changeSets)
    .set({
      filled: sql`${changeSets.filled} + ${filled}`,
      changed: sql`${changeSets.changed} + ${changed}`,
      cleared: sql`${changeSets.cleared} + ${cleared}`,
      bytes: sql`case when ${changeSets.state} = 'kept' then ${changeSets.bytes} + ${bytes} else 0 end`,
    })
    .where(eq(changeSets.runId, runId))
    .returning({ state: changeSets.state })
  return set?.state
}

/**
 * Counts a change set that is too large to keep, and deletes what earlier attempts recorded. If an earlier one has given it
 * up, that has counted everything.
 */
export async function giveUpChangeSet(orm: Orm, { runId, ...counts }: ChangeCounts & { runId: number }): Promise<void> {
  await orm.transaction(async (tx) => {
    const isNew = and(eq(changeSets.runId, runId), ne(changeSets.state, 'too_large'))
    const givenUp = await tx
      .update(changeSets)
      .set({ state: 'too_large' })
      .where(isNew)
      .returning({ runId: changeSets.runId })
    if (givenUp.length === 0) return
    await addCounts(tx, { runId, ...counts, bytes: 0 })
    await tx.delete(changeChunks).where(eq(changeChunks.runId, runId))
  })
}

/** Adds what the run changes besides values. */
export async function saveStructure(
  orm: Orm,
  { runId, formats = [], tables = [], rowMoves = [], ...tab }: StructureChange & { runId: number },
): Promise<void> {
  await orm
    .update(changeSets)
    .set({
      ...tab,
      ...(formats.length > 0 && { formats: appended(changeSets.formats, formats) }),
      ...(tables.length > 0 && { tables: appended(changeSets.tables, tables) }),
      ...(rowMoves.length > 0 && { rowMoves: appended(changeSets.rowMoves, rowMoves) }),
    })
    .where(eq(changeSets.runId, runId))
}

function appended(list: SQLWrapper, items: readonly object[]) {
  return sql`${list} || ${stringifyStorable(items)}::jsonb`
}

export interface StructureChange extends Partial<Pick<ChangeSet, 'sheetId' | 'addedRows' | 'addedColumns'>> {
  formats?: readonly FormatSegment[]
  tables?: readonly TableChange[]
  rowMoves?: readonly RowMoves[]
}

/** The blocks of a run's chunks that reach into these rows. */
export async function blocksInRows(
  orm: Orm,
  { runId, firstRow, lastRow }: { runId: number; firstRow: number; lastRow: number },
): Promise<ChangeBlock[]> {
  const found = await orm
    .select({ blocks: changeChunks.blocks })
    .from(changeChunks)
    .where(and(eq(changeChunks.runId, runId), lte(changeChunks.firstRow, lastRow), gte(changeChunks.lastRow, firstRow)))
    .orderBy(asc(changeChunks.id))
  const blocks: ChangeBlock[] = []
  for (const chunk of found) blocks.push(...(await unpackChunk(chunk.blocks)))
  return blocks
}

/** Deletes the oldest change sets of a task. An undo needs them until its end, so they go when a run has ended. */
export async function expireChangeSetsOfTask(orm: Orm, taskId: number): Promise<void> {
  const newest = orm
    .select({ runId: changeSets.runId })
    .from(changeSets)
    .where(eq(changeSets.taskId, taskId))
    .orderBy(desc(changeSets.runId))
    .limit(MAX_CHANGE_SETS_PER_TASK)
  const old = and(eq(changeSets.taskId, taskId), notInArray(changeSets.runId, newest))
  await orm.transaction(async (tx) => {
    await expire(tx, tx.select({ runId: changeSets.runId }).from(changeSets).where(old))
  })
}

/** The newest change set of a task, which had to make room although it was not too old. */
export interface LostHistory {
  taskId: number
  runId: number
}

/**
 * Deletes the change sets that are too old, and others while all together take more than `maxBytes`: of each task the older
 * ones first, so that one task that changes much ends the history of no other as long as there is room for the newest of each.
 *
 * @returns the tasks whose newest change set had to make room
 */
export async function expireChangeSets(
  orm: Orm,
  { maxBytes, now }: { maxBytes: number; now: Date },
): Promise<LostHistory[]> {
  const { runId, taskId, bytes, state, createdAt } = changeSets
  const ranked = orm
    .select({
      runId,
      bytes,
      createdAt,
      age: sql<number>`row_number() over (partition by ${taskId} order by ${runId} desc)`.as('age'),
    })
    .from(changeSets)
    .where(eq(state, 'kept'))
    .as('ranked')
  const summed = orm
    .select({
      runId: ranked.runId,
      createdAt: ranked.createdAt,
      total: sql<number>`sum(${ranked.bytes}) over (order by ${ranked.age}, ${ranked.runId} desc)`.as('total'),
    })
    .from(ranked)
    .as('summed')
  const oldest = new Date(now.getTime() - MAX_CHANGE_SET_AGE_MS)
  const inProgress = orm.select({ id: runs.id }).from(runs).where(isNull(runs.endedAt))
  const excess = orm
    .select({ runId: summed.runId })
    .from(summed)
    .where(
      and(
        sql`(${summed.total} > ${maxBytes} or ${lt(summed.createdAt, oldest)})`,
        notInArray(summed.runId, inProgress),
      ),
    )
  return await orm.transaction(async (tx) => {
    const expired = (await expire(tx, excess)).filter((set) => set.createdAt >= oldest)
    return await withoutHistory(tx, expired)
  })
}

/** The newest of the expired change sets of each task that has none left. */
async function withoutHistory(tx: Orm, expired: readonly LostHistory[]): Promise<LostHistory[]> {
  if (expired.length === 0) return []
  const runIdByTask = new Map<number, number>()
  for (const set of expired) runIdByTask.set(set.taskId, Math.max(set.runId, runIdByTask.get(set.taskId) ?? 0))
  const { taskId, state } = changeSets
  const keptOfTask = and(eq(state, 'kept'), isOneOf(taskId, runIdByTask.keys()))
  for (const kept of await tx.selectDistinct({ taskId }).from(changeSets).where(keptOfTask))
    runIdByTask.delete(kept.taskId)
  return [...runIdByTask].map(([task, runId]) => ({ taskId: task, runId }))
}

async function expire(tx: Orm, which: SQLWrapper): Promise<(LostHistory & { createdAt: Date })[]> {
  const expired = await tx
    .update(changeSets)
    .set({ state: 'expired', bytes: 0 })
    .where(and(inArray(changeSets.runId, which), eq(changeSets.state, 'kept')))
    .returning({ taskId: changeSets.taskId, runId: changeSets.runId, createdAt: changeSets.createdAt })
  const runIds = expired.map(({ runId }) => runId)
  if (runIds.length > 0) await tx.delete(changeChunks).where(isOneOf(changeChunks.runId, runIds))
  return expired
}
