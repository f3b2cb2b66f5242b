import { asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Baseline } from '#domain/guards/baseline.ts'
import type { Hold } from '#domain/guards/guards.ts'
import { NO_MEASURES } from '#domain/guards/measures.ts'
import { createSourceProfiler } from '#domain/guards/source-profile.ts'
import { HOUR_MS } from '#domain/time.ts'
import { tasks } from '#server/storage/live-tables.ts'
import { changeSets, copyBaselines, holds } from '#server/storage/schema.ts'
import { type ScriptedCopy, scriptSync, syncFailure } from '#tests/support/scripted-sync.ts'
import { startTestCluster } from '#tests/support/test-cluster.ts'

const triggeredBy = 'jo@example.com'
const shrank = (rows: number): Hold => ({ cause: 'source_shrank', rows, lastRows: 500 })
const edited: Hold = { cause: 'target_edited', count: 2, first: 'B7' }

async function startHeldTask() {
  const cluster = await startTestCluster()
  const script = scriptSync()
  const taskId = await cluster.addTask(await cluster.addType({ maxRetries: 1, retryDelaySeconds: 60 }))
  const queue = await cluster.startNode({ sync: script.sync, timing: { leaseMs: HOUR_MS } })
  let copies = 0
  /** Starts a run and returns its copy. */
  async function run(request: { accept?: number; allowShrink?: boolean } = {}): Promise<ScriptedCopy> {
    await queue.runTask({ taskId, triggeredBy, ...request })
    return await nextCopy()
  }
  async function nextCopy(): Promise<ScriptedCopy> {
    copies += 1
    return await script.nth(copies)
  }
  /** Returns the copy of a run that begins while a write of a stopped run may still arrive. */
  async function runAfterLateWrite(): Promise<ScriptedCopy> {
    const stopped = await run()
    await stopped.ports.willWrite({ sheetId: 0, width: 3, lastRow: 11 })
    stopped.watch.writeBrokeOff()
    await queue.stopTask(taskId)
    await cluster.untilStatus(taskId, 'Stopped')
    return await run()
  }
  async function hold(...found: [Hold, ...Hold[]]): Promise<void> {
    ;(await run()).end({ kind: 'held', holds: found, rows: 10 })
    await cluster.untilStatus(taskId, 'Warning')
  }
  const stored = () => cluster.orm.select().from(holds).orderBy(asc(holds.id))
  return {
    cluster,
    queue,
    taskId,
    run,
    runAfterLateWrite,
    nextCopy,
    hold,
    stored,
    [Symbol.asyncDispose]: () => cluster[Symbol.asyncDispose](),
  }
}

test('a run that finds no more than the open hold keeps it, and one that finds more opens another', async () => {
  await using held = await startHeldTask()
  await held.hold(shrank(100))
  const [first] = await held.stored()
  expect(first).toMatchObject({ rules: [shrank(100)], acceptedAt: null, closedAt: null })
  expect(await held.cluster.readRun(held.taskId)).toMatchObject({ holdId: first?.id })

  await held.cluster.passTime(60)
  await held.hold(shrank(120))
  expect(await held.stored()).toEqual([{ ...first, rules: [shrank(120)] }])

  await held.hold(shrank(90))
  const [closed, larger] = await held.stored()
  expect(closed).toMatchObject({ closedAt: expect.any(Date) })
  // The new hold keeps the start time, because the reason is the same.
  expect(larger).toMatchObject({ rules: [shrank(90)], since: first?.since, closedAt: null })
  expect(await held.cluster.readRun(held.taskId)).toMatchObject({ holdId: larger?.id })

  await held.hold(shrank(90), edited)
  const [, , both] = await held.stored()
  expect(both).toMatchObject({ rules: [shrank(90), edited] })
  expect(both?.since).not.toEqual(first?.since)
})

test('an accepted hold is used by the run that copies next, which closes it', async () => {
  await using held = await startHeldTask()
  await held.hold(shrank(100))
  const [hold] = await held.stored()
  const copy = await held.run({ accept: hold?.id ?? 0 })
  expect(copy.job).toMatchObject({ approval: { accepted: [shrank(100)], allowShrink: false } })
  copy.end({})
  await held.cluster.untilStatus(held.taskId, 'Success')
  expect(await held.stored()).toMatchObject([{ acceptedBy: triggeredBy, closedAt: expect.any(Date) }])
  expect(await held.cluster.readRun(held.taskId)).toMatchObject({ holdId: hold?.id })
  const next = await held.run()
  expect(next.job).toMatchObject({ approval: { accepted: [] } })
  next.end({})
})

test('the next run uses what a person accepted, no matter who starts it', async () => {
  await using held = await startHeldTask()
  await held.hold(shrank(100))
  const [hold] = await held.stored()
  const failing = await held.run({ accept: hold?.id ?? 0 })
  failing.fail(syncFailure('not_found'))
  await held.cluster.untilStatus(held.taskId, 'Error')
  const next = await held.run()
  expect(next.job).toMatchObject({ approval: { accepted: [shrank(100)] } })
  next.end({})
})

test('allow_shrink accepts the open hold, and anything without one', async () => {
  await using held = await startHeldTask()
  const first = await held.run({ allowShrink: true })
  expect(first.job).toMatchObject({ approval: { accepted: [], allowShrink: true } })
  first.end({ kind: 'held', holds: [edited], rows: 10 })
  await held.cluster.untilStatus(held.taskId, 'Warning')
  const second = await held.run({ allowShrink: true })
  expect(second.job).toMatchObject({ approval: { accepted: [edited], allowShrink: false } })
  second.end({})
})

test('a hold that is closed, or of another task, cannot be accepted', async () => {
  await using held = await startHeldTask()
  const { cluster, queue, taskId } = held
  await held.hold(shrank(100))
  const [hold] = await held.stored()
  const other = await cluster.addTask(await cluster.addType({ name: 'Other' }), { name: 'Other', sourceSsId: 'x' })
  const accept = hold?.id ?? 0
  await expect(queue.runTask({ taskId: other, triggeredBy, accept })).rejects.toMatchObject({ code: 'conflict' })
  await held.hold(shrank(90))
  await expect(queue.runTask({ taskId, triggeredBy, accept })).rejects.toMatchObject({ code: 'conflict' })
  expect(await held.stored()).toMatchObject([{ acceptedAt: null }, { acceptedAt: null, closedAt: null }])
})

test('a task that is pointed elsewhere is not held any more', async () => {
  await using held = await startHeldTask()
  const { cluster, taskId } = held
  await held.hold(shrank(100))
  await cluster.orm.update(tasks).set({ notes: 'checked' }).where(eq(tasks.id, taskId))
  expect(await held.stored()).toMatchObject([{ closedAt: null }])
  await cluster.orm.update(tasks).set({ sourceSheetName: 'Elsewhere' }).where(eq(tasks.id, taskId))
  expect(await held.stored()).toMatchObject([{ closedAt: expect.any(Date) }])
})

test('a later attempt knows how many cells the earlier ones may have written', async () => {
  await using held = await startHeldTask()
  const { cluster, taskId } = held
  const first = await held.run()
  expect(first.job).toMatchObject({ written: 0 })
  const { id: runId } = await cluster.readRun(taskId)
  const changed = { filled: 2, changed: 3, cleared: 1, columns: [], targetSsId: 'target', targetTab: 'A' }
  await cluster.orm.insert(changeSets).values({ runId, taskId, createdAt: cluster.now(), ...changed })
  first.fail(syncFailure('unavailable'))
  await cluster.untilStatus(taskId, 'Failed')
  await cluster.passTime(120)
  const second = await held.nextCopy()
  expect(second.job).toMatchObject({ written: 6 })
  second.end({})
})

test('the second look takes the copy of the first as its measure, and says what that wrote if it is held', async () => {
  await using held = await startHeldTask()
  const { cluster, taskId } = held
  const copy = await held.runAfterLateWrite()
  const baseline = baselineWith({ rows: 12 })
  const measures = { ...NO_MEASURES, lostRows: 60 }
  const left = { baseline, measures: [measures] }
  copy.end({ rows: 12, cellsChanged: 7, errorCells: 3, left, wasAccepted: true })
  await cluster.untilLogged(taskId, /once more in/)
  await cluster.passTime(181)
  const again = await held.nextCopy()
  expect(again.job).toMatchObject({ written: 7, last: { extent: { rows: 12, errorCells: 3 }, baseline } })
  again.end({ kind: 'held', holds: [{ ...edited, written: 7 }], rows: 12 })
  await cluster.untilStatus(taskId, 'Warning')
  expect(await cluster.readRun(taskId)).toMatchObject({ isHeld: true, cellsChanged: 7 })
})

test('a run that looked twice leaves the state of the second look, measured against the copy before the run', async () => {
  await using held = await startHeldTask()
  const { cluster, taskId } = held
  const copy = await held.runAfterLateWrite()
  const left = { baseline: baselineWith({ rows: 12 }), measures: [{ ...NO_MEASURES, lostRows: 60 }] }
  copy.end({ rows: 12, left, wasAccepted: true })
  await cluster.untilLogged(taskId, /once more in/)
  await cluster.passTime(181)
  const again = await held.nextCopy()
  const measures = [{ ...NO_MEASURES }, ...again.job.last.measures]
  again.end({ rows: 13, left: { baseline: baselineWith({ rows: 13 }), measures } })
  await cluster.untilStatus(taskId, 'Success')
  const stored = await cluster.orm.select().from(copyBaselines)
  expect(stored).toMatchObject([{ baseline: { rows: 13 }, measures: { lostRows: 60 }, wasAccepted: true }])
})

function baselineWith({ rows }: { rows: number }): Baseline {
  const tab = { sheetId: 0, title: 'Data' }
  const profile = createSourceProfiler().end()
  return { source: tab, target: tab, startRow: 2, header: ['Name'], rows, width: 1, profile }
}
