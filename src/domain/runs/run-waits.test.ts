import { expect, test } from 'vitest'
import { at, buildAttempt } from '#tests/support/build-attempt.ts'
import type { AttemptRecord } from './attempt-record.ts'
import { type Blocker, runWaits } from './run-waits.ts'

const spans = (...found: (readonly [number, number])[]) =>
  found.map(([from, to]) => ({ fromMs: at(from).getTime(), toMs: at(to).getTime() }))

function buildWaits(change: {
  blockers?: Blocker[]
  records?: AttemptRecord[]
  endedAt?: Date | null
  isWorking?: boolean
}) {
  const run = { queuedAt: at(0), endedAt: null, records: [], blockers: [], isWorking: false, ...change }
  return runWaits(run, at(100)).map(({ reason, ms }) => `${reason}: ${ms / 1000} s`)
}

test('the first reason that holds at a time counts, and the rest is a free worker', () => {
  const blockers = [
    { reason: 'for prerequisites', limit: 1, spans: spans([-50, 20], [10, 30]) },
    { reason: 'for a free place', limit: 2, spans: spans([0, 60], [20, 50], [70, 80]) },
  ]
  expect(buildWaits({ blockers, records: [buildAttempt([90, 100], {}, 'Success')], endedAt: at(100) })).toEqual([
    'for a free worker: 40 s',
    'for prerequisites: 30 s',
    'for a free place: 20 s',
  ])
})

test('after an attempt, a run waits for the next one, or to resume', () => {
  const records = [
    buildAttempt([0, 10], {}, 'Failed'),
    buildAttempt([25, 30], {}, null),
    buildAttempt([35, 40], {}, 'handed_back'),
  ]
  expect(buildWaits({ records })).toEqual(['to resume after an interruption: 65 s', 'for the next attempt: 15 s'])
  expect(buildWaits({ records: [buildAttempt([0, 10], {}, null)], isWorking: true })).toEqual([])
})
