import { expect, test } from 'vitest'
import { aJob, startSyncWorld, sync } from '#tests/support/sync-world.ts'

test('concurrent runs share the quota: they wait for slots, report it, and all succeed', async () => {
  const quota = { readsPerMinute: 7, writesPerMinute: 2 }
  await using world = await startSyncWorld({ config: quota })
  const rows = Array.from({ length: 50 }, (_, row) => [row, `${row}`])
  const jobs = []
  for (let job = 0; job < 4; job += 1) {
    jobs.push(aJob({ sourceId: await world.spreadsheet({ rows }), targetId: await world.spreadsheet({ rowCount: 5 }) }))
  }
  world.emulator.faults.setQuota(quota)
  const outcomes = await Promise.all(jobs.map((job) => sync(world.google, job)))
  expect(outcomes.map(({ status }) => status)).toEqual(Array(4).fill('Success'))
  const waits = outcomes.map((outcome) => outcome.waits).filter(({ length }) => length > 0)
  expect(waits.flat().some((until) => until instanceof Date)).toBe(true)
  expect(waits.map((ofRun) => ofRun.at(-1))).toEqual(waits.map(() => null))
})

test('a run that waits for quota ends as soon as it is stopped', async () => {
  await using world = await startSyncWorld({ config: { readsPerMinute: 1 } })
  const job = aJob({ sourceId: await world.spreadsheet({ rows: [['a'], [1]] }), targetId: await world.spreadsheet({}) })
  const stop = new AbortController()
  const reason = new Error('stopped by a user')
  const onWait = () => stop.abort(reason)
  await expect(sync(world.google, job, { signal: stop.signal, onWait })).rejects.toBe(reason)
})
