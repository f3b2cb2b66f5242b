import { desc, eq, sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import { type LogLevel, MAX_TASK_LOG_LINES } from '#contract/task-log.ts'
import type { Orm } from '#server/storage/database.ts'
import { tasks } from '#server/storage/live-tables.ts'
import { taskLogs } from '#server/storage/schema.ts'
import { noSuchTask } from './read-tasks.ts'
import type { TaskLogRow } from './task-logs.ts'

/** About ten long logs. */
const MAX_KEPT_BYTES = 4 * 1024 * 1024
/** For the entry, so that empty logs count too. */
const ENTRY_BYTES = 500

/** A log as it was when it was read last. */
interface KeptLog {
  readonly lastId: number
  /** The ID and the run of each line, as the database lists them. */
  readonly lines: string
  /** The lines as JSON, with commas between them. */
  readonly json: string
}

const NOTHING: KeptLog = { lastId: 0, lines: '', json: '' }

interface Options {
  orm: Orm
  /** Writes lines as a JSON array of objects, whose first key is `id`. */
  write: (lines: readonly TaskLogRow[]) => string
}

/**
 * Returns a function that returns a task's log as JSON, oldest line first. Lines that were read before are neither read nor
 * written again: a log gets new lines at its end and loses its oldest ones. Where something else has changed, as when a run
 * was deleted from the history, all of it is read.
 *
 * The function throws a Refusal 'not_found' when there is no such task.
 */
export function createLogTexts({ orm, write }: Options): (taskId: number) => Promise<string> {
  const kept = new LRUCache<number, KeptLog>({
    maxSize: MAX_KEPT_BYTES,
    sizeCalculation: ({ lines, json }) => ENTRY_BYTES + lines.length + json.length,
  })

  async function read(taskId: number): Promise<KeptLog> {
    const known = kept.get(taskId) ?? NOTHING
    const lines = await readLines(orm, { taskId, afterId: known.lastId })
    if (known.lines.endsWith(lines.remaining)) return continued(known, lines)
    return continued(NOTHING, await readLines(orm, { taskId, afterId: NOTHING.lastId }))
  }

  function continued(known: KeptLog, { remaining, added }: Lines): KeptLog {
    const parts = [textOf(known, remaining), write(added).slice(1, -1)]
    return {
      lastId: added.at(-1)?.id ?? known.lastId,
      lines: remaining + added.map(({ id, runId }) => `,${id} ${runId ?? 0}`).join(''),
      json: parts.filter((part) => part !== '').join(','),
    }
  }

  return async (taskId) => {
    const log = await read(taskId)
    kept.set(taskId, log)
    return `[${log.json}]`
  }
}

/** The text of the last lines of a log. In a message, quotation marks are escaped, so that only a line starts like this. */
function textOf({ lines, json }: KeptLog, remaining: string): string {
  if (remaining === lines) return json
  const [firstId] = remaining.slice(1).split(' ', 1)
  return firstId ? json.slice(json.indexOf(`{"id":${firstId},`)) : ''
}

interface Lines {
  /** The ID and the run of each line up to `afterId`. */
  remaining: string
  /** The lines after it. */
  added: TaskLogRow[]
}

type ListedLine = [id: number, runId: number | null, level: LogLevel, message: string, createdAt: string]

/** One statement, so that all lines are of the same moment. */
async function readLines(orm: Orm, { taskId, afterId }: { taskId: number; afterId: number }): Promise<Lines> {
  const newest = orm
    .select()
    .from(taskLogs)
    .where(eq(taskLogs.taskId, tasks.id))
    .orderBy(desc(taskLogs.id))
    .limit(MAX_TASK_LOG_LINES)
    .as('newest')
  const { id, runId, level, message, createdAt } = newest
  const [log] = await orm
    .select({
      remaining: sql<string | null>`
        string_agg(',' || ${id} || ' ' || coalesce(${runId}, 0), '' order by ${id}) filter (where ${id} <= ${afterId}::int)`,
      added: sql<ListedLine[] | null>`
        json_agg(json_build_array(${id}, ${runId}, ${level}, ${message}, ${createdAt}) order by ${id})
          filter (where ${id} > ${afterId}::int)`,
    })
    .from(tasks)
    .leftJoinLateral(newest, sql`true`)
    .where(eq(tasks.id, taskId))
    .groupBy(tasks.id)
  if (!log) throw noSuchTask()
  return {
    remaining: log.remaining ?? '',
    added: (log.added ?? []).map(([lineId, ofRun, ofLevel, text, at]) => ({
      id: lineId,
      taskId,
      runId: ofRun,
      level: ofLevel,
      message: text,
      createdAt: new Date(at),
    })),
  }
}
