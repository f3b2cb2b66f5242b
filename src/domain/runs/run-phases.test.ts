import fc from 'fast-check'
import { expect, test } from 'vitest'
import { at, buildAttempt } from '#tests/support/build-attempt.ts'
import { runPhases } from './run-phases.ts'
import { runWaits } from './run-waits.ts'

test('a run waits until its first attempt, and what its requests do not explain is comparing', () => {
  const records = [buildAttempt([10, 30], { reading: 8000, writing: 2000, quota: 3000 })]
  const phases = runPhases({ queuedAt: at(0), endedAt: at(30), records, isWorking: false }, at(99))
  expect(phases).toEqual({ waiting: 10_000, quota: 3000, reading: 8000, writing: 2000, comparing: 7000 })
})

test('the time between two attempts is waiting, and so is what an attempt waits to repeat a request', () => {
  const records = [buildAttempt([0, 10], { waiting: 4000 }, 'Failed'), buildAttempt([40, 50])]
  const phases = runPhases({ queuedAt: at(0), endedAt: at(50), records, isWorking: false }, at(99))
  expect(phases).toEqual({ waiting: 34_000, quota: 0, reading: 0, writing: 0, comparing: 16_000 })
})

test('an attempt in progress lasts until now, a lost one until its last sign of life', () => {
  const run = { queuedAt: at(0), endedAt: null, records: [buildAttempt([5, 10], {}, null)] }
  expect(runPhases({ ...run, isWorking: true }, at(20))).toMatchObject({ waiting: 5000, comparing: 15_000 })
  expect(runPhases({ ...run, isWorking: false }, at(20))).toMatchObject({ waiting: 15_000, comparing: 5000 })
})

test('a run that never started waits from the request to the end', () => {
  const run = { queuedAt: at(0), records: [], isWorking: false }
  expect(runPhases({ ...run, endedAt: at(7) }, at(9))).toMatchObject({ waiting: 7000, comparing: 0 })
  expect(runPhases({ ...run, endedAt: null }, at(9))).toMatchObject({ waiting: 9000 })
})

const steps = fc.array(
  fc.tuple(fc.nat(500), fc.nat(500), fc.dictionary(activityName(), fc.double({ min: 0, max: 900_000, noNaN: true }))),
  { maxLength: 5 },
)

function activityName() {
  return fc.constantFrom('writing', 'reading', 'quota', 'waiting')
}

test('phases add up to the duration, and the reasons of waiting to the waiting, whatever was recorded', () => {
  let withAttempts = 0
  fc.assert(
    fc.property(steps, fc.nat(100), fc.boolean(), (found, rest, isWorking) => {
      let cursor = 0
      const records = found.map(([wait, duration, activities]) => {
        const from = cursor + wait
        cursor = from + duration
        return buildAttempt([from, cursor], activities, 'Failed')
      })
      if (records.length > 1) withAttempts += 1
      const run = {
        queuedAt: at(0),
        endedAt: isWorking ? null : at(cursor + rest),
        records,
        isWorking: isWorking && records.length > 0,
      }
      const phases = runPhases(run, at(cursor + rest))
      const total = Object.values(phases).reduce((sum, ms) => sum + ms, 0)
      expect(total).toBe((cursor + rest) * 1000)
      expect(Math.min(...Object.values(phases))).toBeGreaterThanOrEqual(0)
      const waited = runWaits({ ...run, blockers: [] }, at(cursor + rest)).reduce((sum, { ms }) => sum + ms, 0)
      expect(waited).toBe(phases.waiting)
    }),
  )
  expect(withAttempts).toBeGreaterThan(10)
})
