import { expect, onTestFinished, test } from 'vitest'
import type { Cell } from '#domain/copy/cell.ts'
import { HOUR_MS } from '#domain/time.ts'
import { runSync } from '#engine/run-sync.ts'
import { previewUndo } from '#engine/undo/preview-undo.ts'
import { readChangeHistory } from '#server/runs/change-history.ts'
import { eventually } from '#tests/support/eventually.ts'
import { startTestCluster } from '#tests/support/test-cluster.ts'
import { startTestProvider } from '#tests/support/test-provider.ts'

const triggeredBy = 'jo@example.com'
/** The content before the copy. An undo writes its texts with one request and its formula with another. */
const BEFORE = [['id'], ['old', '=1+1'], ['older', 'text']]
const COPIED = [['id'], [1, 'Ann'], [2, 'Bo']]
/** The content after the first of these two requests. */
const HALF = [['id'], ['old', 'Ann'], ['older', 'text']]
/** Longer than a test on a busy machine. The provider applies a delayed write at the end of its delay, even after a stop. */
const LONG = { answer: 'delayed', delayMs: HOUR_MS } as const

/** Opens a task that has copied once, on a provider that applies no write late. */
async function openCopied({ maxRetries = 0, retryDelaySeconds = 0 } = {}) {
  const parts = new AsyncDisposableStack()
  onTestFinished(() => parts.disposeAsync())
  const provider = parts.use(await startTestProvider({ config: { isEmbedded: true } }))
  const cluster = parts.use(await startTestCluster())
  const sourceSsId = await provider.spreadsheet({ rows: [['id', 'name'], ...COPIED.slice(1)] })
  const targetSsId = await provider.spreadsheet({})
  await provider.write(targetSsId, 'A1', BEFORE, 'USER_ENTERED')
  const typeId = await cluster.addType({ maxRetries, retryDelaySeconds, allowedConcurrentTasks: 2 })
  const taskId = await cluster.addTask(typeId, { name: 'Copied', sourceSsId, targetSsId })
  const startNode = () =>
    cluster.startNode({ sync: runSync, google: provider.google, workers: 1, timing: { heartbeatMs: HOUR_MS } })
  const queue = await startNode()
  await queue.runTask({ taskId, triggeredBy })
  await cluster.untilStatus(taskId, 'Success')
  const { id: copyId } = await cluster.readRun(taskId)

  async function entered(): Promise<Cell[][]> {
    const path = `/${targetSsId}/values/A1:B9?valueRenderOption=FORMULA`
    return (await provider.call<{ values: Cell[][] }>('GET', path)).values
  }
  return {
    provider,
    cluster,
    queue,
    startNode,
    sourceSsId,
    typeId,
    taskId,
    targetSsId,
    copyId,
    entered,
    async undo(beforeRunId: number, edited: 'leave' | 'overwrite' = 'leave') {
      const history = await readChangeHistory(cluster.orm, { taskId, fromRunId: beforeRunId, targetSsId })
      const job = { access: { accounts: [], owner: '' }, history, beforeRunId }
      const { signal } = new AbortController()
      const preview = await previewUndo(provider.google, { job, tempDir: '/tmp', signal })
      const undoRequest = { beforeRunId, edited, editedDigest: preview.edited.digest }
      expect(await queue.undo({ taskId, undo: undoRequest, triggeredBy })).toMatchObject({ status: 'success' })
    },
    untilEntered: (rows: Cell[][]) =>
      eventually({ what: 'the cells', read: entered, until: (now) => JSON.stringify(now) === JSON.stringify(rows) }),
  }
}

test('an undo that was stopped between two requests is completed by another one, or undone', async () => {
  const { provider, cluster, queue, taskId, copyId, entered, undo, untilEntered } = await openCopied()
  provider.emulator.faults.add({ kind: 'write', after: 1, effect: LONG })
  await undo(copyId)
  await untilEntered(HALF)
  expect(await queue.stopTask(taskId)).toMatchObject({ status: 'success' })
  await cluster.untilStatus(taskId, 'Stopped')
  provider.emulator.faults.clear()
  expect(await entered()).toEqual(HALF)
  const { id: stoppedId } = await cluster.readRun(taskId)

  await undo(copyId)
  await cluster.untilStatus(taskId, 'Success')
  expect(await entered()).toEqual(BEFORE)
  await undo(stoppedId)
  await cluster.untilStatus(taskId, 'Success')
  expect(await entered()).toEqual(COPIED)
})

test('the next attempt of an undo undoes the rest', async () => {
  const { provider, cluster, taskId, copyId, entered, undo } = await openCopied({ maxRetries: 1 })
  // Let all tries of the second write fail.
  provider.emulator.faults.add({ kind: 'write', after: 1, count: 5, effect: { answer: 'unavailable', applied: false } })
  await undo(copyId)
  await cluster.untilStatus(taskId, 'Success')
  const run = await cluster.readRun(taskId)
  expect(run).toMatchObject({ attempt: 2 })
  expect(await entered()).toEqual(BEFORE)
  await undo(run.id)
  await cluster.untilStatus(taskId, 'Success')
  expect(await entered()).toEqual(COPIED)
})

test('another node takes over an undo, with the edited cells that a person has seen', async () => {
  const { provider, cluster, startNode, taskId, targetSsId, copyId, entered, undo, untilEntered } = await openCopied()
  await provider.write(targetSsId, 'A2', [['by hand']])
  await provider.write(targetSsId, 'B2', [['also by hand']])
  // Only the first node's write is delayed.
  provider.emulator.faults.add({ kind: 'write', after: 1, count: 1, effect: LONG })
  await undo(copyId, 'overwrite')
  await untilEntered([['id'], ['old', 'also by hand'], ['older', 'text']])
  await startNode()
  await cluster.passTime(21)
  await cluster.untilStatus(taskId, 'Success')
  const run = await cluster.readRun(taskId)
  expect(run).toMatchObject({ attempt: 2 })
  expect(await entered()).toEqual(BEFORE)
  await undo(run.id)
  await cluster.untilStatus(taskId, 'Success')
  expect(await entered()).toEqual([['id'], ['by hand', 'also by hand'], [2, 'Bo']])
})

test('an undo and a run of another task that writes to the same target take turns', async () => {
  const { provider, cluster, queue, startNode, typeId, taskId, targetSsId, copyId, entered, undo } = await openCopied()
  await startNode()
  const sourceSsId = await provider.spreadsheet({ rows: [['x'], ['other']] })
  await provider.call('POST', `/${targetSsId}:batchUpdate`, {
    requests: [{ addSheet: { properties: { title: 'Other' } } }],
  })
  const other = await cluster.addTask(typeId, { name: 'ENT1', sourceSsId, targetSsId, targetSheetName: 'Other' })
  const waitingFor = async (id: number) => (await queue.progress([id])).get(id)?.waiting_for
  const untilWaiting = (id: number, reason: string) =>
    eventually({ what: reason, read: () => waitingFor(id), until: (shown) => shown === reason })

  // Only the next write is delayed, so the other task's write is answered at once.
  const hold = () => provider.emulator.faults.add({ kind: 'write', count: 1, effect: LONG })
  const unanswered = () =>
    provider.emulator.requests.entries.filter(({ kind, status }) => kind === 'write' && status === null).length
  const untilHeld = (writes: number) =>
    eventually({ what: 'a held write', read: unanswered, until: (count) => count === writes })
  hold()
  await queue.runTask({ taskId: other, triggeredBy })
  await untilHeld(1)
  await undo(copyId)
  await untilWaiting(taskId, "Waiting for 'ENT1', which writes to the same spreadsheet")
  await queue.stopTask(other)
  await cluster.untilStatus(other, 'Stopped')
  provider.emulator.faults.clear()
  await cluster.untilStatus(taskId, 'Success')
  expect(await entered()).toEqual(BEFORE)

  hold()
  await undo((await cluster.readRun(taskId)).id)
  await untilHeld(2)
  await queue.runTask({ taskId: other, triggeredBy })
  await untilWaiting(other, "Waiting for 'Copied', which writes to the same spreadsheet")
  await queue.stopTask(taskId)
  provider.emulator.faults.clear()
  await cluster.untilStatus(other, 'Success')
  expect(await provider.read(targetSsId, 'Other')).toEqual([[], ['other']])
  expect(await entered()).toEqual(BEFORE)
})

test('an edit between two attempts of a run stays when the run is undone', async () => {
  const { provider, cluster, queue, taskId, sourceSsId, targetSsId, entered, undo } = await openCopied({
    maxRetries: 1,
    retryDelaySeconds: 60,
  })
  await provider.write(sourceSsId, 'A2:B2', [[7, 'Anna']])
  provider.emulator.faults.add({ kind: 'write', count: 5, effect: { answer: 'unavailable', applied: true } })
  await queue.runTask({ taskId, triggeredBy })
  await cluster.untilStatus(taskId, 'Failed')
  await provider.write(targetSsId, 'B2', [['by hand']])
  await cluster.passTime(61)
  await cluster.untilStatus(taskId, 'Success')
  expect(await entered()).toEqual([['id'], [7, 'Anna'], [2, 'Bo']])
  await undo((await cluster.readRun(taskId)).id)
  await cluster.untilStatus(taskId, 'Warning')
  expect(await entered()).toEqual([['id'], [1, 'by hand'], [2, 'Bo']])
})
