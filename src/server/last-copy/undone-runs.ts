import { and, gte, not, or, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { isInList } from '#server/storage/lists.ts'

/** Runs of a task reverted by an undo, and runs it restored. */
export interface UndoneRuns {
  /** First undone run. All later runs are also undone. */
  beforeRunId: number
  /** Later runs that are not undone because they wrote elsewhere. */
  except: readonly number[]
  /** Earlier runs that count again, because an undone run had undone them. */
  restored: readonly number[]
  /** Earlier runs that no longer count, because an undone run had restored them. */
  undoneAgain: readonly number[]
}

export function isUndone(
  runId: AnyPgColumn<{ data: number }>,
  { beforeRunId, except, undoneAgain }: UndoneRuns,
): SQL | undefined {
  return or(and(gte(runId, beforeRunId), not(isInList(runId, except))), isInList(runId, undoneAgain))
}
