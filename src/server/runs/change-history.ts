import { and, desc, eq, gt, gte, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { Refusal } from '#contract/errors.ts'
import { haveMovedTwice, isPartlyUndone } from '#domain/beside/row-moves.ts'
import { rowWindows } from '#domain/copy/row-windows.ts'
import { type ChangeHistory, MAX_WINDOW_CELLS } from '#engine/undo/change-history.ts'
import type { Orm } from '#server/storage/database.ts'
import { isInList } from '#server/storage/lists.ts'
import { appends, changeChunks, changeSets, runs } from '#server/storage/schema.ts'
import {
  blocksInRows,
  type ChangeSet,
  isSameTab,
  matchChunks,
  readChangeSets,
  readStatesBefore,
} from './change-sets.ts'

interface HistoryQuery {
  taskId: number
  fromRunId: number
  /** Key of the target for a hand-out run; empty otherwise. */
  targetKey?: string
  /** Leaves out this run and later runs. */
  beforeRunId?: number | undefined
  /** The spreadsheet to which the task now copies the rows of the target. */
  targetSsId: string
  /** Change sets since the run in all targets, newest first, if they have already been read. */
  sets?: readonly ChangeSet[]
}

type RunsQuery = Pick<HistoryQuery, 'taskId' | 'fromRunId' | 'beforeRunId'>

function isInRuns({ taskId, fromRunId, beforeRunId }: RunsQuery): SQL | undefined {
  const before = beforeRunId === undefined ? undefined : lt(changeSets.runId, beforeRunId)
  return and(eq(changeSets.taskId, taskId), gte(changeSets.runId, fromRunId), before)
}

/** Reads the change sets of a task in all of its targets since a run, newest first. */
export async function readChangeSetsFrom(orm: Orm, query: RunsQuery): Promise<ChangeSet[]> {
  return (await readChangeSets(orm, isInRuns(query))).toReversed()
}

/** Reads the state of each target from before its first change since a run, by key; null if the state was deleted. */
export async function readStatesFrom(orm: Orm, query: RunsQuery): Promise<Map<string, unknown>> {
  return await readStatesBefore(orm, isInRuns(query))
}

/** @throws Refusal 'not_found', or 'conflict' with the reason why the run cannot be undone */
export async function readChangeHistory(orm: Orm, query: HistoryQuery): Promise<ChangeHistory> {
  const { taskId, fromRunId, targetKey = '', targetSsId } = query
  const all = query.sets ?? (await readChangeSetsFrom(orm, query))
  const found = all.filter((set) => set.targetKey === targetKey)
  const first = found.at(-1)
  if (!first || (targetKey === '' && first.runId !== fromRunId))
    throw new Refusal('conflict', 'This run changed nothing, so there is nothing to undo.')
  if (first.targetSsId !== targetSsId) {
    const message =
      'The task now writes to another spreadsheet. Set its target back to the spreadsheet of this run, and try again.'
    throw new Refusal('conflict', message)
  }
  const sets = all.filter((set) => isSameTab(set, first))
  for (const set of sets) {
    requireKept(set, fromRunId)
    const run = nameRun(set, fromRunId)
    if (haveMovedTwice(set.rowMoves))
      throw new Refusal('conflict', `${run} moved rows of the target twice, so it cannot be undone.`)
  }
  if (isPartlyUndone(sets)) {
    const message =
      'A later run moved rows back to before an earlier run. Undo back to before that run, or to before the later one.'
    throw new Refusal('conflict', message)
  }
  const runIds = sets.map(({ runId }) => runId)
  const keys = new Map(sets.map((set) => [set.runId, set.targetKey]))
  return {
    ...pickTab(first),
    widthAfter: widthAfter(found, first),
    runsElsewhere: found.filter((set) => !sets.includes(set)).map(({ runId }) => runId),
    columns: mergeColumns(sets),
    runs: sets.map(({ runId, formats, tables, keyColumns, rowMoves }) => {
      const moved = rowMoves.length > 0 && { rowMoves }
      return { runId, formats, tables, ...(keyColumns && { keyColumns }), ...moved }
    }),
    appends: await readAppendsByRun(orm, runIds),
    copyBefore: await copyBefore(orm, { taskId, fromRunId }),
    ...(await changedCells(orm, sets)),
    readBlocks: (runId, rows) => blocksInRows(orm, { runId, targetKey: keys.get(runId) ?? '', ...rows }),
    async requireKept() {
      const { runId, state } = changeSets
      const kept = await orm.select({ runId, state }).from(changeSets).where(isInList(runId, runIds))
      for (const set of kept) requireKept(set, fromRunId)
    },
  }
}

async function copyBefore(
  orm: Orm,
  { taskId, fromRunId }: Pick<HistoryQuery, 'taskId' | 'fromRunId'>,
): Promise<ChangeHistory['copyBefore']> {
  const { attemptStartedAt: startedAt, endedAt } = runs
  const [last] = await orm
    .select({ startedAt, endedAt })
    .from(runs)
    .where(and(eq(runs.taskId, taskId), lt(runs.id, fromRunId), isNull(runs.undo), gt(runs.cellsChanged, 0)))
    .orderBy(desc(runs.id))
    .limit(1)
  return last?.startedAt && last.endedAt ? { startedAt: last.startedAt, endedAt: last.endedAt } : undefined
}

function pickTab({ targetSsId, targetTab, sheetId, widthBefore }: ChangeSet) {
  return { targetSsId, targetTab, sheetId, widthBefore }
}

/** Merges column names. The first run that named a column decides. */
function mergeColumns(sets: readonly ChangeSet[]): string[] {
  return sets.reduceRight<string[]>((names, { columns }) => names.concat(columns.slice(names.length)), [])
}

/**
 * Finds the width of the region after an undo of `sets`, newest first. A run without a known width began after the task was
 * pointed elsewhere.
 */
function widthAfter(sets: readonly ChangeSet[], first: ChangeSet): number | null | undefined {
  const begun = sets.find(({ widthBefore }) => widthBefore === null) ?? first
  if (begun === first) return first.widthBefore
  return sets.slice(0, sets.indexOf(begun) + 1).some((set) => isSameTab(set, first)) ? null : undefined
}

function requireKept({ state, runId }: Pick<ChangeSet, 'state' | 'runId'>, fromRunId: number): void {
  if (state === 'kept') return
  const run = nameRun({ runId }, fromRunId)
  const why = {
    too_large: `${run} changed too many cells to keep`,
    expired: `What ${run.toLowerCase()} changed is no longer kept`,
    not_kept: `The task type keeps no cells of ${run.toLowerCase()}`,
  }[state]
  throw new Refusal('conflict', `${why}, so it cannot be undone.`)
}

function nameRun({ runId }: Pick<ChangeSet, 'runId'>, fromRunId: number): string {
  return runId === fromRunId ? 'This run' : 'A later run'
}

async function readAppendsByRun(orm: Orm, runIds: readonly number[]): Promise<ChangeHistory['appends']> {
  const { runId, time, firstColumn: column, state } = appends
  const rows = await orm.select({ runId, time, column, state }).from(appends).where(isInList(runId, runIds))
  return new Map(rows.map((row) => [row.runId, { ...row, isDone: row.state === 'done' }]))
}

async function changedCells(
  orm: Orm,
  sets: readonly ChangeSet[],
): Promise<Pick<ChangeHistory, 'windows' | 'lastColumn'>> {
  const { firstRow, lastRow, filled, changed, cleared, columnCounts } = changeChunks
  const lastColumn = sql<number>`(select max(key::int) from jsonb_object_keys(${columnCounts}) as keys(key))`
  const chunks = await orm
    .select({ firstRow, lastRow, filled, changed, cleared, lastColumn })
    .from(changeChunks)
    .where(or(...sets.map(matchChunks)))
  const spans = chunks.map((chunk) => ({ ...chunk, cells: chunk.filled + chunk.changed + chunk.cleared }))
  return {
    windows: rowWindows(spans, { maxCells: MAX_WINDOW_CELLS }),
    lastColumn: chunks.reduce((last, chunk) => Math.max(last, chunk.lastColumn), 0),
  }
}
