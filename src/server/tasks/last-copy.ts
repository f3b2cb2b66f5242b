import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { SeenEqual } from '#domain/copy/seen-equal.ts'
import type { Baseline } from '#domain/guards/baseline.ts'
import { countErrorCells } from '#domain/guards/source-profile.ts'
import type { AccountKind } from '#domain/tasks/lent-access.ts'
import { movedField, placeFields } from '#domain/tasks/task-places.ts'
import { taskSettings } from '#domain/tasks/task-settings.ts'
import type { TaskAfterAttempt } from '#server/runs/finish-attempts.ts'
import type { Orm } from '#server/storage/database.ts'
import { tasks } from '#server/storage/live-tables.ts'
import { tabName } from '#server/storage/schema.ts'
import type { Task } from './read-tasks.ts'

/* The facts a task remembers of the spreadsheets it copied between: the guards and the next run compare with it. */

/** The columns and the last row of a region. */
export interface Reach {
  width: number
  lastRow: number
}

/** Saves how far the region may reach, before an attempt that may break off writes to it. */
export async function saveReach(orm: Orm, { task, reach }: { task: Task; reach: Reach }): Promise<void> {
  const { width, lastRow } = reach
  await orm
    .update(tasks)
    .set({
      lastWidth: sql`greatest(${tasks.lastWidth}, ${width}::integer)`,
      lastFilledRow: sql`greatest(${tasks.lastFilledRow}, ${lastRow}::integer)`,
    })
    .where(stillCopiesThere(task))
}

/** After an undo: the sizes of the copy before, so that the next run is judged as if the undone ones had never been. */
export async function saveSizesOf(baseline: Baseline | null, { tx, task }: { tx: Orm; task: Task }): Promise<void> {
  // Without a last row, the baseline says how far down the copy reached. Without both, all rows would be the task's.
  const sizes = baseline
    ? { lastRows: baseline.rows, lastErrorCells: countErrorCells(baseline.profile), lastFilledRow: null }
    : { lastRows: null, lastErrorCells: null }
  await tx.update(tasks).set(sizes).where(stillCopiesThere(task))
}

/** False once a user has pointed the task at another source or target while the run was in progress. */
function stillCopiesThere(task: Task): SQL | undefined {
  return and(
    eq(tasks.id, task.id),
    ...placeFields.map((field) => {
      const name = taskSettings.names[field]
      if (name === 'sourceSheetName' || name === 'targetSheetName') return eq(tabName(tasks[name]), tabName(task[name]))
      return sql`${tasks[name]} is not distinct from ${task[name]}`
    }),
  )
}

/** Titles of the spreadsheets; empty for one that the attempt could not read. */
interface Titles {
  readonly sourceTitle: string
  readonly targetTitle: string
}

export interface Success {
  at: Date
  accountKind: AccountKind | null
}

interface Copied {
  rows: number
  width: number
  /** The last row of the source that is not empty. */
  lastRow: number
  /** Error cells of the source. */
  errorCells: number
  /** Undefined if the target was not seen equal. */
  seenEqual?: SeenEqual | undefined
  /** Undefined when the copy ended in a warning. */
  success: Success | undefined
}

interface LastCopy {
  /** As it was when the run started. */
  task: Task
  /** As it is now, locked. */
  current: Task
  titles: Titles
  /** Undefined when nothing was copied. */
  copied: Copied | undefined
}

function afterSuccess({ at, accountKind }: Success): TaskAfterAttempt {
  return { lastSuccessAt: at, accessFailure: null, accountKind }
}

/** A run that was skipped would have found the target equal. */
export function afterSkip(success: Success): TaskAfterAttempt {
  return { ...afterSuccess(success), seenEqualAt: success.at }
}

/** How a task changes with what an attempt learned of its spreadsheets, except of those that a user has since replaced. */
export function afterCopy({ task, current, titles, copied }: LastCopy): TaskAfterAttempt {
  return {
    ...newTitles({ task, current, titles }),
    ...(copied?.success && afterSuccess(copied.success)),
    ...(copied && copiesThere({ task, current }) && sizeOf(copied)),
  }
}

interface HandedOut extends Omit<LastCopy, 'copied' | 'titles'> {
  outcome: Titles & Pick<Copied, 'seenEqual'>
  success: Success | undefined
}

/** How a task changes that hands rows out. What its copies left is stored by target. */
export function afterHandOut({ task, current, outcome, success }: HandedOut): TaskAfterAttempt {
  const { seenEqual } = outcome
  return {
    ...newTitles({ task, current, titles: outcome }),
    ...(success && afterSuccess(success)),
    ...(seenEqual && copiesThere({ task, current }) && { seenEqualAt: seenEqual.compared.from }),
  }
}

interface Undone extends Omit<LastCopy, 'copied'> {
  /** Undefined if the undone runs wrote elsewhere. */
  lastWidth: number | null | undefined
}

/** With how wide the region is since then: beyond it, the target is no longer the task's. */
export function afterUndo({ task, current, titles, lastWidth }: Undone): TaskAfterAttempt {
  // Without a width and a last row, the task was pointed elsewhere after the undone runs: an undo leaves one of them.
  const width = task.lastWidth || task.lastFilledRow ? lastWidth : null
  const isKnown = width !== undefined && copiesThere({ task, current })
  return { ...newTitles({ task, current, titles }), ...(isKnown && { lastWidth: width }) }
}

function newTitles({ task, current, titles }: Omit<LastCopy, 'copied'>): TaskAfterAttempt {
  const { sourceTitle, targetTitle } = titles
  return {
    ...(current.sourceSsId === task.sourceSsId && sourceTitle !== '' && { sourceSsName: sourceTitle }),
    ...(current.targetSsId === task.targetSsId && targetTitle !== '' && { targetSsName: targetTitle }),
  }
}

function sizeOf({ rows, width, lastRow, errorCells, seenEqual }: Copied): TaskAfterAttempt {
  return {
    lastRows: rows,
    lastWidth: width,
    lastFilledRow: lastRow,
    lastErrorCells: errorCells,
    // The cells that were written later are as old as those that were read.
    ...(seenEqual && { seenEqualAt: seenEqual.compared.from }),
  }
}

/** Whether the task still copies from and to the places of the time when the run started. */
export function copiesThere({ task, current }: Pick<LastCopy, 'task' | 'current'>): boolean {
  return movedField({ before: task, after: current }) === undefined
}
