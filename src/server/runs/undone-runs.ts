import { and, gte, not, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { isOneOf } from '#server/storage/lists.ts'

/** The runs of a task that an undo took back. */
export interface UndoneRuns {
  /** This one and the later ones. */
  beforeRunId: number
  /** Those among them that wrote elsewhere, and stay. */
  except: readonly number[]
}

export function isUndone(runId: AnyPgColumn<{ data: number }>, { beforeRunId, except }: UndoneRuns): SQL | undefined {
  return and(gte(runId, beforeRunId), not(isOneOf(runId, except)))
}
