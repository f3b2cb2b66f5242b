import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createInFlightLimit } from './in-flight-limit.ts'

const { signal } = new AbortController()

/** Enters requests in sequence, and records their numbers in the order of sending. */
function enterAll(count: number, id = 'sheet', limit = createInFlightLimit(2)) {
  const entered: number[] = []
  const requests = Array.from({ length: count }, async (_, number) => {
    const place = await limit.enter(id, signal)
    entered.push(number)
    return place
  })
  return { entered, requests, limit }
}

test('two requests for a spreadsheet are in progress at once, and the others follow in order', async () => {
  const { entered, requests } = enterAll(4)
  await setImmediate()
  expect(entered).toEqual([0, 1])
  const first = await requests[0]
  first?.[Symbol.dispose]()
  await setImmediate()
  expect(entered).toEqual([0, 1, 2])
})

test('other spreadsheets do not wait', async () => {
  const { limit } = enterAll(3)
  const other = enterAll(2, 'other', limit)
  await setImmediate()
  expect(other.entered).toEqual([0, 1])
})

test('a request that is stopped while it waits gives up its turn', async () => {
  const { entered, requests, limit } = enterAll(2)
  const stop = new AbortController()
  const stopped = limit.enter('sheet', stop.signal)
  const last = limit.enter('sheet', signal).then(() => entered.push(9))
  stop.abort('stopped')
  await expect(stopped).rejects.toBe('stopped')
  const first = await requests[0]
  first?.[Symbol.dispose]()
  await last
  expect(entered).toEqual([0, 1, 9])
})

test('a request of a stopped run does not enter', async () => {
  await expect(createInFlightLimit(2).enter('sheet', AbortSignal.abort('stopped'))).rejects.toBe('stopped')
})

test('a spreadsheet that was busy is free again', async () => {
  const { requests, limit } = enterAll(3)
  for (const request of requests) {
    const place = await request
    place[Symbol.dispose]()
  }
  const later = enterAll(2, 'sheet', limit)
  await setImmediate()
  expect(later.entered).toEqual([0, 1])
})
