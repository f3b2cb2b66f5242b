import { expect, test } from 'vitest'
import type { Baseline } from '#domain/guards/baseline.ts'
import { NO_MEASURES } from '#domain/guards/measures.ts'
import { DAY_MS } from '#domain/time.ts'
import { readNextRunWork } from '#server/runs/run-work.ts'
import { startTestCluster } from '#tests/support/test-cluster.ts'
import { saveBaseline, undoBaselines } from './baselines.ts'

const START = new Date('2026-01-05T04:00:00Z')
const TAB = { sheetId: 0, title: 'Sheet1' }
const NOTHING: Baseline = {
  source: TAB,
  target: TAB,
  startRow: 1,
  header: [],
  rows: 0,
  width: 0,
  profile: { columns: [], samples: [], repeatedPercent: 0 },
}

/** Opens a task and saves its copies one by one, each with a share of lost rows. */
async function startCopies() {
  const cluster = await startTestCluster()
  const { orm } = cluster
  const taskId = await cluster.addTask(await cluster.addType())
  let runId = 0
  return Object.assign(cluster, {
    async copy(lostRows: number, { day = 0, wasAccepted = false } = {}) {
      runId += 1
      const now = new Date(START.getTime() + day * DAY_MS)
      const copy = { baseline: { ...NOTHING, rows: lostRows }, measures: { ...NO_MEASURES, lostRows } }
      await orm.transaction((tx) => saveBaseline(tx, { taskId, runId, ...copy, wasAccepted, now }))
      return runId
    },
    undo: (beforeRunId: number) =>
      orm.transaction((tx) => undoBaselines(tx, { taskId, beforeRunId, except: [], restored: [], undoneAgain: [] })),
    /** Lists the lost rows of each remembered copy, newest first. */
    async remembered() {
      const work = await readNextRunWork(orm, taskId)
      return work?.recorded.measures.map(({ lostRows }) => lostRows)
    },
  })
}

const NEWEST_TEN = [12, 11, 10, 9, 8, 7, 6, 5, 4, 3]

test('the last ten copies are remembered', async () => {
  await using copies = await startCopies()
  for (let lost = 1; lost <= 12; lost += 1) await copies.copy(lost)
  expect(await copies.remembered()).toEqual(NEWEST_TEN)
})

test('a copy that a person accepted is remembered for 400 days, however many follow', async () => {
  await using copies = await startCopies()
  await copies.copy(90, { wasAccepted: true })
  for (let lost = 1; lost <= 12; lost += 1) await copies.copy(lost, { day: 399 })
  expect(await copies.remembered()).toEqual([...NEWEST_TEN, 90])
  await copies.copy(13, { day: 401 })
  expect(await copies.remembered()).toEqual([13, ...NEWEST_TEN.slice(0, 9)])
})

test('copies that were undone are not counted among the last ten', async () => {
  await using copies = await startCopies()
  for (let lost = 1; lost <= 9; lost += 1) await copies.copy(lost)
  const first = await copies.copy(50)
  expect(await copies.undo(first)).toMatchObject({ rows: 9 })
  expect(await copies.remembered()).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1])
  await copies.copy(10)
  expect(await copies.remembered()).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
})
