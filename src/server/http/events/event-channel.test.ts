import { PassThrough } from 'node:stream'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PushEvent } from '#contract/event.ts'
import { createEventChannel } from './event-channel.ts'
import { DEFAULT_EVENT_TIMING } from './event-hub.ts'
import type { ChangeReader } from './read-changes.ts'

const { firstMs, minIntervalMs, maxIntervalMs } = DEFAULT_EVENT_TIMING

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/**
 * Opens a channel with pages and events that name finished tasks. Reading changes takes `readMs`, and reading the rest takes
 * `restMs`.
 */
function openChannel({ readMs = 0, restMs = 0, pages = 1 } = {}) {
  const sent: number[][] = []
  let hasMore = false
  const reader: ChangeReader = {
    async read({ runTaskIds }) {
      hasMore = restMs > 0 && runTaskIds.size > 0
      const takenMs = runTaskIds.size > 0 ? readMs : restMs
      if (takenMs > 0) await new Promise((resolve) => setTimeout(resolve, takenMs))
      return [...runTaskIds].map((task_id): PushEvent => ({ kind: 'logs_cleared', task_id }))
    },
    reset: async () => undefined,
    get hasMore() {
      return hasMore
    },
  }
  const logger = pino({ level: 'silent' })
  const channel = createEventChannel({ reader, pace: DEFAULT_EVENT_TIMING, logger })
  for (let page = 0; page < pages; page++) {
    const stream = new PassThrough({ encoding: 'utf8' })
    channel.add({ stream, isZipped: false })
    stream.read()
    stream.on('data', (text: string) => {
      const ids = [...text.matchAll(/"task_id":(\d+)/g)].map(([, id]) => Number(id))
      if (page === 0) sent.push(ids)
    })
  }
  return { sent, stop: channel.stop, change: (taskId: number) => channel.onNotification(`run:${taskId}`) }
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('the first change after a quiet time does not wait for the interval', async () => {
  const { sent, change } = openChannel()
  for (const taskId of [1, 2, 3]) {
    change(taskId)
    await pass(firstMs)
    expect(sent.at(-1)).toEqual([taskId])
    await pass(minIntervalMs)
  }
  expect(sent).toHaveLength(3)
})

test('changes that follow another one come in one event, once the interval has passed', async () => {
  const { sent, change } = openChannel()
  change(1)
  await pass(firstMs)
  for (const taskId of [2, 3, 4]) {
    change(taskId)
    await pass(firstMs)
  }
  expect(sent).toEqual([[1]])
  await pass(minIntervalMs)
  expect(sent).toEqual([[1], [2, 3, 4]])
})

test('a change while others are read waits for the interval too', async () => {
  const { sent, change } = openChannel({ readMs: 20 })
  change(1)
  await pass(firstMs + 10)
  change(2)
  await pass(50)
  change(3)
  expect(sent).toEqual([[1]])
  await pass(minIntervalMs)
  await pass(20)
  expect(sent).toEqual([[1], [2, 3]])
})

test('reading and sending take a tenth of the time at most', async () => {
  const { sent, change } = openChannel({ readMs: 60 })
  change(1)
  await pass(firstMs + 60)
  change(2)
  await pass(500)
  expect(sent).toEqual([[1]])
  await pass(100 + 60)
  expect(sent).toEqual([[1], [2]])
})

test('a change does not wait for the pause after reading what was left of earlier ones', async () => {
  const { sent, change } = openChannel({ restMs: 100 })
  change(1)
  await pass(firstMs)
  await pass(minIntervalMs + 100)
  change(2)
  await pass(2 * firstMs)
  expect(sent).toEqual([[1], [2]])
})

test('with many pages, events come less often, but not later than the longest interval', async () => {
  const { sent, change } = openChannel({ pages: 500 })
  change(1)
  await pass(firstMs)
  change(2)
  await pass(maxIntervalMs - 1)
  expect(sent).toEqual([[1]])
  await pass(1)
  expect(sent).toEqual([[1], [2]])
})

test('a steady load is sent in few events, and nothing is left out', async () => {
  const { sent, change } = openChannel({ readMs: 15 })
  for (let taskId = 1; taskId <= 500; taskId++) {
    change(taskId)
    await pass(10)
  }
  await pass(minIntervalMs + 15)
  expect(sent.flat()).toEqual(Array.from({ length: 500 }, (_, at) => at + 1))
  expect(sent.length).toBeLessThanOrEqual(5000 / minIntervalMs + 2)
})

test('a channel that is stopped while it reads sends what it has read, and nothing more', async () => {
  const { sent, change, stop } = openChannel({ readMs: 20 })
  change(1)
  await pass(firstMs)
  change(2)
  await Promise.all([stop(), pass(20)])
  await pass(maxIntervalMs)
  expect(sent).toEqual([[1]])
  expect(vi.getTimerCount()).toBe(0)
})
