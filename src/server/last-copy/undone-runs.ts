import { and, gte, not, or, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { isOneOf } from '#server/storage/lists.ts'

/** The runs of a task that an undo took back. */
export interface UndoneRuns {
  /** This one and the later ones. */
  beforeRunId: number
  /** Undone runs that wrote elsewhere, and stay. */
  except: readonly number[]
  /** Earlier runs that undos among them had taken back, and that count again. */
  restored: readonly number[]
  /** Earlier runs that undos among them had restored, and that do not count any more. */
  undoneAgain: readonly number[]
}

export function isUndone(
  runId: AnyPgColumn<{ data: number }>,
  { beforeRunId, except, undoneAgain }: UndoneRuns,
): SQL | undefined {
  return or(and(gte(runId, beforeRunId), not(isOneOf(runId, except))), isOneOf(runId, undoneAgain))
}
