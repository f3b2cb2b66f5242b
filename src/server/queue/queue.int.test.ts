import { describe, expect, test } from 'vitest'
import type { Cell } from '#domain/cell.ts'
import { ProviderError } from '#server/google/provider-error.ts'
import { SyncFailure, type SyncOutcome, type SyncPorts } from '#server/sync/run-sync.ts'
import { startQueueWorld } from '#tests/support/queue-world.ts'
import { SCRIPTED_OUTCOME, scriptSync } from '#tests/support/scripted-sync.ts'

const jo = 'jo@example.com'
const nothingKnown = { sourceTitle: '', targetTitle: '', usage: { reads: 3, writes: 1, bytes: 50 } }

function failure(reason: 'unavailable' | 'not_shared', sentence: string): SyncFailure {
  return new SyncFailure(new ProviderError({ reason, sentence }), nothingKnown)
}

async function keepRows(ports: SyncPorts, rows: Cell[][]): Promise<void> {
  await using copy = await ports.dataCopy.open(['Name'])
  await copy.append(rows)
  await copy.publish()
}

describe('a run', () => {
  test('goes from Queued over Running to Success and leaves its figures', async () => {
    await using world = await startQueueWorld()
    const script = scriptSync()
    const taskId = await world.addTask(await world.addType(), { name: 'ENT1' })
    const queue = await world.startNode({ sync: script.sync })
    expect(await queue.runTask({ taskId, triggeredBy: jo })).toEqual({
      status: 'success',
      message: "'ENT1' is queued.",
    })
    const copy = await script.nth(1)
    expect(await world.statusOf(taskId)).toBe('Running')
    copy.ports.log('SUCCESS', 'Target equals source.')
    copy.end({ cellsChanged: 4, reads: 2, rows: 10, width: 3, sourceTitle: 'Books' })
    await world.untilStatus(taskId, 'Success')
    expect(await world.runOf(taskId)).toMatchObject({
      attempt: 1,
      cellsChanged: 4,
      reads: 2,
      rowsDone: 10,
      leaseOwner: null,
    })
    expect(await world.taskOf(taskId)).toMatchObject({ lastRows: 10, lastWidth: 3, sourceSsName: 'Books' })
    expect(await world.logOf(taskId)).toEqual([`INFO Queued by ${jo}.`, 'SUCCESS Target equals source.'])
  })

  test('is given the size of the last success', async () => {
    await using world = await startQueueWorld()
    const script = scriptSync()
    const taskId = await world.addTask(await world.addType(), { lastRows: 200, lastWidth: 7 })
    const queue = await world.startNode({ sync: script.sync })
    await queue.runTask({ taskId, triggeredBy: jo, allowShrink: true })
    expect((await script.nth(1)).job).toMatchObject({ allowShrink: true, lastRun: { rows: 200, width: 7 } })
  })

  test('that is held ends in Warning and leaves what the next one is compared with', async () => {
    await using world = await startQueueWorld()
    const script = scriptSync()
    const taskId = await world.addTask(await world.addType(), { lastRows: 200, lastWidth: 7 })
    const queue = await world.startNode({ sync: script.sync })
    await queue.runTask({ taskId, triggeredBy: jo })
    ;(await script.nth(1)).end({ status: 'Warning', held: true, rows: 0 })
    await world.untilStatus(taskId, 'Warning')
    expect(await world.runOf(taskId)).toMatchObject({ isHeld: true })
    expect(await world.taskOf(taskId)).toMatchObject({ lastRows: 200, lastWidth: 7, lastSuccessAt: null })
  })

  test('shows how far it is, how long it takes and what it waits for', async () => {
    await using world = await startQueueWorld()
    const script = scriptSync()
    const taskId = await world.addTask(await world.addType())
    const queue = await world.startNode({ sync: script.sync })
    await queue.runTask({ taskId, triggeredBy: jo })
    const { ports } = await script.nth(1)
    ports.progress({ rowsDone: 0, rowsTotal: 400, phase: 'reading' })
    await expect.poll(async () => (await queue.progress([taskId])).get(taskId)?.rows_total).toBe(400)
    world.passTime(5)
    ports.progress({ rowsDone: 100, rowsTotal: 400, phase: 'reading' })
    ports.waiting(new Date(world.now().getTime() + 60_000))
    await expect.poll(async () => (await queue.progress([taskId])).get(taskId)?.rows_done).toBe(100)
    const progress = (await queue.progress()).get(taskId)
    expect(progress).toMatchObject({ running_status: true, task_status: 'Running', prerequisites_count: 0 })
    expect(progress?.seconds_left).toBeGreaterThanOrEqual(15)
    expect(progress?.waiting_for).toMatch(/^Waiting for quota until \d\d:\d\d:\d\d$/)
  })

  test('keeps the rows it copied once it has ended, and the former ones until then', async () => {
    await using world = await startQueueWorld()
    const script = scriptSync()
    const taskId = await world.addTask(await world.addType())
    const queue = await world.startNode({ sync: script.sync })
    for (const [count, name] of [
      [1, 'first'],
      [2, 'second'],
    ] as const) {
      await queue.runTask({ taskId, triggeredBy: jo })
      const { ports, end } = await script.nth(count)
      await keepRows(ports, [[name]])
      if (count === 2) expect(await world.dataCopyOf(taskId)).toEqual([{ Name: 'first' }])
      end()
      await world.untilStatus(taskId, 'Success')
    }
    expect(await world.dataCopyOf(taskId)).toEqual([{ Name: 'second' }])
  })
})

describe('a request', () => {
  test('for an inactive task answers a warning', async () => {
    await using world = await startQueueWorld()
    const taskId = await world.addTask(await world.addType(), { isActive: false })
    const queue = await world.startNode({ sync: scriptSync().sync })
    const message = 'Task is inactive. Activate it before running it.'
    expect(await queue.runTask({ taskId, triggeredBy: jo })).toEqual({ status: 'warning', message })
    expect(await world.statusOf(taskId)).toBe('Pending')
  })

  test('for a task that is already in progress answers a warning', async () => {
    await using world = await startQueueWorld()
    const taskId = await world.addTask(await world.addType())
    const queue = await world.startNode({ sync: scriptSync().sync })
    await queue.runTask({ taskId, triggeredBy: jo })
    expect(await queue.runTask({ taskId, triggeredBy: jo })).toMatchObject({ status: 'warning' })
  })

  test('for what is not there is refused', async () => {
    await using world = await startQueueWorld()
    const queue = await world.startNode({ sync: scriptSync().sync })
    await expect(queue.runTask({ taskId: 99, triggeredBy: jo })).rejects.toMatchObject({ code: 'not_found' })
    await expect(queue.runGroup({ typeId: 99, triggeredBy: jo })).rejects.toMatchObject({ code: 'not_found' })
    await expect(queue.stopTask(99)).rejects.toMatchObject({ code: 'not_found' })
    await expect(queue.stopGroup(99)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('for a group takes its active idle tasks in their order, in one wave', async () => {
    await using world = await startQueueWorld()
    const script = scriptSync({ isQuick: true })
    const typeId = await world.addType()
    const other = await world.addTask(await world.addType())
    const second = await world.addTask(typeId, { position: 1002, sourceSsId: 'second' })
    const first = await world.addTask(typeId, { position: 1001, sourceSsId: 'first' })
    const inactive = await world.addTask(typeId, { isActive: false })
    const queue = await world.startNode({ sync: script.sync })
    expect(await queue.runGroup({ typeId, triggeredBy: jo })).toMatchObject({
      status: 'success',
      message: expect.stringContaining('2 tasks'),
    })
    await world.untilStatus(second, 'Success')
    expect(script.begun.map((copy) => copy.job.sourceId)).toEqual(['first', 'second'])
    expect((await world.runOf(first)).waveId).toBe((await world.runOf(second)).waveId)
    expect(await world.statusOf(other)).toBe('Pending')
    expect(await world.statusOf(inactive)).toBe('Pending')
  })

  test('for everything takes every active task, and warns when none is left', async () => {
    await using world = await startQueueWorld()
    const taskIds = [await world.addTask(await world.addType()), await world.addTask(await world.addType())]
    const queue = await world.startNode({ sync: scriptSync().sync })
    expect(await queue.runAll({ triggeredBy: jo })).toEqual({ status: 'success', message: '2 tasks queued.' })
    expect(await queue.runAll({ triggeredBy: jo })).toMatchObject({ status: 'warning' })
    for (const taskId of taskIds) expect(await world.statusOf(taskId)).not.toBe('Pending')
  })
})

describe('limits', () => {
  test('a type never runs more tasks at once than it allows, over two nodes', async () => {
    await using world = await startQueueWorld()
    const script = scriptSync()
    const typeId = await world.addType({ allowedConcurrentTasks: 3, name: 'Daily Ledger' })
    const taskIds = await world.addTasks(typeId, 8)
    const queue = await world.startNode({ sync: script.sync })
    await world.startNode({ sync: script.sync })
    await queue.runAll({ triggeredBy: jo })
    await script.nth(3)
    const waiting = (await queue.progress()).get(taskIds[7] ?? 0)
    expect(waiting).toMatchObject({ task_status: 'Queued', waiting_for: 'Waiting: 3 of 3 running in Daily Ledger' })
    for (let count = 1; count <= taskIds.length; count += 1) (await script.nth(count)).end()
    for (const taskId of taskIds) await world.untilStatus(taskId, 'Success')
    expect(script.mostAtOnce).toBe(3)
    expect(script.begun).toHaveLength(8)
  })

  test('two tasks that write the same spreadsheet take turns', async () => {
    await using world = await startQueueWorld()
    const script = scriptSync()
    const typeId = await world.addType({ allowedConcurrentTasks: 2 })
    await world.addTask(typeId, { targetSsId: 'same', name: 'ENT1' })
    const second = await world.addTask(typeId, { targetSsId: 'same' })
    const queue = await world.startNode({ sync: script.sync })
    await queue.runAll({ triggeredBy: jo })
    const first = await script.nth(1)
    expect((await queue.progress()).get(second)?.waiting_for).toBe(
      "Waiting for 'ENT1', which writes the same spreadsheet",
    )
    first.end()
    ;(await script.nth(2)).end()
    await world.untilStatus(second, 'Success')
    expect(script.mostAtOnce).toBe(1)
  })

  test('a node works on no more runs at once than it has workers', async () => {
    await using world = await startQueueWorld()
    const script = scriptSync()
    const taskIds = await world.addTasks(await world.addType({ allowedConcurrentTasks: 9 }), 5)
    const queue = await world.startNode({ sync: script.sync, workers: 2 })
    await queue.runAll({ triggeredBy: jo })
    await script.nth(2)
    expect((await queue.progress()).get(taskIds[4] ?? 0)?.waiting_for).toBe('Waiting for a free worker')
    for (let count = 1; count <= 5; count += 1) (await script.nth(count)).end()
    for (const taskId of taskIds) await world.untilStatus(taskId, 'Success')
    expect(script.mostAtOnce).toBe(2)
  })

  test('a type waits for its delay between two starts', async () => {
    await using world = await startQueueWorld()
    const script = scriptSync({ isQuick: true })
    const typeId = await world.addType({ queueDelaySeconds: 3600 })
    const [first, second] = [await world.addTask(typeId), await world.addTask(typeId)]
    const queue = await world.startNode({ sync: script.sync })
    await queue.runAll({ triggeredBy: jo })
    await world.untilStatus(first, 'Success')
    expect((await queue.progress()).get(second)?.waiting_for).toMatch(/^Starts in 3\d\d\d s \(queue delay\)$/)
    world.passTime(3601)
    await world.untilStatus(second, 'Success')
  })

  test('a short delay is over to the second, without anyone asking', async () => {
    await using world = await startQueueWorld()
    const script = scriptSync({ isQuick: true })
    const taskIds = await world.addTasks(await world.addType({ queueDelaySeconds: 1 }), 3)
    const queue = await world.startNode({ sync: script.sync, timing: { sweepMs: 3_600_000 } })
    await queue.runAll({ triggeredBy: jo })
    for (const taskId of taskIds) await world.untilStatus(taskId, 'Success')
    const starts = await Promise.all(
      taskIds.map(async (taskId) => (await world.runOf(taskId)).startedAt?.getTime() ?? 0),
    )
    for (const [index, start] of starts.slice(1).entries())
      expect(start - (starts[index] ?? 0)).toBeGreaterThanOrEqual(1000)
  })
})

describe('dependency', () => {
  test('a task waits until every task of its prerequisite types has ended', async () => {
    await using world = await startQueueWorld()
    const script = scriptSync()
    const masters = await world.addType({ name: 'Masters', allowedConcurrentTasks: 2 })
    const ledger = await world.addType({ dependsOnId: masters })
    await world.addTasks(masters, 2)
    const dependent = await world.addTask(ledger)
    const queue = await world.startNode({ sync: script.sync })
    await queue.runAll({ triggeredBy: jo })
    await script.nth(2)
    const progress = (await queue.progress([dependent])).get(dependent)
    expect(progress).toMatchObject({ waiting_for: 'Waiting for 2 prerequisites in Masters', prerequisites_count: 2 })
    for (const copy of script.begun) copy.end()
    ;(await script.nth(3)).end()
    await world.untilStatus(dependent, 'Success')
  })

  test('a task is not run when a prerequisite of its wave ended in Error, and its log names it', async () => {
    await using world = await startQueueWorld()
    const script = scriptSync()
    const masters = await world.addType({ name: 'Masters' })
    const middle = await world.addType({ name: 'Middle', dependsOnId: masters })
    const prerequisite = await world.addTask(masters, { name: 'Customers' })
    const dependents = [await world.addTask(middle), await world.addTask(await world.addType({ dependsOnId: middle }))]
    const queue = await world.startNode({ sync: script.sync })
    await queue.runAll({ triggeredBy: jo })
    ;(await script.nth(1)).fail(failure('not_shared', 'Not shared.'))
    await world.untilStatus(prerequisite, 'Error')
    for (const dependent of dependents) {
      await world.untilStatus(dependent, 'Warning')
      expect((await world.logOf(dependent)).at(-1)).toContain(
        "its prerequisite 'Customers' in Masters ended in an error",
      )
    }
    expect(script.begun).toHaveLength(1)
  })

  test('a task is run although its prerequisite failed in an earlier wave', async () => {
    await using world = await startQueueWorld()
    const script = scriptSync()
    const masters = await world.addType()
    const prerequisite = await world.addTask(masters)
    const dependent = await world.addTask(await world.addType({ dependsOnId: masters }))
    const queue = await world.startNode({ sync: script.sync })
    await queue.runTask({ taskId: prerequisite, triggeredBy: jo })
    ;(await script.nth(1)).fail(failure('not_shared', 'Not shared.'))
    await world.untilStatus(prerequisite, 'Error')
    await queue.runTask({ taskId: dependent, triggeredBy: jo })
    ;(await script.nth(2)).end()
    await world.untilStatus(dependent, 'Success')
  })
})

describe('failures', () => {
  test('a failed attempt is made again after its delay, as often as the type allows', async () => {
    await using world = await startQueueWorld()
    const script = scriptSync()
    const taskId = await world.addTask(await world.addType({ maxRetries: 1, retryDelaySeconds: 600 }))
    const queue = await world.startNode({ sync: script.sync })
    await queue.runTask({ taskId, triggeredBy: jo })
    ;(await script.nth(1)).fail(failure('unavailable', 'Google Sheets does not answer.'))
    await world.untilStatus(taskId, 'Failed')
    expect((await queue.progress()).get(taskId)?.waiting_for).toMatch(/^Tries again in (600|59\d) s$/)
    world.passTime(601)
    ;(await script.nth(2)).fail(failure('unavailable', 'Google Sheets does not answer.'))
    await world.untilStatus(taskId, 'Error')
    expect(await world.runOf(taskId)).toMatchObject({ attempt: 2, errorCount: 2, reads: 6, writes: 2 })
    expect(await world.logOf(taskId)).toEqual([
      `INFO Queued by ${jo}.`,
      'ERROR Google Sheets does not answer. Tries again in 600 s (1 attempt left).',
      'ERROR Google Sheets does not answer. Given up after 2 attempts.',
    ])
  })

  test('a failure that no attempt can mend is final at once', async () => {
    await using world = await startQueueWorld()
    const script = scriptSync()
    const taskId = await world.addTask(await world.addType({ maxRetries: 3 }))
    const queue = await world.startNode({ sync: script.sync })
    await queue.runTask({ taskId, triggeredBy: jo })
    ;(await script.nth(1)).fail(failure('not_shared', 'Share the file with robot@example.com.'))
    await world.untilStatus(taskId, 'Error')
    expect(await world.runOf(taskId)).toMatchObject({ attempt: 1, errorCount: 1 })
    expect((await world.logOf(taskId)).at(-1)).toBe('ERROR Share the file with robot@example.com.')
  })
})

describe('stop', () => {
  test('ends a queued run at once and lets the next one go', async () => {
    await using world = await startQueueWorld()
    const script = scriptSync()
    const taskIds = await world.addTasks(await world.addType(), 3)
    const queue = await world.startNode({ sync: script.sync })
    await queue.runAll({ triggeredBy: jo })
    const first = await script.nth(1)
    const [, second = 0, third = 0] = taskIds
    expect(await queue.stopTask(second)).toMatchObject({ status: 'success' })
    expect(await world.statusOf(second)).toBe('Stopped')
    first.end()
    ;(await script.nth(2)).end()
    await world.untilStatus(third, 'Success')
  })

  test('reaches a run on another node between two requests', async () => {
    await using world = await startQueueWorld()
    const script = scriptSync()
    const taskId = await world.addTask(await world.addType())
    const web = await world.startNode({ sync: script.sync, role: 'web' })
    await world.startNode({ sync: script.sync, timing: { heartbeatMs: 3_600_000 } })
    await web.runTask({ taskId, triggeredBy: jo })
    const { ports } = await script.nth(1)
    expect(await web.stopTask(taskId)).toMatchObject({ status: 'success' })
    await world.untilStatus(taskId, 'Stopped')
    expect(ports.signal.aborted).toBe(true)
    expect((await world.logOf(taskId)).at(-1)).toBe('WARNING Stopped.')
  })

  test('wins over an attempt that ends just then', async () => {
    await using world = await startQueueWorld()
    const script = scriptSync()
    const taskId = await world.addTask(await world.addType())
    const queue = await world.startNode({ sync: script.sync })
    await queue.runTask({ taskId, triggeredBy: jo })
    const copy = await script.nth(1)
    const stopping = queue.stopTask(taskId)
    copy.end()
    const { status } = await stopping
    await world.untilStatus(taskId, status === 'success' ? 'Stopped' : 'Success')
  })

  test('of a group or of everything ends what waits and what runs', async () => {
    await using world = await startQueueWorld()
    const script = scriptSync()
    const typeId = await world.addType({ allowedConcurrentTasks: 2 })
    const group = await world.addTasks(typeId, 3)
    const [other = 0] = await world.addTasks(await world.addType(), 1)
    const queue = await world.startNode({ sync: script.sync })
    await queue.runAll({ triggeredBy: jo })
    await script.nth(3)
    expect(await queue.stopGroup(typeId)).toMatchObject({
      status: 'success',
      message: expect.stringContaining('3 tasks'),
    })
    for (const taskId of group) await world.untilStatus(taskId, 'Stopped')
    expect(await world.statusOf(other)).toBe('Running')
    expect(await queue.stopAll()).toMatchObject({ status: 'success' })
    await world.untilStatus(other, 'Stopped')
    expect(await queue.stopAll()).toMatchObject({ status: 'warning' })
  })

  test('that a node does not follow is over after 60 s', async () => {
    await using world = await startQueueWorld()
    const taskId = await world.addTask(await world.addType())
    const stubborn = Promise.withResolvers<never>()
    const queue = await world.startNode({ sync: () => stubborn.promise })
    await queue.runTask({ taskId, triggeredBy: jo })
    await world.untilStatus(taskId, 'Running')
    await queue.stopTask(taskId)
    expect(await world.statusOf(taskId)).toBe('Stopping')
    world.passTime(61)
    await world.untilStatus(taskId, 'Stopped')
    stubborn.reject(new Error('The stubborn copy gives in'))
  })
})

describe('lost and leaving nodes', () => {
  test('a run whose node is gone is taken up by another, once its lease has ended', async () => {
    await using world = await startQueueWorld()
    const [lost, found] = [scriptSync(), scriptSync()]
    const taskId = await world.addTask(await world.addType())
    const queue = await world.startNode({ sync: lost.sync, workers: 1, timing: { heartbeatMs: 3_600_000 } })
    await queue.runTask({ taskId, triggeredBy: jo })
    await lost.nth(1)
    await world.startNode({ sync: found.sync })
    world.passTime(21)
    ;(await found.nth(1)).end()
    await world.untilStatus(taskId, 'Success')
    expect(await world.runOf(taskId)).toMatchObject({ attempt: 2 })
  })

  test('a node that lost its run lets go of it and records nothing', async () => {
    await using world = await startQueueWorld()
    const [lost, found] = [scriptSync(), scriptSync()]
    const taskId = await world.addTask(await world.addType())
    const queue = await world.startNode({ sync: lost.sync, workers: 1, timing: { heartbeatMs: 3_600_000 } })
    await queue.runTask({ taskId, triggeredBy: jo })
    const old = await lost.nth(1)
    await world.startNode({ sync: found.sync })
    world.passTime(21)
    const current = await found.nth(1)
    await expect.poll(() => old.ports.signal.aborted).toBe(true)
    expect(await world.runOf(taskId)).toMatchObject({ status: 'Running', attempt: 2 })
    current.end()
    await world.untilStatus(taskId, 'Success')
  })

  test('an attempt that ends after its run was lost records nothing', async () => {
    await using world = await startQueueWorld()
    const outcome = Promise.withResolvers<SyncOutcome>()
    const found = scriptSync()
    const taskId = await world.addTask(await world.addType())
    const queue = await world.startNode({ sync: () => outcome.promise, workers: 1, timing: { heartbeatMs: 3_600_000 } })
    await queue.runTask({ taskId, triggeredBy: jo })
    await world.untilStatus(taskId, 'Running')
    await world.startNode({ sync: found.sync })
    world.passTime(21)
    const current = await found.nth(1)
    outcome.resolve({ ...SCRIPTED_OUTCOME, rows: 77 })
    await queue[Symbol.asyncDispose]()
    expect(await world.runOf(taskId)).toMatchObject({ status: 'Running', attempt: 2 })
    current.end({ rows: 2 })
    await world.untilStatus(taskId, 'Success')
    expect(await world.taskOf(taskId)).toMatchObject({ lastRows: 2 })
  })

  test('the only node of a database takes up at its start what an earlier process left', async () => {
    await using world = await startQueueWorld()
    const script = scriptSync({ isQuick: true })
    const taskId = await world.addTask(await world.addType())
    await world.addRunOfLostNode(taskId, { leaseSeconds: 15 })
    await world.startNode({ sync: script.sync, isOnlyNode: true })
    await world.untilStatus(taskId, 'Success')
  })

  test('a node that stops hands its runs back, and the attempt does not count', async () => {
    await using world = await startQueueWorld()
    const [leaving, staying] = [scriptSync(), scriptSync()]
    const taskId = await world.addTask(await world.addType())
    const queue = await world.startNode({ sync: leaving.sync })
    await queue.runTask({ taskId, triggeredBy: jo })
    await leaving.nth(1)
    await queue[Symbol.asyncDispose]()
    expect(await world.runOf(taskId)).toMatchObject({ status: 'Running', attempt: 0, leaseOwner: null })
    await world.startNode({ sync: staying.sync })
    ;(await staying.nth(1)).end()
    await world.untilStatus(taskId, 'Success')
    expect(await world.runOf(taskId)).toMatchObject({ attempt: 1 })
  })

  test('Reset Status puts back what no live node works on, and nothing else', async () => {
    await using world = await startQueueWorld()
    const script = scriptSync()
    const typeId = await world.addType({ allowedConcurrentTasks: 2 })
    const [alive, stale] = [await world.addTask(typeId), await world.addTask(typeId)]
    const queue = await world.startNode({ sync: script.sync, workers: 1 })
    await queue.runTask({ taskId: alive, triggeredBy: jo })
    await script.nth(1)
    await world.addRunOfLostNode(stale, { leaseSeconds: -1 })
    expect(await queue.resetRunningStatus()).toBe(1)
    expect(await world.statusOf(stale)).toBe('Pending')
    expect(await world.statusOf(alive)).toBe('Running')
    expect(await queue.resetRunningStatus()).toBe(0)
  })
})
