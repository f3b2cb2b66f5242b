import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import type { TaskStatus } from '#contract/task.ts'
import { createGoogle } from '#server/google/google.ts'
import { type Queue, startQueue } from '#server/queue/queue.ts'
import type { QueueTiming } from '#server/queue/queue-timing.ts'
import type { Database } from '#server/storage/database.ts'
import { runs, tasks, taskTypes } from '#server/storage/schema.ts'
import { taskLogsOf } from '#server/storage/task-logs.ts'
import type { runSync } from '#server/sync/run-sync.ts'
import { openFreshDatabase } from './fresh-database.ts'

const LOOK_AGAIN_MS = 20
const TIMEZONE = 'America/New_York'
const QUICK: QueueTiming = { leaseMs: 20_000, heartbeatMs: 100, sweepMs: 200, reportMs: 20 }

/** A database of its own with what a test puts into it, and the nodes that it starts on it. */
export async function startQueueWorld() {
  const database = await openFreshDatabase()
  const nodes = new AsyncDisposableStack()
  let shiftMs = 0
  let positions = 0
  const now = () => new Date(Date.now() + shiftMs)
  const { orm } = database

  async function addType(said: Partial<typeof taskTypes.$inferInsert> = {}): Promise<number> {
    positions += 1
    const fields = {
      allowedConcurrentTasks: 1,
      queueDelaySeconds: 0,
      maxRetries: 0,
      retryDelaySeconds: 0,
      chunkSize: 1000,
    }
    const type = { name: `Type ${positions}`, position: positions, ...fields, ...said }
    const [added] = await orm.insert(taskTypes).values(type).returning({ id: taskTypes.id })
    return added?.id ?? 0
  }

  async function addTask(typeId: number, said: Partial<typeof tasks.$inferInsert> = {}): Promise<number> {
    positions += 1
    const unique = randomUUID()
    const [added] = await orm
      .insert(tasks)
      .values({
        taskTypeId: typeId,
        name: `Task ${positions}`,
        sourceSsId: `source-${unique}`,
        targetSsId: `target-${unique}`,
        sourceSheetName: '',
        targetSheetName: '',
        scheduledTimes: [],
        relevantUserAccounts: '',
        chunkSize: 1000,
        startRow: 2,
        position: positions,
        isActive: true,
        createdBy: 'jo@example.com',
        ...said,
      })
      .returning({ id: tasks.id })
    return added?.id ?? 0
  }

  async function startNode(options: NodeOptions): Promise<Queue> {
    return nodes.use(await startNodeOn(database, { ...options, now }))
  }

  async function statusOf(taskId: number): Promise<TaskStatus> {
    const [row] = await orm
      .select({ status: runs.status })
      .from(tasks)
      .leftJoin(runs, eq(runs.id, tasks.currentRunId))
      .where(eq(tasks.id, taskId))
    return row?.status ?? 'Pending'
  }

  return {
    database,
    orm,
    now,
    addType,
    addTask,
    startNode,
    statusOf,
    /** Moves the clock of all nodes ahead. */
    passTime(seconds: number) {
      shiftMs += seconds * 1000
    },
    async untilStatus(taskId: number, status: TaskStatus): Promise<void> {
      while ((await statusOf(taskId)) !== status) await pause(LOOK_AGAIN_MS)
    },
    async logOf(taskId: number): Promise<string[]> {
      return (await taskLogsOf(orm, { taskId })).map(({ level, message }) => `${level} ${message}`)
    },
    async runOf(taskId: number) {
      const [row] = await orm
        .select()
        .from(runs)
        .innerJoin(tasks, eq(tasks.currentRunId, runs.id))
        .where(eq(tasks.id, taskId))
      if (!row) throw new Error(`Task ${taskId} was never run`)
      return row.runs
    },
    async [Symbol.asyncDispose]() {
      await nodes.disposeAsync()
      await database[Symbol.asyncDispose]()
    },
  }
}

interface NodeOptions {
  sync: typeof runSync
  workers?: number
  role?: 'web' | 'worker' | 'all'
  timing?: Partial<QueueTiming>
  google?: ReturnType<typeof createGoogle>
}

async function startNodeOn(
  database: Database,
  { sync, workers = 4, role = 'all', timing, google, now }: NodeOptions & { now: () => Date },
): Promise<Queue> {
  const unused = {
    sheetsUrl: 'http://127.0.0.1:9',
    driveUrl: 'http://127.0.0.1:9',
    readsPerMinute: 60,
    writesPerMinute: 60,
  }
  return await startQueue({
    database,
    google: google ?? createGoogle({ config: unused, now, random: Math.random }),
    config: { queue: { workers, role }, schedule: { timezone: TIMEZONE } },
    logger: pino({ level: 'warn' }),
    now,
    sync,
    timing: { ...QUICK, ...timing },
  })
}
