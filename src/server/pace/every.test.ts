import { expect, test } from 'vitest'
import { every } from './every.ts'

const HOUR_MS = 3_600_000

/** Work that ends when the test says so. */
function controlledWork() {
  const started: PromiseWithResolvers<void>[] = []
  return {
    started,
    work: () => {
      const end = Promise.withResolvers<void>()
      started.push(end)
      return end.promise
    },
  }
}

const untilMicrotasksEnd = () => new Promise((resolve) => setImmediate(resolve))

test('work begins again by itself', async () => {
  const secondRun = Promise.withResolvers<void>()
  let runs = 0
  const work = () => {
    runs += 1
    if (runs === 2) secondRun.resolve()
  }
  await using _repeated = every(1, { work, onError: () => undefined })
  // The timer alone does not keep the process alive.
  const keepAlive = setInterval(() => undefined, 1000)
  await secondRun.promise
  clearInterval(keepAlive)
})

test('requests during the work cause one more run after it', async () => {
  const { started, work } = controlledWork()
  const repeated = every(HOUR_MS, { work, onError: () => undefined })
  const first = repeated.runNow()
  await untilMicrotasksEnd()
  const requests = Promise.all([repeated.runNow(), repeated.runNow()])
  await untilMicrotasksEnd()
  expect(started).toHaveLength(1)
  started[0]?.resolve()
  await first
  await untilMicrotasksEnd()
  expect(started).toHaveLength(2)
  started[1]?.resolve()
  await requests
  await repeated[Symbol.asyncDispose]()
  expect(started).toHaveLength(2)
})

test('an error is reported, and the work goes on', async () => {
  const errors: unknown[] = []
  const work = () => {
    if (errors.length < 2) throw new Error('no connection')
  }
  const repeated = every(HOUR_MS, { work, onError: (error) => errors.push(error) })
  await repeated.runNow()
  await repeated.runNow()
  await repeated.runNow()
  await repeated[Symbol.asyncDispose]()
  expect(errors).toEqual([new Error('no connection'), new Error('no connection')])
})

test('disposal waits for the work in progress', async () => {
  const { started, work } = controlledWork()
  const repeated = every(HOUR_MS, { work, onError: () => undefined })
  void repeated.runNow()
  await untilMicrotasksEnd()
  let isDisposed = false
  const disposal = repeated[Symbol.asyncDispose]().then(() => {
    isDisposed = true
  })
  await untilMicrotasksEnd()
  expect(isDisposed).toBe(false)
  started[0]?.resolve()
  await disposal
})
