import { expect, test } from 'vitest'
import { buildRun, buildRunningRun, buildSituation, buildType, noonPlus } from '#tests/support/build-situation.ts'
import { nextDueAt } from './due.ts'

test.each([
  { what: 'the end of a queue delay', runs: [buildRun()], due: 20 },
  { what: 'a next attempt', runs: [buildRun({ status: 'Failed', nextAttemptAt: noonPlus(15) })], due: 15 },
  { what: 'the end of a lease', runs: [buildRunningRun({ leaseUntil: noonPlus(12) })], due: 12 },
  {
    what: 'the end of the time to stop',
    runs: [buildRun({ status: 'Stopping', stopRequestedAt: noonPlus(-50), leaseUntil: noonPlus(18) })],
    due: 10,
  },
])('$what is waited for', ({ runs, due }) => {
  const types = [buildType({ queueDelaySeconds: 30, lastStartAt: noonPlus(-10) })]
  expect(nextDueAt(buildSituation({ types, runs }))).toEqual(noonPlus(due))
})

test('the first of several moments counts, and only future ones', () => {
  const failed = [-5, 40, 30].map((seconds, id) => buildRun({ id, status: 'Failed', nextAttemptAt: noonPlus(seconds) }))
  expect(nextDueAt(buildSituation({ runs: failed }))).toEqual(noonPlus(30))
})

test('time alone brings nothing when nothing is in progress', () => {
  expect(nextDueAt(buildSituation())).toBeUndefined()
})
