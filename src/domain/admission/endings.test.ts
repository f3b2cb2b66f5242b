import { expect, test } from 'vitest'
import { buildRun, buildRunningRun, buildSituation, buildType, noonPlus } from '#tests/support/build-situation.ts'
import { dueEndings } from './endings.ts'

const masters = buildType({ id: 1, name: 'Masters' })
const ledger = buildType({ id: 2, name: 'Daily Ledger', dependsOnId: 1 })
const types = [masters, ledger]
const endings = (parts: Parameters<typeof buildSituation>[0]) =>
  dueEndings(buildSituation(parts)).map(({ run, status, log }) => [run.id, status, log.message])

test.each(['Error', 'Stopped'] as const)(
  'a run ends in Warning when a prerequisite of its wave ended in %s',
  (status) => {
    const failedPrerequisites = [{ waveId: 'wave', typeId: 1, taskId: 9, taskName: 'Customers', status }]
    const how = status === 'Error' ? 'ended in an error' : 'was stopped'
    const message = `Not run: its prerequisite 'Customers' (Masters) ${how}.`
    expect(endings({ types, runs: [buildRun({ typeId: 2 })], failedPrerequisites })).toEqual([[1, 'Warning', message]])
  },
)

test('a failed prerequisite of another wave does not end a run', () => {
  const failedPrerequisites = [
    { waveId: 'earlier', typeId: 1, taskId: 9, taskName: 'Customers', status: 'Error' as const },
  ]
  expect(endings({ types, runs: [buildRun({ typeId: 2 })], failedPrerequisites })).toEqual([])
})

test('a failed task of an unrelated type does not end a run', () => {
  const failedPrerequisites = [{ waveId: 'wave', typeId: 2, taskId: 9, taskName: 'ENT1', status: 'Error' as const }]
  expect(
    endings({ types, runs: [buildRun({ id: 1, typeId: 2 }), buildRun({ id: 2, typeId: 1 })], failedPrerequisites }),
  ).toEqual([])
})

test('a failed prerequisite does not end a run that has started', () => {
  const failedPrerequisites = [
    { waveId: 'wave', typeId: 1, taskId: 9, taskName: 'Customers', status: 'Error' as const },
  ]
  const runs = [buildRunningRun({ id: 1, typeId: 2 }), buildRun({ id: 2, typeId: 2, status: 'Failed', attempt: 1 })]
  expect(endings({ types, runs, failedPrerequisites })).toEqual([])
})

test.each([
  { secondsAgo: 59, leaseIn: 10, ended: false, why: 'its node has time left' },
  { secondsAgo: 60, leaseIn: 10, ended: true, why: 'its node has not stopped within 60 s' },
  { secondsAgo: 1, leaseIn: 0, ended: true, why: 'its lease has expired' },
])('a stop requested $secondsAgo s ago ends the run: $ended, because $why', ({ secondsAgo, leaseIn, ended }) => {
  const run = buildRun({ status: 'Stopping', stopRequestedAt: noonPlus(-secondsAgo), leaseUntil: noonPlus(leaseIn) })
  expect(endings({ runs: [run] })).toEqual(ended ? [[1, 'Stopped', 'Stopped.']] : [])
})

test.each([
  { attempt: 7, ended: false },
  { attempt: 8, ended: true },
])('a lost run with 2 retries is given up after $attempt attempts: $ended', ({ attempt, ended }) => {
  const run = buildRunningRun({ attempt, leaseUntil: noonPlus(-1) })
  const found = endings({ types: [buildType({ maxRetries: 2 })], runs: [run] })
  expect(found.map(([, status]) => status)).toEqual(ended ? ['Error'] : [])
})
