import { eq, isNotNull, sql } from 'drizzle-orm'
import { DrizzleQueryError } from 'drizzle-orm/errors'
import { expect, test } from 'vitest'
import { NO_MEASURES } from '#domain/guards/measures.ts'
import { NO_FIGURES } from '#domain/runs/attempt-record.ts'
import { NO_COPY } from '#engine/last-copy/last-copy.ts'
import type { SyncOutcome } from '#engine/outcome.ts'
import { forgetVersions } from '#server/copy-jobs/copy-memories.ts'
import { stopRuns } from '#server/runs/end-runs.ts'
import { readRunWorks } from '#server/runs/run-work.ts'
import type { Orm } from '#server/storage/database.ts'
import { allTasks, copyMemories, runs } from '#server/storage/schema.ts'
import { eventually } from '#tests/support/eventually.ts'
import { openLogLines } from '#tests/support/log-lines.ts'
import { adminUrl } from '#tests/support/postgres-server.ts'
import { refusingOrm } from '#tests/support/refusing-orm.ts'
import { SCRIPTED_OUTCOME } from '#tests/support/scripted-sync.ts'
import { startTestCluster } from '#tests/support/test-cluster.ts'
import type { AttemptEnd, EndedAttempt } from './attempt-end.ts'
import { claimNextRuns } from './claim-next-runs.ts'
import { createEndRecorder } from './record-ends.ts'
import { requestAll } from './request.ts'
import { openRunReport } from './run-report.ts'

const { logger } = openLogLines()

/** Runs of tasks that a node has claimed and copied, each with a line in its log. */
async function copyTasks(count: number) {
  const cluster = await startTestCluster()
  const { orm, now } = cluster
  const taskIds = await cluster.addTasks(await cluster.addType({ allowedConcurrentTasks: count }), count)
  await requestAll({ orm, now }, { triggeredBy: 'jo' })
  const { attempts } = await claimNextRuns({ orm, nodeId: 'node', now, leaseMs: 20_000, freeWorkers: () => count })
  const works = await readRunWorks(
    orm,
    attempts.map(({ runId }) => runId),
  )
  const copies = attempts.map((attempt): EndedAttempt => {
    const work = works.get(attempt.runId)
    if (!work) throw new Error('The run is gone')
    const onError = () => expect.unreachable()
    const report = openRunReport({ orm, attempt, now, reportMs: 1_000_000, figures: () => NO_FIGURES, onError })
    report.ports.log('INFO', `Copied ${attempt.taskId}.`)
    return {
      end: copied(),
      attempt,
      task: work.task,
      report,
      retry: work.retry,
      accepted: null,
      keepsCells: work.keepsCells,
      writesLandBy: null,
      now: now(),
    }
  })
  return { ...cluster, taskIds, copies }
}

async function copyThreeTasks() {
  const { copies, ...cluster } = await copyTasks(3)
  const [first, second, third] = copies
  if (!first || !second || !third) throw new Error('Three runs were expected')
  return { ...cluster, first, second, third }
}

function copied(publish = async () => {}): AttemptEnd {
  return { kind: 'finished', outcome: SCRIPTED_OUTCOME, last: NO_COPY, publish, remember: async () => {} }
}

const lastLine = (log: readonly string[]) => log.at(-1)

test('copies that end together end in one transaction, each with its own figures and lines', async () => {
  await using cluster = await copyThreeTasks()
  const { orm, taskIds, first, second, third } = cluster
  const recordEnd = createEndRecorder(orm, { logger })
  const { rows, sourceTitle, targetTitle } = SCRIPTED_OUTCOME
  const held = {
    rows,
    sourceTitle,
    targetTitle,
    kind: 'held',
    holds: [{ cause: 'source_empty' }],
  } as const
  const ends = [first, { ...second, end: { ...copied(), outcome: held } as AttemptEnd }, third]
  expect(await Promise.all(ends.map(recordEnd))).toEqual(['Success', 'Warning', 'Success'])
  const ended = await Promise.all(taskIds.map((id) => cluster.readRun(id)))
  expect(ended).toMatchObject([
    { status: 'Success', isHeld: false, rowsDone: 10, cellsChanged: 4, leaseOwner: null },
    { status: 'Warning', isHeld: true, rowsDone: 0, cellsChanged: 0, leaseOwner: null },
    { status: 'Success', isHeld: false, rowsDone: 10, cellsChanged: 4, leaseOwner: null },
  ])
  for (const { attempts } of ended) expect(attempts).toMatchObject([{ number: 1, failure: null }])
  for (const id of taskIds) expect(lastLine(await cluster.readLog(id))).toBe(`INFO Copied ${id}.`)
  expect(await cluster.readTask(first.attempt.taskId)).toMatchObject({ lastRows: 10, sourceSsName: 'Source' })
  expect(await cluster.readTask(second.attempt.taskId)).toMatchObject({ lastRows: null, sourceSsName: 'Source' })
})

test('an end that cannot be recorded keeps no other from ending, and no line is logged twice', async () => {
  await using cluster = await copyThreeTasks()
  const { orm, taskIds, first, second, third } = cluster
  const recordEnd = createEndRecorder(orm, { logger })
  const failing = async () => {
    throw new Error('The data copy is gone')
  }
  const ends = [first, { ...second, end: copied(failing) }, third]
  expect(await Promise.all(ends.map(recordEnd))).toEqual(['Success', 'Error', 'Success'])
  const statuses = await Promise.all(taskIds.map((id) => cluster.readStatus(id)))
  expect(statuses).toEqual(['Success', 'Error', 'Success'])
  const log = await cluster.readLog(first.attempt.taskId)
  expect(log.filter((line) => line.includes('Copied'))).toHaveLength(1)
})

/** An outcome with every kind of result that a copy can store. */
const LEFT: SyncOutcome = {
  ...SCRIPTED_OUTCOME,
  edits: { count: 1, cells: [], shape: undefined },
  folderFiles: [{ source_ss_id: 'more', source_sheet_name: '' }],
  renamed: { sourceTab: 'Renamed' },
  targetState: { sheetId: 0, gridRows: 1, gridColumns: 1, startRow: 1, header: [], width: 1, kinds: [] },
  left: {
    ...SCRIPTED_OUTCOME.left,
    rejected: [],
    baseline: {
      source: { sheetId: 0, title: 'Renamed' },
      target: { sheetId: 0, title: 'Tab' },
      startRow: 1,
      header: [],
      rows: 10,
      width: 3,
      profile: { columns: [], samples: [], repeatedPercent: 0 },
    },
    measures: [NO_MEASURES],
  },
}

const HELD: SyncOutcome = {
  kind: 'held',
  holds: [{ cause: 'source_empty' }],
  rows: 0,
  sourceTitle: '',
  targetTitle: '',
}

test.each([
  { what: 'copied', end: { ...copied(), outcome: LEFT } as AttemptEnd },
  { what: 'was held', end: { ...copied(), outcome: HELD } as AttemptEnd },
  { what: 'failed', end: { kind: 'failed', error: new Error('A bug') } as AttemptEnd },
  { what: 'was stopped', end: { kind: 'stopped' } as AttemptEnd },
  { what: 'was handed back', end: { kind: 'handedBack', failure: { cause: 'database_lost' } } as AttemptEnd },
])('a run that $what ends, whichever statement of its end the database refuses', async ({ end }) => {
  await using cluster = await copyTasks(30)
  const { orm, copies } = cluster
  const problems: unknown[] = []
  for (const [refused, copy] of copies.entries()) {
    const status = await createEndRecorder(refusingOrm(orm, refused), { logger })({ ...copy, end })
    const run = await cluster.readRun(copy.attempt.taskId)
    const isRefused = run.failure?.cause === 'end_not_saved'
    if (!isRefused) break
    expect({ status, now: run.status, lease: run.leaseOwner }).toEqual({ status: 'Error', now: 'Error', lease: null })
    expect(lastLine(await cluster.readLog(copy.attempt.taskId))).toMatch(/^ERROR The end of the run could not be saved/)
    problems.push(run.failure)
  }
  expect(problems.length).toBeGreaterThan(1)
  expect(problems.length).toBeLessThan(copies.length)
  expect(new Set(problems)).toEqual(new Set(problems.map(() => ({ cause: 'end_not_saved', problem: 'it is refused' }))))
})

test.each(['ECONNREFUSED', '57P03', '55P03'])(
  'a run whose end meets a database fault (%s) is resumed later',
  async (code) => {
    await using cluster = await copyThreeTasks()
    const { orm, first } = cluster
    const fault = new DrizzleQueryError('insert', [], Object.assign(new Error('not now'), { code }))
    const publish = () => Promise.reject(fault)
    await expect(createEndRecorder(orm, { logger })({ ...first, end: copied(publish) })).rejects.toBe(fault)
    expect(await cluster.readRun(first.attempt.taskId)).toMatchObject({ status: 'Running', leaseOwner: 'node' })
  },
)

test('a run that was stopped or lost ends as it would alone', async () => {
  await using cluster = await copyThreeTasks()
  const { orm, now, first, second, third } = cluster
  await stopRuns(orm, { which: { taskId: first.attempt.taskId }, now: now() })
  await orm.update(runs).set({ leaseOwner: 'other', attempt: 2 }).where(eq(runs.id, second.attempt.runId))
  const recordEnd = createEndRecorder(orm, { logger })
  expect(await Promise.all([first, second, third].map(recordEnd))).toEqual(['Stopped', undefined, 'Success'])
  expect(await cluster.readRun(second.attempt.taskId)).toMatchObject({ status: 'Running', leaseOwner: 'other' })
  expect(lastLine(await cluster.readLog(first.attempt.taskId))).toBe('WARNING Stopped.')
})

test.skipIf(adminUrl() === undefined)('a run whose task somebody else has locked delays no other', async () => {
  await using cluster = await copyThreeTasks()
  const { orm, first, second, third } = cluster
  const recordEnd = createEndRecorder(orm, { logger })
  let locked: Promise<unknown> | undefined
  await orm.transaction(async (tx) => {
    await tx.select().from(allTasks).where(eq(allTasks.id, first.attempt.taskId)).for('update')
    locked = recordEnd(first)
    expect(await Promise.all([second, third].map(recordEnd))).toEqual(['Success', 'Success'])
    expect(await cluster.readStatus(first.attempt.taskId)).toBe('Running')
  })
  expect(await locked).toBe('Success')
})

test.skipIf(adminUrl() === undefined)(
  'copies of one source end together while a run begins to write to it',
  async () => {
    await using cluster = await copyThreeTasks()
    const { orm, now, first, second } = cluster
    const recordEnd = createEndRecorder(orm, { logger })
    const memories = [first, second].map(({ attempt: { taskId, runId } }) => {
      return {
        taskId,
        runId,
        basis: '',
        memory: {},
        targetSsId: `target ${taskId}`,
        sourceSsId: 'source',
        sourceVersion: '1',
      }
    })
    await orm.insert(copyMemories).values(memories.map((each) => ({ ...each, comparedAt: now(), readAllAt: now() })))
    let forgotten: Promise<void> | undefined
    let published = 0
    const publish = async () => {
      published += 1
      if (published < 2) return
      forgotten = forgetVersions(orm, 'source')
      await Promise.race([forgotten, untilOneWaitsForAnother(orm)])
    }
    const ends = [second, first].map((copy): EndedAttempt => {
      const ofTask = eq(copyMemories.taskId, copy.attempt.taskId)
      const remember = async (tx: Orm) => void (await tx.update(copyMemories).set({ sourceVersion: '2' }).where(ofTask))
      return { ...copy, end: { kind: 'finished', outcome: SCRIPTED_OUTCOME, last: NO_COPY, publish, remember } }
    })
    expect(await Promise.all(ends.map(recordEnd))).toEqual(['Success', 'Success'])
    expect(published).toBe(2)
    await forgotten
    expect(await orm.$count(copyMemories, isNotNull(copyMemories.sourceVersion))).toBe(0)
  },
)

async function untilOneWaitsForAnother(orm: Orm): Promise<void> {
  const waiting = sql`datname = current_database() and wait_event_type = 'Lock'`
  await eventually({
    what: 'a statement to wait for a lock',
    read: () => orm.$count(sql`pg_stat_activity`, waiting),
    until: (count) => count > 0,
  })
}
