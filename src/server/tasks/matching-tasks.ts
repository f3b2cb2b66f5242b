import { and, eq, exists, isNotNull, isNull, not, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { TaskStatus, WarningReason } from '#contract/task-progress.ts'
import { hasEveryWord, SEARCHED_FIELDS, searchWords } from '#domain/tasks/task-search.ts'
import { handedFiles, writersTo } from '#server/last-copy/written-tabs.ts'
import { copiesFrom } from '#server/runs/read-chains.ts'
import type { Orm } from '#server/storage/database.ts'
import { isInList } from '#server/storage/lists.ts'
import { tasks, taskTypes } from '#server/storage/live-tables.ts'
import { holds, runs } from '#server/storage/schema.ts'
import { screenOrder } from './screen-order.ts'
import { targetValues } from './target-values.ts'

/** Filter of tasks. Undefined values and an empty search match every task. */
export interface TaskFilter {
  typeId?: number | undefined
  status?: TaskStatus | undefined
  warning?: WarningReason | undefined
  isActive?: boolean | undefined
  handsOut?: boolean | undefined
  search?: string | undefined
  /** Spreadsheet from which the tasks copy. */
  sourceSsId?: string | undefined
  /** Spreadsheet to which the tasks write. */
  targetSsId?: string | undefined
  /** IDs of the only tasks to include. */
  amongIds?: readonly number[] | undefined
}

const columns: Record<(typeof SEARCHED_FIELDS)[number], PgColumn> = {
  name: tasks.name,
  source_sheet_name: tasks.sourceSheetName,
  target_sheet_name: tasks.targetSheetName,
  source_ss_name: tasks.sourceSsName,
  target_ss_name: tasks.targetSsName,
  notes: tasks.notes,
}

const valuesText = sql`(select string_agg(value, chr(10)) from jsonb_array_elements_text(${targetValues}) value)`

const searchedText = sql`concat_ws(chr(10), ${sql.join(
  [...SEARCHED_FIELDS.map((field) => columns[field]), valuesText],
  sql`, `,
)})`
const isAscii = sql`octet_length(${searchedText}) = char_length(${searchedText})`

/** Finds the IDs of tasks that match a filter, by type and position. Returns 'all' if the filter matches every task. */
export async function idsOfMatchingTasks(
  orm: Orm,
  { typeId, status, warning, isActive, handsOut, search = '', sourceSsId, targetSsId, amongIds }: TaskFilter,
): Promise<number[] | 'all'> {
  const words = searchWords(search)
  const filters = [typeId, status, warning, isActive, handsOut, sourceSsId, targetSsId, amongIds]
  const isOfAll = filters.every((wanted) => wanted === undefined)
  if (isOfAll && words.length === 0) return 'all'
  const candidates = await orm
    .select({ id: tasks.id, sourceSsId: tasks.sourceSsId, targetSsId: tasks.targetSsId, text: textToCheck(words) })
    .from(tasks)
    .innerJoin(taskTypes, eq(taskTypes.id, tasks.taskTypeId))
    .leftJoin(runs, eq(runs.id, tasks.currentRunId))
    .where(
      and(
        typeId === undefined ? undefined : eq(tasks.taskTypeId, typeId),
        status === undefined ? undefined : hasStatus(status),
        warning === undefined ? undefined : warnsBecause(orm, warning),
        isActive === undefined ? undefined : eq(tasks.isActive, isActive),
        handsOut === undefined ? undefined : eq(sql`(${tasks.splitBy} <> '')`, handsOut),
        sourceSsId === undefined ? undefined : copiesFrom([sourceSsId]),
        targetSsId === undefined
          ? undefined
          : sql`${tasks.id} in (with ${handedFiles} ${writersTo(sql`${targetSsId}`)})`,
        amongIds === undefined ? undefined : isInList(tasks.id, amongIds),
        ...words.map(mayContain),
      ),
    )
    .orderBy(...screenOrder)
  return candidates
    .filter(({ text, sourceSsId, targetSsId }) => text === null || hasEveryWord(text, words, [sourceSsId, targetSsId]))
    .map(({ id }) => id)
}

/** Whether a task has a status. A task without a current run is Pending. */
function hasStatus(status: TaskStatus): SQL {
  return eq(sql`coalesce(${runs.status}, 'Pending')`, status)
}

/** Condition for tasks with a warning. `warningReason` decides the same for a single task. */
function warnsBecause(orm: Orm, reason: WarningReason): SQL | undefined {
  const hold = orm
    .select({ id: holds.id })
    .from(holds)
    .where(and(eq(holds.taskId, tasks.id), isNull(holds.closedAt)))
  const hasStarted = isNotNull(runs.startedAt)
  const because = {
    held: exists(hold),
    not_run: and(not(hasStarted), not(exists(hold))),
    other: and(hasStarted, not(exists(hold))),
  }
  return and(hasStatus('Warning'), because[reason])
}

/**
 * Whether a task may contain a word. Exact for ASCII texts. Other texts always pass, and are checked by the browser's rule:
 * their lower case depends on the locale and version of the database.
 */
function mayContain(word: string): SQL {
  const isId = sql`${word} in (lower(${tasks.sourceSsId} collate "C"), lower(${tasks.targetSsId} collate "C"))`
  return sql`(strpos(lower(${searchedText} collate "C"), ${word}) > 0 or ${isId} or not ${isAscii})`
}

/** Text of a task to check if `mayContain` cannot decide; null otherwise. */
function textToCheck(words: readonly string[]): SQL<string | null> {
  return words.length === 0 ? sql`null` : sql`case when ${isAscii} then null else ${searchedText} end`
}
