import { expect, test } from 'vitest'
import { aRun, aRunningRun, aSituation, aType, noonAnd } from '#tests/support/a-situation.ts'
import { nextDueAt } from './due.ts'

test.each([
  { what: 'the end of a queue delay', runs: [aRun()], due: 20 },
  { what: 'a next attempt', runs: [aRun({ status: 'Failed', nextAttemptAt: noonAnd(15) })], due: 15 },
  { what: 'the end of a lease', runs: [aRunningRun({ leaseUntil: noonAnd(12) })], due: 12 },
  {
    what: 'the end of the time to stop',
    runs: [aRun({ status: 'Stopping', stopRequestedAt: noonAnd(-50), leaseUntil: noonAnd(18) })],
    due: 10,
  },
])('$what is waited for', ({ runs, due }) => {
  const types = [aType({ queueDelaySeconds: 30, lastStartAt: noonAnd(-10) })]
  expect(nextDueAt(aSituation({ types, runs }))).toEqual(noonAnd(due))
})

test('the first of several moments counts, and only future ones', () => {
  const failed = [-5, 40, 30].map((seconds, id) => aRun({ id, status: 'Failed', nextAttemptAt: noonAnd(seconds) }))
  expect(nextDueAt(aSituation({ runs: failed }))).toEqual(noonAnd(30))
})

test('time alone brings nothing when nothing is in progress', () => {
  expect(nextDueAt(aSituation())).toBeUndefined()
})
