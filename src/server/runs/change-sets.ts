import { and, asc, eq, getTableColumns, gte, lte, ne, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { ChangeBlock, ChangeCounts } from '#domain/copy/change-block.ts'
import { storableJson, stringifyStorable } from '#domain/copy/storable-text.ts'
import { isSameTabName } from '#domain/tasks/same-tab.ts'
import { type ChangeChunk, unpackChunk } from '#engine/record/change-chunk.ts'
import type { StructureChange } from '#engine/record/change-store.ts'
import type { Orm } from '#server/storage/database.ts'
import { changeChunks, changedTargets, changeSets } from '#server/storage/schema.ts'

/** Maximum size of a change set. A larger change set is counted but not kept. */
export const MAX_CHANGE_SET_BYTES = 64_000_000

/** The changes of a run in one target. */
export type ChangeSet = typeof changeSets.$inferSelect & Pick<typeof changedTargets.$inferSelect, 'targetKey' | 'value'>

/** A target of a hand-out run. `key` is the normalized form of its value. */
export interface OwnTarget {
  key: string
  value: string
  /** The state of the target before the run. */
  stateBefore: unknown
}

/** The target of a change set with only one target, which has an empty key. */
const ONLY_TARGET = { targetKey: '', value: '' }
const NO_TAB = { targetSsId: '', targetTab: '', sheetId: null, columns: [], keyColumns: null }

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

/** Columns of a target without its state before the run, which is large. */
const { stateBefore, ...TARGET_COLUMNS } = getTableColumns(changedTargets)

/** Reads change sets with their targets, oldest run first. */
export async function readChangeSets(orm: Orm, where: SQL | undefined): Promise<ChangeSet[]> {
  const found = await orm
    .select({ set: changeSets, target: TARGET_COLUMNS })
    .from(changeSets)
    .leftJoin(changedTargets, eq(changedTargets.runId, changeSets.runId))
    .where(where)
    .orderBy(asc(changeSets.runId), asc(changedTargets.targetKey))
  return found.map(({ set, target }) => ({ ...set, ...(target ?? ONLY_TARGET) }))
}

/** Reads the state of each target from before its first change by these runs, by key; null if the state was deleted. */
export async function readStatesBefore(orm: Orm, where: SQL | undefined): Promise<Map<string, unknown>> {
  const { targetKey, runId } = changedTargets
  const found = await orm
    .selectDistinctOn([targetKey], { targetKey, stateBefore })
    .from(changedTargets)
    .innerJoin(changeSets, eq(changeSets.runId, runId))
    .where(where)
    .orderBy(asc(targetKey), asc(runId))
  return new Map(found.map((target) => [target.targetKey, target.stateBefore]))
}

/** Whether a run wrote into a spreadsheet that meets a condition. */
export function hasWrittenTo(condition: (spreadsheetId: AnyPgColumn<{ data: string }>) => SQL): SQL {
  const targets = sql`select from ${changedTargets} where ${changedTargets.runId} = ${changeSets.runId} and ${condition(changedTargets.targetSsId)}`
  return sql`(${condition(changeSets.targetSsId)} or exists (${targets}))`
}

/** Begins the change set of a run in a target, or returns the change set of an earlier attempt. */
export async function openChangeSet(
  orm: Orm,
  { target, ...header }: NewChangeSet & { target?: OwnTarget | undefined },
): Promise<{ set: ChangeSet; isContinued: boolean }> {
  const { runId } = header
  return await orm.transaction(async (tx) => {
    const whole = target ? { ...header, ...NO_TAB, widthBefore: null } : header
    const [created] = await tx.insert(changeSets).values(whole).onConflictDoNothing().returning()
    const isContinued = target ? !(await addTarget(tx, header, target)) : !created
    if (created && !target) return { set: { ...created, ...ONLY_TARGET }, isContinued }
    const isOwn = target && eq(changedTargets.targetKey, target.key)
    const [set] = await readChangeSets(tx, and(eq(changeSets.runId, runId), isOwn))
    if (!set) throw new Error(`The change set of run ${runId} was not found`)
    return { set, isContinued }
  })
}

/** Adds a target to a change set. Returns whether the target is new. */
async function addTarget(tx: Orm, header: NewChangeSet, target: OwnTarget): Promise<boolean> {
  const { runId, targetSsId, targetTab, sheetId, columns, keyColumns, widthBefore } = header
  const { key: targetKey, value, stateBefore } = target
  const tab = { targetSsId, targetTab, sheetId, columns, keyColumns, widthBefore }
  const row = { runId, targetKey, value, stateBefore: storableJson(stateBefore), ...tab }
  const created = await tx
    .insert(changedTargets)
    .values(row)
    .onConflictDoNothing()
    .returning({ key: changedTargets.targetKey })
  return created.length > 0
}

/** A target of a run. Without a key, the run's only target. */
interface RunTarget {
  runId: number
  targetKey?: string
}

function isTarget({ runId, targetKey = '' }: RunTarget): SQL | undefined {
  return and(eq(changedTargets.runId, runId), eq(changedTargets.targetKey, targetKey))
}

/** Adds chunks in the order in which their cells are written. Does nothing if the change set is no longer kept. */
export async function appendChunks(
  orm: Orm,
  { chunks, ...target }: RunTarget & { chunks: readonly ChangeChunk[] },
): Promise<void> {
  const added = { filled: 0, changed: 0, cleared: 0, bytes: 0 }
  for (const chunk of chunks) {
    added.filled += chunk.filled
    added.changed += chunk.changed
    added.cleared += chunk.cleared
    added.bytes += chunk.blocks.byteLength
  }
  await orm.transaction(async (tx) => {
    const counted = await addCounts(tx, { ...target, ...added })
    if (counted !== 'kept') return
    await tx.insert(changeChunks).values(chunks.map((chunk) => ({ ...chunk, ...target })))
  })
}

async function addCounts(
  tx: Orm,
  { bytes, runId, targetKey = '', ...counts }: ChangeCounts & RunTarget & { bytes: number },
): Promise<ChangeSet['state'] | undefined> {
  if (targetKey !== '')
    await tx.update(changedTargets).set(addColumns(changedTargets, counts)).where(isTarget({ runId, targetKey }))
  const [set] = await tx
    .update(changeSets)
    .set({
      ...addColumns(changeSets, counts),
      bytes: sql`case when ${changeSets.state} = 'kept' then ${changeSets.bytes} + ${bytes} else 0 end`,
    })
    .where(eq(changeSets.runId, runId))
    .returning({ state: changeSets.state })
  return set?.state
}

function addColumns(
  { filled, changed, cleared }: typeof changeSets | typeof changedTargets,
  added: ChangeCounts,
): Record<keyof ChangeCounts, SQL> {
  return {
    filled: sql`${filled} + ${added.filled}`,
    changed: sql`${changed} + ${added.changed}`,
    cleared: sql`${cleared} + ${added.cleared}`,
  }
}

/**
 * Counts a change set that is too large to keep, and deletes its chunks from earlier attempts. Does nothing if an earlier
 * attempt has already counted this target.
 */
export async function giveUpChangeSet(
  orm: Orm,
  { runId, targetKey = '', ...counts }: ChangeCounts & RunTarget,
): Promise<void> {
  await orm.transaction(async (tx) => {
    const isUncounted = sql`exists (select from ${changedTargets} where ${isTarget({ runId, targetKey })} and ${changedTargets.filled} + ${changedTargets.changed} + ${changedTargets.cleared} = 0)`
    const isNew = and(eq(changeSets.runId, runId), or(ne(changeSets.state, 'too_large'), isUncounted))
    const givenUp = await tx
      .update(changeSets)
      .set({ state: 'too_large' })
      .where(isNew)
      .returning({ runId: changeSets.runId })
    if (givenUp.length === 0) return
    await addCounts(tx, { runId, targetKey, ...counts, bytes: 0 })
    await tx.delete(changeChunks).where(eq(changeChunks.runId, runId))
  })
}

/** Adds a run's changes other than values. */
export async function saveStructure(
  orm: Orm,
  { runId, targetKey = '', formats = [], tables = [], rowMoves = [], ...tab }: StructureChange & RunTarget,
): Promise<void> {
  const buildChange = (table: typeof changeSets | typeof changedTargets) => ({
    ...tab,
    ...(formats.length > 0 && { formats: appended(table.formats, formats) }),
    ...(tables.length > 0 && { tables: appended(table.tables, tables) }),
    ...(rowMoves.length > 0 && { rowMoves: appended(table.rowMoves, rowMoves) }),
  })
  await (targetKey === ''
    ? orm.update(changeSets).set(buildChange(changeSets)).where(eq(changeSets.runId, runId))
    : orm.update(changedTargets).set(buildChange(changedTargets)).where(isTarget({ runId, targetKey })))
}

function appended(list: SQLWrapper, items: readonly object[]) {
  return sql`${list} || ${stringifyStorable(items)}::jsonb`
}

export function matchChunks({ runId, targetKey = '' }: RunTarget): SQL | undefined {
  return and(eq(changeChunks.runId, runId), eq(changeChunks.targetKey, targetKey))
}

/** Reads the blocks of a run's chunks that overlap these rows. */
export async function blocksInRows(
  orm: Orm,
  { firstRow, lastRow, ...target }: RunTarget & { firstRow: number; lastRow: number },
): Promise<ChangeBlock[]> {
  const found = await orm
    .select({ blocks: changeChunks.blocks })
    .from(changeChunks)
    .where(and(matchChunks(target), lte(changeChunks.firstRow, lastRow), gte(changeChunks.lastRow, firstRow)))
    .orderBy(asc(changeChunks.id))
  const blocks: ChangeBlock[] = []
  for (const chunk of found) blocks.push(...(await unpackChunk(chunk.blocks)))
  return blocks
}
