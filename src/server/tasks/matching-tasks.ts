import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { TaskStatus } from '#contract/task-progress.ts'
import { hasEveryWord, SEARCHED_FIELDS, type Searched, searchWords } from '#domain/tasks/task-search.ts'
import type { Orm } from '#server/storage/database.ts'
import { tasks, taskTypes } from '#server/storage/live-tables.ts'
import { runs } from '#server/storage/schema.ts'
import { screenOrder } from './screen-order.ts'

/** Undefined values and an empty search match every task. */
export interface TaskFilter {
  typeId?: number | undefined
  status?: TaskStatus | undefined
  search?: string | undefined
}

const columns: Record<keyof Searched, PgColumn> = {
  name: tasks.name,
  source_sheet_name: tasks.sourceSheetName,
  target_sheet_name: tasks.targetSheetName,
  source_ss_name: tasks.sourceSsName,
  target_ss_name: tasks.targetSsName,
  notes: tasks.notes,
}

const searchedText = sql`concat_ws(chr(10), ${sql.join(
  SEARCHED_FIELDS.map((field) => columns[field]),
  sql`, `,
)})`
const isAscii = sql`octet_length(${searchedText}) = char_length(${searchedText})`

/** The ids of the tasks that match a filter, ordered by type and position; 'all' when the filter matches every task. */
export async function idsOfMatchingTasks(
  orm: Orm,
  { typeId, status, search = '' }: TaskFilter,
): Promise<number[] | 'all'> {
  const words = searchWords(search)
  if (typeId === undefined && status === undefined && words.length === 0) return 'all'
  const candidates = await orm
    .select({ id: tasks.id, text: textToCheck(words) })
    .from(tasks)
    .innerJoin(taskTypes, eq(taskTypes.id, tasks.taskTypeId))
    .leftJoin(runs, eq(runs.id, tasks.currentRunId))
    .where(
      and(
        typeId === undefined ? undefined : eq(tasks.taskTypeId, typeId),
        status === undefined ? undefined : hasStatus(status),
        ...words.map(mayContain),
      ),
    )
    .orderBy(...screenOrder)
  return candidates.filter(({ text }) => text === null || hasEveryWord(text, words)).map(({ id }) => id)
}

/** A task without a current run is Pending. */
function hasStatus(status: TaskStatus): SQL {
  return eq(sql`coalesce(${runs.status}, 'Pending')`, status)
}

/**
 * Exact for ASCII texts. Any other text passes and is checked by the rule that the browser uses: databases differ in what
 * they take for the lower case of other letters, depending on their locale and version.
 */
function mayContain(word: string): SQL {
  return sql`(strpos(lower(${searchedText} collate "C"), ${word}) > 0 or not ${isAscii})`
}

/** The text of a task that `mayContain` cannot decide; null for all others. */
function textToCheck(words: readonly string[]): SQL<string | null> {
  return words.length === 0 ? sql`null` : sql`case when ${isAscii} then null else ${searchedText} end`
}
