import { focusManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { polled, readLater, readNow, readSoon, scheduleReads } from './read-schedule.ts'

const REPLY = { queryKey: ['reply'] }

let client: QueryClient
/** Times of all reads, in seconds. */
let reads: number[]
beforeEach(() => {
  vi.useFakeTimers({ now: 0 })
  client = new QueryClient()
  reads = []
  scheduleReads(client)
})
afterEach(() => {
  client.clear()
  focusManager.setFocused(undefined)
  vi.useRealTimers()
})

/** Shows a reply. Each read takes 0.1 s. */
async function show(pollMs?: number): Promise<void> {
  const options = {
    ...REPLY,
    queryFn: async () => {
      reads.push(Math.round(Date.now() / 100) / 10)
      await new Promise((resolve) => setTimeout(resolve, 100))
      return reads.length
    },
  }
  new QueryObserver(client, pollMs === undefined ? options : polled(options, pollMs)).subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(100)
}

const wait = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)

test('a polled reply is read at each interval', async () => {
  await show(12_000)
  await wait(36.5)
  expect(reads).toEqual([0, 12.1, 24.2, 36.3])
})

test('frequent events trigger a read every two seconds', async () => {
  await show()
  for (let event = 0; event < 50; event += 1) {
    await wait(0.1)
    readSoon(client, [REPLY])
  }
  await wait(10)
  expect(reads).toEqual([0, 2, 4, 6])
})

test('an event after a pause triggers a read at once', async () => {
  await show()
  await wait(4.9)
  readSoon(client, [REPLY])
  await wait(10)
  expect(reads).toEqual([0, 5])
})

test('a read counts for the poll and for every event before it', async () => {
  await show(12_000)
  await wait(0.9)
  readSoon(client, [REPLY])
  void readNow(client, REPLY)
  await wait(12)
  expect(reads).toEqual([0, 1])
  await wait(0.5)
  expect(reads).toEqual([0, 1, 13.1])
})

test('an event during a read triggers another read', async () => {
  await show()
  await wait(4.9)
  void readNow(client, REPLY)
  await wait(0.05)
  readSoon(client, [REPLY])
  await wait(10)
  expect(reads).toEqual([0, 5, 7])
})

test('a reply that becomes stale later is read at that time, even after an earlier read', async () => {
  await show()
  await wait(4.9)
  readLater(client, [REPLY], 1000)
  await wait(0.5)
  void readNow(client, REPLY)
  await wait(10)
  expect(reads).toEqual([0, 5.5, 6])
})

test('reads wait while the page is hidden and start at once when it is shown', async () => {
  await show(12_000)
  focusManager.setFocused(false)
  readSoon(client, [REPLY])
  await wait(59.9)
  expect(reads).toEqual([0])
  focusManager.setFocused(true)
  await wait(5)
  expect(reads).toEqual([0, 60])
})
