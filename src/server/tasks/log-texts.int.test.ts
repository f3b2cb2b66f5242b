import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runs, taskLogs } from '#server/storage/schema.ts'
import { startTestCluster } from '#tests/support/test-cluster.ts'
import { createLogTexts } from './log-texts.ts'
import { appendTaskLogs, clearTaskLogs, type TaskLogRow, taskLogsOf } from './task-logs.ts'

const AT = new Date('2026-01-15T09:30:00.123Z')

let cluster: Awaited<ReturnType<typeof startTestCluster>>
beforeAll(async () => {
  cluster = await startTestCluster()
})
afterAll(() => cluster[Symbol.asyncDispose]())

/** The log of a new task. */
async function startLog() {
  const { orm } = cluster
  const taskId = await cluster.addTask(await cluster.addType())
  /** Of each line that was written as JSON. */
  const written: string[] = []
  function write(lines: readonly TaskLogRow[]): string {
    written.push(...lines.map(({ message }) => message))
    return JSON.stringify(lines.map(({ id, ...line }) => ({ id, ...line })))
  }
  const textOf = createLogTexts({ orm, write })
  const log = (messages: readonly string[], runId: number | null = null) =>
    appendTaskLogs(
      orm,
      messages.map((message) => ({ taskId, runId, level: 'WARNING', message, at: AT })),
    )
  return { orm, taskId, log, written, textOf: () => textOf(taskId) }
}

type Log = Awaited<ReturnType<typeof startLog>>

const readAnew = ({ orm, taskId }: Log) => taskLogsOf(orm, { taskId })

async function addRun({ orm, taskId }: Log): Promise<number> {
  const run = {
    taskId,
    status: 'Success',
    waveId: crypto.randomUUID(),
    triggeredBy: '',
    queuedAt: AT,
    endedAt: AT,
  } as const
  const [added] = await orm.insert(runs).values(run).returning({ id: runs.id })
  return added?.id ?? 0
}

const numbered = (count: number) => Array.from({ length: count }, (_, at) => `line ${at}`)

const CHANGES: { what: string; change: (log: Log) => Promise<unknown>; writes: readonly string[] }[] = [
  { what: 'nothing', change: async () => undefined, writes: [] },
  { what: 'new lines', change: (log) => log.log(['new', '{"id":1,']), writes: ['new', '{"id":1,'] },
  {
    what: 'more lines than a log keeps, so that its oldest are dropped',
    change: (log) => log.log(numbered(1999)),
    writes: numbered(1999),
  },
  {
    what: 'so many lines that all others are dropped',
    change: (log) => log.log(numbered(2000)),
    writes: numbered(2000),
  },
  { what: 'a clearing', change: (log) => clearTaskLogs(log.orm, log.taskId), writes: [] },
  {
    what: 'a clearing and new lines',
    change: async (log) => {
      await clearTaskLogs(log.orm, log.taskId)
      await log.log(['new'])
    },
    writes: ['new'],
  },
  {
    what: 'the deletion of the run that wrote a line',
    change: ({ orm, taskId }) => orm.delete(runs).where(eq(runs.taskId, taskId)),
    writes: ['first', '{"id":2,"second"}', 'of a run'],
  },
  {
    what: 'a line whose ID is less than that of one that was committed before it',
    change: ({ orm, taskId }) =>
      orm.execute(sql`
        insert into ${taskLogs} (id, task_id, level, message, created_at) overriding system value
        select max(id) - 1, ${taskId}::int, 'INFO', 'late', now() from ${taskLogs} where task_id = ${taskId}::int`),
    writes: ['first', '{"id":2,"second"}', 'late', 'of a run'],
  },
]

test.each(CHANGES)('the text of a log after $what is that of its lines', async ({ change, writes }) => {
  const log = await startLog()
  await log.log(['first', '{"id":2,"second"}'])
  // Leaves an ID for a line that is committed late.
  await log.orm.execute(sql`select nextval(pg_get_serial_sequence('task_logs', 'id'))`)
  await log.log(['of a run'], await addRun(log))
  expect(JSON.parse(await log.textOf())).toEqual(JSON.parse(JSON.stringify(await readAnew(log))))
  log.written.splice(0)
  await change(log)
  for (const _again of [1, 2]) {
    expect(JSON.parse(await log.textOf())).toEqual(JSON.parse(JSON.stringify(await readAnew(log))))
  }
  expect(log.written).toEqual(writes)
})

test('a log that never had a line is empty', async () => {
  const log = await startLog()
  expect(await log.textOf()).toBe('[]')
})

test('of a log that grew too long, the last 2,000 lines are read', async () => {
  const log = await startLog()
  await log.orm.execute(sql`
    insert into ${taskLogs} (task_id, level, message, created_at)
    select ${log.taskId}::int, 'INFO', n, now() from generate_series(1, 2003) n`)
  const lines = JSON.parse(await log.textOf()) as TaskLogRow[]
  expect([lines.length, lines[0]?.message, lines.at(-1)?.message]).toEqual([2000, '4', '2003'])
})

test('there is no text of the log of a task that does not exist', async () => {
  const log = await startLog()
  const textOf = createLogTexts({ orm: log.orm, write: JSON.stringify })
  await expect(textOf(log.taskId + 1)).rejects.toMatchObject({ code: 'not_found' })
})
