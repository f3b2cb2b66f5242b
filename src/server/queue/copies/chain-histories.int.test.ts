import { like } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SyncJob, SyncPorts } from '#engine/job/sync-job.ts'
import type { WatchedGoogle } from '#server/google/google.ts'
import type { Queue } from '#server/queue/queue.ts'
import { isInList } from '#server/storage/lists.ts'
import { runs, taskLogs } from '#server/storage/schema.ts'
import { eventually } from '#tests/support/eventually.ts'
import { type ScriptedCopy, scriptSync, syncFailure } from '#tests/support/scripted-sync.ts'
import { startTestCluster } from '#tests/support/test-cluster.ts'

/** Number of histories, including the two examples. */
const HISTORIES = 8
const FILES = 6
const WORKERS = 4

type End = 'success' | 'temporary' | 'permanent' | 'held' | 'warning'
const anyEnd = fc.constantFrom<End>('success', 'success', 'success', 'temporary', 'permanent', 'held', 'warning')

const anyFile = fc.nat({ max: FILES - 1 })
const anyTask = fc.record({
  source: anyFile,
  target: anyFile,
  type: fc.nat({ max: 2 }),
  follows: fc.oneof({ weight: 6, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
})
const anyIndex = fc.nat({ max: 99 })
const anyStep = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('edit' as const), file: anyFile }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('run all' as const) }) },
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('end' as const), index: anyIndex, end: anyEnd }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'wait' as const }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('stop' as const), index: anyIndex }) },
)
const anyHistory = fc.record({
  drawn: fc.uniqueArray(anyTask, {
    ...{ minLength: 3, maxLength: 8, size: 'max' },
    selector: ({ source, target }) => `${source} ${target}`,
  }),
  hasPrerequisites: fc.boolean(),
  steps: fc.array(anyStep, { minLength: 6, maxLength: 18, size: 'max' }),
})

type Drawn<Of> = Of extends fc.Arbitrary<infer Value> ? Value : never

/** The second task reads while the first one writes into its source. */
const copiedMeanwhile: Drawn<typeof anyHistory> = {
  drawn: [0, 1, 2].map((file) => ({ source: file, target: file + 1, type: 0, follows: true })),
  hasPrerequisites: false,
  steps: [
    { kind: 'edit', file: 1 },
    { kind: 'wait' },
    { kind: 'edit', file: 0 },
    { kind: 'end', index: 1, end: 'success' },
    { kind: 'end', index: 0, end: 'success' },
  ],
}

/** A loop, with a second writer of one of its tabs. One follower is stopped and another is held. */
const stoppedAndHeld: Drawn<typeof anyHistory> = {
  drawn: [
    { source: 0, target: 1, type: 0, follows: true },
    { source: 1, target: 2, type: 0, follows: true },
    { source: 2, target: 1, type: 0, follows: true },
    { source: 1, target: 3, type: 0, follows: true },
  ],
  hasPrerequisites: false,
  steps: [
    { kind: 'edit', file: 0 },
    { kind: 'end', index: 0, end: 'success' },
    { kind: 'wait' },
    { kind: 'stop', index: 1 },
    { kind: 'end', index: 0, end: 'held' },
    { kind: 'run all' },
  ],
}

interface CopyTask {
  id: number
  source: string
  target: string
  follows: boolean
}

/** Files with versions that count their writes, and the copies between them. */
class World {
  readonly script = scriptSync()
  readonly #versions = new Map<string, number>()
  /** The version that each copy has read. */
  readonly #read = new Map<ScriptedCopy, number>()
  readonly #ended = new Set<ScriptedCopy>()
  /** The source version that a task's last success read, by task. */
  readonly copied = new Map<string, number>()
  /** The version that the last success wrote, by file. */
  readonly written = new Map<string, number>()

  readonly sync = async (google: WatchedGoogle, job: SyncJob, ports: SyncPorts) => {
    const outcome = this.script.sync(google, job, ports)
    const copy = this.script.begun.at(-1)
    if (copy) this.#read.set(copy, this.#versions.get(job.source.id) ?? 0)
    return await outcome
  }

  edit(file: string): number {
    const version = (this.#versions.get(file) ?? 0) + 1
    this.#versions.set(file, version)
    return version
  }

  pending(): ScriptedCopy[] {
    return this.script.begun.filter((copy) => !this.#ended.has(copy) && !copy.ports.signal.aborted)
  }

  end(copy: ScriptedCopy, end: End): void {
    this.#ended.add(copy)
    if (end === 'temporary') copy.fail(syncFailure('unavailable'))
    else if (end === 'permanent') copy.fail(syncFailure('not_found'))
    else if (end === 'held') copy.end({ kind: 'held', holds: [{ cause: 'source_empty' }], rows: 0 })
    else this.#copy(copy, end)
  }

  #copy(copy: ScriptedCopy, end: 'success' | 'warning'): void {
    const [sourceId, targetId] = [copy.job.source.id, copy.job.target.id]
    const version = this.edit(targetId)
    if (end === 'success') {
      this.copied.set(`${sourceId} ${targetId}`, this.#read.get(copy) ?? 0)
      this.written.set(targetId, version)
    }
    copy.end(end === 'success' ? {} : { refusedCells: 1 })
  }
}

/** Finds all tasks that follow these tasks, directly or indirectly. */
function below(first: readonly CopyTask[], tasks: readonly CopyTask[]): Set<CopyTask> {
  const reached = new Set<CopyTask>()
  const queue = [...first]
  for (const from of queue) {
    for (const task of tasks) {
      if (task.source !== from.target || !task.follows || reached.has(task)) continue
      reached.add(task)
      queue.push(task)
    }
  }
  return reached
}

interface History {
  cluster: Awaited<ReturnType<typeof startTestCluster>>
  queue: Queue
  world: World
  tasks: readonly CopyTask[]
  nameFile: (index: number) => string
  /** The tasks that each wave was started with, by the name of the person who started it. */
  started: Map<string, readonly CopyTask[]>
}

async function start({ queue, started }: History, tasks: readonly CopyTask[]): Promise<void> {
  const triggeredBy = `wave-${started.size}`
  started.set(triggeredBy, tasks)
  if (tasks.length > 0) await queue.runSelected({ taskIds: tasks.map(({ id }) => id), triggeredBy })
}

async function take(step: Drawn<typeof anyStep>, history: History): Promise<void> {
  const { queue, world, tasks, nameFile } = history
  switch (step.kind) {
    case 'edit': {
      const file = nameFile(step.file)
      world.edit(file)
      return await start(
        history,
        tasks.filter(({ source }) => source === file),
      )
    }
    case 'run all':
      return await start(history, tasks)
    case 'wait':
      return void (await untilPending(history))
    case 'stop':
      return void (await queue.stopTask(tasks[step.index % tasks.length]?.id ?? 0))
    case 'end': {
      const pending = await untilPending(history)
      const copy = pending[step.index % pending.length]
      if (copy) world.end(copy, step.end)
    }
  }
}

/** Lists the copies in progress once every run that can start has begun. Empty if every run has ended. */
async function untilPending({ queue, world, tasks }: History): Promise<ScriptedCopy[]> {
  const taskIds = tasks.map(({ id }) => id)
  const { pending } = await eventually({
    what: 'every run that can start to begin',
    read: async () => {
      const unended = [...(await queue.progress(taskIds)).values()].filter(({ running_status }) => running_status)
      return { unended, pending: world.pending() }
    },
    until: ({ unended, pending }) => {
      const begun = unended.filter(({ waiting_for }) => waiting_for === null)
      const isNext = unended.some(({ waiting_for }) => /free worker|Retrying/.test(waiting_for ?? ''))
      return begun.length === pending.length && (pending.length === WORKERS || !isNext)
    },
  })
  return pending
}

async function drain(history: History): Promise<void> {
  for (let pending = await untilPending(history); pending.length > 0; pending = await untilPending(history)) {
    for (const copy of pending) history.world.end(copy, 'success')
  }
}

test('each edit runs every task below it at most once, whatever the graph, and leaves none behind', async () => {
  await using cluster = await startTestCluster()
  const seen = { waiting: 0, loops: 0, shared: 0, held: 0, stopped: 0 }
  let histories = 0
  const check = fc.asyncProperty(anyHistory, async ({ drawn, hasPrerequisites, steps }) => {
    histories += 1
    const world = new World()
    await using queue = await cluster.startNode({ sync: world.sync, workers: WORKERS })
    const nameFile = (index: number) => `${histories}-${index}`
    const types = [await addType(cluster, null)]
    for (const _ of [1, 2]) types.push(await addType(cluster, hasPrerequisites ? (types.at(-1) ?? null) : null))
    const tasks: CopyTask[] = []
    for (const { source, target, type, follows } of drawn) {
      const ends = { source: nameFile(source), target: nameFile(target === source ? (target + 1) % FILES : target) }
      if (tasks.some((task) => task.source === ends.source && task.target === ends.target)) continue
      const places = {
        sourceSsId: ends.source,
        targetSsId: ends.target,
        sourceSheetName: 'Data',
        targetSheetName: 'Data',
      }
      const id = await cluster.addTask(types[type] ?? 0, { ...places, afterSource: follows })
      tasks.push({ id, follows, ...ends })
    }
    const history = { cluster, queue, world, tasks, nameFile, started: new Map<string, readonly CopyTask[]>() }
    for (const step of steps) await take(step, history)
    await drain(history)

    const found = await cluster.orm
      .select()
      .from(runs)
      .where(
        isInList(
          runs.taskId,
          tasks.map(({ id }) => id),
        ),
      )
    for (const [triggeredBy, first] of history.started) {
      const mayRun = new Set([...first, ...below(first, tasks)].map(({ id }) => id))
      const ran = found.filter((run) => run.triggeredBy === triggeredBy).map(({ taskId }) => taskId)
      expect(ran.filter((id) => !mayRun.has(id))).toEqual([])
      expect(new Set(ran).size, `${triggeredBy}: ${ran}`).toBe(ran.length)
    }
    for (const task of tasks) {
      const last = found.filter(({ taskId }) => taskId === task.id).at(-1)
      const isInLoop = below([task], tasks).has(task)
      if (isInLoop) seen.loops += 1
      if (tasks.some((other) => other !== task && other.target === task.target)) seen.shared += 1
      // Types can order tasks against their chain, and a loop has no end.
      if (hasPrerequisites || isInLoop || !task.follows || last?.status !== 'Success') continue
      const read = world.copied.get(`${task.source} ${task.target}`) ?? 0
      expect(read, `${task.source} to ${task.target}`).toBeGreaterThanOrEqual(world.written.get(task.source) ?? 0)
    }
    seen.waiting += found.filter(({ upstreamIds }) => upstreamIds !== null).length
    seen.held += found.filter(({ isHeld }) => isHeld).length
    seen.stopped += found.filter(({ status }) => status === 'Stopped').length
  })
  await fc.assert(check, { numRuns: HISTORIES, endOnFailure: true, examples: [[copiedMeanwhile], [stoppedAndHeld]] })
  const logged = (message: string) => cluster.orm.$count(taskLogs, like(taskLogs.message, message))
  const followed = await logged('Queued because % copied to its source.')
  const again = await logged('Queued because its source was copied during the last run.')
  for (const [what, times] of Object.entries({ ...seen, followed, again })) expect(times, what).toBeGreaterThan(0)
})

async function addType(cluster: History['cluster'], dependsOnId: number | null): Promise<number> {
  return await cluster.addType({ allowedConcurrentTasks: 3, maxRetries: 1, dependsOnId })
}
