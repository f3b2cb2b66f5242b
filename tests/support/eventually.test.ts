import { expect, test } from 'vitest'
import { eventually } from './eventually.ts'

test('returns the first value that fits', async () => {
  let reads = 0
  expect(await eventually({ what: 'a third read', read: () => ++reads, until: (count) => count >= 3 })).toBe(3)
})

test('a wait in vain fails with what was awaited, the last value and the details', async () => {
  const wait = eventually({
    what: 'the run to end',
    read: () => ({ status: 'Queued' }),
    until: ({ status }) => status === 'Success',
    details: async () => ['Queued by jo.'],
    timeoutMs: 0,
  })
  await expect(wait).rejects.toThrow(
    "Timed out waiting for the run to end. Last seen: { status: 'Queued' }\n[ 'Queued by jo.' ]",
  )
})
