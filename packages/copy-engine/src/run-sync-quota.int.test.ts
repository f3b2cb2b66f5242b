import { expect, test } from 'vitest'
import { buildJob, startTestProvider, sync } from '#tests/support/test-provider.ts'

test('concurrent runs share the quota: they wait for slots, report it, and all succeed', async () => {
  const quota = { readsPerMinute: 7, writesPerMinute: 2 }
  await using provider = await startTestProvider({ config: quota })
  const rows = Array.from({ length: 50 }, (_, row) => [row, `${row}`])
  const jobs = []
  for (let job = 0; job < 4; job += 1) {
    jobs.push(
      buildJob({
        sourceId: await provider.spreadsheet({ rows }),
        targetId: await provider.spreadsheet({ rowCount: 5 }),
      }),
    )
  }
  provider.emulator.faults.setQuota(quota)
  const outcomes = await Promise.all(jobs.map((job) => sync(provider.google, job)))
  expect(outcomes.map(({ status }) => status)).toEqual(Array(4).fill('Success'))
  const waits = outcomes.map((outcome) => outcome.waits).filter(({ length }) => length > 0)
  expect(waits.flat().some((until) => until instanceof Date)).toBe(true)
  expect(waits.map((ofRun) => ofRun.at(-1))).toEqual(waits.map(() => null))
})

test('a run that waits for quota ends as soon as it is stopped', async () => {
  await using provider = await startTestProvider({ config: { readsPerMinute: 1 } })
  const job = buildJob({
    sourceId: await provider.spreadsheet({ rows: [['a'], [1]] }),
    targetId: await provider.spreadsheet({}),
  })
  const stop = new AbortController()
  const reason = new Error('stopped by a user')
  const onWait = () => stop.abort(reason)
  await expect(sync(provider.google, job, { signal: stop.signal, onWait })).rejects.toBe(reason)
})
