import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import type { DataCopyPage } from '#contract/data-copy.ts'
import type { TaskStatus } from '#contract/task-progress.ts'
import type { Failure } from '#domain/failures/failure.ts'
import { type DataCopyPageQuery, dataCopyPageJson, findDataCopy } from '#server/data-copy/data-copy-pages.ts'
import { createRowOrders } from '#server/data-copy/row-orders.ts'
import { sortColumn } from '#server/data-copy/sort-column.ts'
import { createGoogle, type Google } from '#server/google/google.ts'
import type { AttemptOptions, QueueMetrics } from '#server/queue/attempt-work.ts'
import { type Queue, startQueue } from '#server/queue/queue.ts'
import type { QueueTiming } from '#server/queue/worker.ts'
import { lockAdmission } from '#server/storage/advisory-locks.ts'
import type { Database } from '#server/storage/database.ts'
import { tasks, taskTypes } from '#server/storage/live-tables.ts'
import { dataCopies, runs } from '#server/storage/schema.ts'
import { readTaskLogs } from '#server/task-logs/task-logs.ts'
import { eventually } from './eventually.ts'
import { openFreshDatabase } from './fresh-database.ts'

const TIMEZONE = 'America/New_York'
const PATIENT_MEMBER = { isMember: true, signal: new AbortController().signal }
const FAST_TIMING: QueueTiming = { leaseMs: 20_000, heartbeatMs: 100, sweepMs: 200, reportMs: 20, faultPauseMs: 50 }

/** Starts a cluster on a separate database. The test fills the database and starts the nodes. */
export async function startTestCluster(options: { startAt?: string } = {}) {
  return startTestClusterOn(await openFreshDatabase(), options)
}

/** Starts a cluster on a database that the test has opened. Disposing of the cluster closes the database. */
export function startTestClusterOn(database: Database, { startAt }: { startAt?: string } = {}) {
  const nodes = new AsyncDisposableStack()
  let shiftMs = startAt === undefined ? 0 : Date.parse(startAt) - Date.now()
  let positions = 0
  const now = () => new Date(Date.now() + shiftMs)
  const { orm } = database
  const { findOrder } = createRowOrders((wanted) => sortColumn(orm, wanted))

  async function addType(fields: Partial<typeof taskTypes.$inferInsert> = {}): Promise<number> {
    positions += 1
    const [added] = await orm
      .insert(taskTypes)
      .values({
        name: `Type ${positions}`,
        position: positions,
        allowedConcurrentTasks: 1,
        queueDelaySeconds: 0,
        maxRetries: 0,
        retryDelaySeconds: 0,
        chunkSize: 1000,
        ...fields,
      })
      .returning({ id: taskTypes.id })
    return added?.id ?? 0
  }

  async function addTask(typeId: number, fields: Partial<typeof tasks.$inferInsert> = {}): Promise<number> {
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
        ...fields,
      })
      .returning({ id: tasks.id })
    return added?.id ?? 0
  }

  /** Moves the clock while no node claims runs. A run claimed at the old time would start at the new time without its lease. */
  async function moveClock(shift: () => number): Promise<void> {
    await orm.transaction(async (tx) => {
      await lockAdmission(tx)
      shiftMs = shift()
    })
  }

  async function startNode(options: NodeOptions): Promise<Queue> {
    return nodes.use(await startNodeOn({ database, now, ...options }))
  }

  async function readStatus(taskId: number): Promise<TaskStatus> {
    const [row] = await orm
      .select({ status: runs.status })
      .from(tasks)
      .leftJoin(runs, eq(runs.id, tasks.currentRunId))
      .where(eq(tasks.id, taskId))
    return row?.status ?? 'Pending'
  }

  async function readLog(taskId: number): Promise<string[]> {
    return (await readTaskLogs(orm, { taskId })).map(({ level, message }) => `${level} ${message}`)
  }

  async function readRun(taskId: number) {
    const [row] = await orm
      .select()
      .from(runs)
      .innerJoin(tasks, eq(tasks.currentRunId, runs.id))
      .where(eq(tasks.id, taskId))
    if (!row) throw new Error(`Task ${taskId} has never run`)
    return row.runs
  }

  return {
    database,
    orm,
    now,
    addType,
    addTask,
    startNode,
    readStatus,
    /** Advances the clock of all nodes. */
    passTime: (seconds: number) => moveClock(() => shiftMs + seconds * 1000),
    setTime: (time: string) => moveClock(() => Date.parse(time) - Date.now()),
    async untilStatus(taskId: number, status: TaskStatus): Promise<void> {
      await eventually({
        what: `task ${taskId} to be ${status}`,
        read: () => readStatus(taskId),
        until: (current) => current === status,
        details: () => readLog(taskId),
      })
    },
    readLog,
    async untilLogged(taskId: number, line: RegExp): Promise<void> {
      await eventually({
        what: `${line} in the log of task ${taskId}`,
        read: () => readLog(taskId),
        until: (lines) => lines.some((logged) => line.test(logged)),
      })
    },
    async addTasks(typeId: number, count: number): Promise<number[]> {
      const taskIds: number[] = []
      for (let added = 0; added < count; added += 1) taskIds.push(await addTask(typeId))
      return taskIds
    },
    /** Adds a Running run of a lost node, with a lease of this many seconds. */
    async addRunOfLostNode(taskId: number, { leaseSeconds }: { leaseSeconds: number }): Promise<void> {
      const at = now()
      const leaseUntil = new Date(at.getTime() + leaseSeconds * 1000)
      const started = { attempt: 1, startedAt: at, attemptStartedAt: at, leaseOwner: 'lost', leaseUntil }
      const run = {
        taskId,
        status: 'Running',
        waveId: randomUUID(),
        triggeredBy: 'jo',
        queuedAt: at,
        ...started,
      } as const
      const [added] = await orm.insert(runs).values(run).returning({ id: runs.id })
      await orm
        .update(tasks)
        .set({ currentRunId: added?.id ?? null })
        .where(eq(tasks.id, taskId))
    },
    async activate(taskId: number): Promise<void> {
      await orm.update(tasks).set({ isActive: true }).where(eq(tasks.id, taskId))
    },
    async deactivate(taskId: number): Promise<void> {
      await orm.update(tasks).set({ isActive: false }).where(eq(tasks.id, taskId))
    },
    /** Sets the problem an access check finds for every task. */
    async setAccessFailure(accessFailure: Failure | null): Promise<void> {
      await orm.update(tasks).set({ accessFailure })
    },
    async move(taskId: number, place: { position?: number; taskTypeId?: number }): Promise<void> {
      await orm.update(tasks).set(place).where(eq(tasks.id, taskId))
    },
    async endRuns(taskId: number): Promise<void> {
      await orm.update(runs).set({ status: 'Success', endedAt: now() }).where(eq(runs.taskId, taskId))
    },
    async readTask(taskId: number) {
      const [row] = await orm.select().from(tasks).where(eq(tasks.id, taskId))
      return row
    },
    countDataCopies: () => orm.$count(dataCopies),
    async dataCopyPage(taskId: number, query: Partial<DataCopyPageQuery> = {}): Promise<DataCopyPage> {
      const copy = await findDataCopy(orm, taskId)
      if (!copy) return { data: [], total_rows: 0 }
      const page = { taskId, offset: 0, limit: 500, order: 'asc' as const, ...query, copy }
      return JSON.parse(await dataCopyPageJson({ orm, findOrder }, page, PATIENT_MEMBER)) as DataCopyPage
    },
    async readDataCopy(taskId: number) {
      return (await this.dataCopyPage(taskId)).data
    },
    readRun,
    /** Waits until the current run of a task has ended, and returns it. */
    untilEnded: (taskId: number) =>
      eventually({
        what: `the run of task ${taskId} to end`,
        read: () => readRun(taskId),
        until: ({ endedAt }) => endedAt !== null,
        details: () => readLog(taskId),
      }),
    async [Symbol.asyncDispose]() {
      await nodes.disposeAsync()
      await database[Symbol.asyncDispose]()
    },
  }
}

export interface NodeOptions {
  sync: AttemptOptions['sync']
  /** Database access of the node; defaults to the cluster's. */
  database?: Database
  workers?: number
  role?: 'web' | 'worker' | 'all'
  timing?: Partial<QueueTiming>
  google?: Google
  isOnlyNode?: boolean
  metrics?: QueueMetrics
  tempDir?: string
  maxChangeSetBytes?: number
  /** Clock of the node; defaults to the cluster's. */
  now?: () => Date
}

async function startNodeOn({
  database,
  sync,
  workers = 4,
  role = 'all',
  timing,
  google,
  isOnlyNode = false,
  metrics,
  tempDir,
  maxChangeSetBytes,
  now,
}: NodeOptions & { database: Database; now: () => Date }): Promise<Queue> {
  const unreachable = {
    sheetsUrl: 'http://127.0.0.1:9',
    driveUrl: 'http://127.0.0.1:9',
    readsPerMinute: 60,
    writesPerMinute: 60,
    projectReadsPerMinute: 300,
    projectWritesPerMinute: 300,
  }
  return await startQueue({
    database,
    google: google ?? createGoogle({ config: unreachable, now, random: Math.random }),
    config: {
      queue: { workers, role, historyBytes: 2_000_000_000 },
      schedule: { timezone: TIMEZONE },
      allowedEmails: [],
    },
    logger: pino({ level: 'warn' }),
    now,
    sync,
    isOnlyNode,
    ...(metrics && { metrics }),
    ...(tempDir !== undefined && { tempDir }),
    ...(maxChangeSetBytes !== undefined && { maxChangeSetBytes }),
    timing: { ...FAST_TIMING, ...timing },
  })
}
