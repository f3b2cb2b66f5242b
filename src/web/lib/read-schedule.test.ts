import { focusManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { polled, readLater, readNow, readSoon, scheduleReads } from './read-schedule.ts'

const REPLY = { queryKey: ['reply'] }

let client: QueryClient
/** Seconds at which the reply was read. */
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

/** Shows a reply that takes a tenth of a second to read. */
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

test('a polled reply is read again and again after its interval', async () => {
  await show(12_000)
  await wait(36.5)
  expect(reads).toEqual([0, 12.1, 24.2, 36.3])
})

test('events that come often have a reply read every two seconds', async () => {
  await show()
  for (let event = 0; event < 50; event += 1) {
    await wait(0.1)
    readSoon(client, [REPLY])
  }
  await wait(10)
  expect(reads).toEqual([0, 2, 4, 6])
})

test('an event after a pause has the reply read at once', async () => {
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

test('an event during a read has the reply read once more', async () => {
  await show()
  await wait(4.9)
  void readNow(client, REPLY)
  await wait(0.05)
  readSoon(client, [REPLY])
  await wait(10)
  expect(reads).toEqual([0, 5, 7])
})

test('a reply that will be stale later is read then, also if it is read before', async () => {
  await show()
  await wait(4.9)
  readLater(client, [REPLY], 1000)
  await wait(0.5)
  void readNow(client, REPLY)
  await wait(10)
  expect(reads).toEqual([0, 5.5, 6])
})

test('nothing is read while nobody can see the page, and at once when somebody can', async () => {
  await show(12_000)
  focusManager.setFocused(false)
  readSoon(client, [REPLY])
  await wait(59.9)
  expect(reads).toEqual([0])
  focusManager.setFocused(true)
  await wait(5)
  expect(reads).toEqual([0, 60])
})
