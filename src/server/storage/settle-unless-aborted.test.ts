import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { settleUnlessAborted } from './settle-unless-aborted.ts'

test.each([
  ['before', AbortSignal.abort('stopped')],
  ['while', AbortSignal.timeout(0)],
])('work that fails later harms nobody when the signal was aborted %s waiting for it', async (_when, signal) => {
  const work = Promise.withResolvers<never>()
  const thrown = await settleUnlessAborted(work.promise, signal).catch((error: unknown) => error)
  expect(thrown).toBe(signal.reason)
  work.reject(new Error('too late'))
  // An unhandled rejection would fail the test run.
  await setImmediate()
})

test('passes on what the work returns, or why it failed', async () => {
  const { signal } = new AbortController()
  expect(await settleUnlessAborted(Promise.resolve(7), signal)).toBe(7)
  await expect(settleUnlessAborted(Promise.reject(new Error('no')), signal)).rejects.toThrow('no')
})
