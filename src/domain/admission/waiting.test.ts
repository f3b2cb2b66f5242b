import { expect, test } from 'vitest'
import { aRun, aRunningRun, aSituation, aType, noonAnd } from '#tests/support/a-situation.ts'
import type { RunState, TypeState } from './situation.ts'
import { prerequisitesCount, waitingReason } from './waiting.ts'

const masters = aType({ id: 1, name: 'Masters' })
const ledger = aType({ id: 2, name: 'Daily Ledger', dependsOnId: 1 })
const timezone = 'America/New_York'

interface Case {
  says: string | null
  run: RunState
  types?: TypeState[]
  others?: RunState[]
}

const mastersRuns = [5, 6, 7].map((id) => aRun({ id, typeId: 1 }))
const cases: Case[] = [
  {
    says: 'Waiting: 2 of 2 running in Daily Ledger',
    run: aRun(),
    others: [aRunningRun({ id: 2 }), aRunningRun({ id: 3 })],
  },
  {
    says: 'Waiting for 3 prerequisites in Masters',
    run: aRun({ typeId: 2 }),
    types: [masters, ledger],
    others: mastersRuns,
  },
  {
    says: 'Waiting for 1 prerequisite in Masters',
    run: aRun({ typeId: 2 }),
    types: [masters, ledger],
    others: mastersRuns.slice(1, 2),
  },
  {
    says: 'Starts in 14 s (queue delay)',
    run: aRun(),
    types: [aType({ queueDelaySeconds: 30, lastStartAt: noonAnd(-16.2) })],
  },
  {
    says: 'Starts in 74 s (queue delay)',
    run: aRun({ runsAhead: 2 }),
    types: [aType({ queueDelaySeconds: 30, lastStartAt: noonAnd(-16) })],
  },
  { says: 'Waiting for quota until 12:00:30', run: aRunningRun({ waitingUntil: noonAnd(30) }) },
  { says: null, run: aRunningRun({ waitingUntil: noonAnd(-1) }) },
  { says: null, run: aRunningRun() },
  { says: 'Retrying in 40 s', run: aRun({ status: 'Failed', nextAttemptAt: noonAnd(40) }) },
  {
    says: "Waiting for 'ENT1', which writes to the same spreadsheet",
    run: aRun({ targetSsId: 'same' }),
    others: [aRunningRun({ id: 2, taskName: 'ENT1', targetSsId: 'same' })],
  },
  { says: 'Waiting for a free worker', run: aRun() },
  { says: 'Waiting to resume: the server running it went away', run: aRunningRun({ leaseUntil: noonAnd(-1) }) },
  { says: null, run: aRun({ status: 'Stopping' }) },
]

test.each(cases)('a run says: $says', ({ says, run, types = [aType()], others = [] }) => {
  const situation = aSituation({ types, runs: [run, ...others] })
  expect(waitingReason(run, { situation, timezone })).toBe(says)
})

test('prerequisites are counted over the whole chain', () => {
  const board = aType({ id: 3, dependsOnId: 2 })
  const situation = aSituation({ types: [masters, ledger, board], runs: [...mastersRuns, aRun({ id: 9, typeId: 2 })] })
  expect(prerequisitesCount(3, situation)).toBe(4)
  expect(prerequisitesCount(1, situation)).toBe(0)
})
