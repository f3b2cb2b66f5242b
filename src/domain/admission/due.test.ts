import { expect, test } from 'vitest'
import { buildRun, buildRunningRun, buildSituation, buildType, noonPlus } from '#tests/support/build-situation.ts'
import { nextDueAt } from './due.ts'

test.each([
  { what: 'the end of a queue delay', runs: [buildRun()], due: 20 },
  { what: 'the time of a retry', runs: [buildRun({ status: 'Failed', nextAttemptAt: noonPlus(15) })], due: 15 },
  { what: 'the end of a lease', runs: [buildRunningRun({ leaseUntil: noonPlus(12) })], due: 12 },
  {
    what: 'the time to compare once more',
    runs: [buildRunningRun({ leaseUntil: noonPlus(12), recheckAt: noonPlus(11) })],
    due: 11,
  },
  {
    what: 'the deadline of a stop',
    runs: [buildRun({ status: 'Stopping', stopRequestedAt: noonPlus(-50), leaseUntil: noonPlus(18) })],
    due: 10,
  },
])('the next due time is $what', ({ runs, due }) => {
  const types = [buildType({ queueDelaySeconds: 30, lastStartAt: noonPlus(-10) })]
  expect(nextDueAt(buildSituation({ types, runs }))).toEqual(noonPlus(due))
})

test('a pause is due at its end, even where no run is in progress', () => {
  const pause = { since: noonPlus(-60), until: noonPlus(25), setBy: 'ada@example.com' }
  expect(nextDueAt(buildSituation({ pause }))).toEqual(noonPlus(25))
  expect(nextDueAt(buildSituation({ pause: { ...pause, until: noonPlus(0) } }))).toBeUndefined()
})

test('the next due time is the earliest in the future', () => {
  const failed = [-5, 40, 30].map((seconds, id) => buildRun({ id, status: 'Failed', nextAttemptAt: noonPlus(seconds) }))
  expect(nextDueAt(buildSituation({ runs: failed }))).toEqual(noonPlus(30))
})

test('there is no due time when nothing is in progress', () => {
  expect(nextDueAt(buildSituation())).toBeUndefined()
})
