import { expect, test } from 'vitest'
import type { Pause } from '#domain/schedule/pause.ts'
import { buildRun, buildRunningRun, buildSituation, buildType, noonPlus } from '#tests/support/build-situation.ts'
import type { RunState, TypeState } from './situation.ts'
import { prerequisitesCount, waitingReason } from './waiting.ts'

const masters = buildType({ id: 1, name: 'Masters' })
const ledger = buildType({ id: 2, name: 'Daily Ledger', dependsOnId: 1 })
const timezone = 'America/New_York'

interface Case {
  says: string | null
  run: RunState
  types?: TypeState[]
  others?: RunState[]
  pause?: Pause
}

const mastersRuns = [5, 6, 7].map((id) => buildRun({ id, typeId: 1 }))
const cases: Case[] = [
  {
    says: 'Paused until 2026-01-15 13:00 EST by ada@example.com',
    run: buildRun(),
    pause: { since: noonPlus(-60), until: noonPlus(3600), setBy: 'ada@example.com' },
  },
  {
    says: 'Waiting: 2 of 2 running in Daily Ledger',
    run: buildRun(),
    others: [buildRunningRun({ id: 2 }), buildRunningRun({ id: 3 })],
  },
  {
    says: 'Waiting for 3 prerequisites in Masters',
    run: buildRun({ typeId: 2 }),
    types: [masters, ledger],
    others: mastersRuns,
  },
  { says: "Waiting for 'Ledger', which copies to its source", run: buildRun({ waitsForSource: 'Ledger' }) },
  {
    says: 'Waiting for 1 prerequisite in Masters',
    run: buildRun({ typeId: 2 }),
    types: [masters, ledger],
    others: mastersRuns.slice(1, 2),
  },
  {
    says: 'Starts in 14 s (queue delay)',
    run: buildRun(),
    types: [buildType({ queueDelaySeconds: 30, lastStartAt: noonPlus(-16.2) })],
  },
  {
    says: 'Starts in 74 s (queue delay)',
    run: buildRun({ runsAhead: 2 }),
    types: [buildType({ queueDelaySeconds: 30, lastStartAt: noonPlus(-16) })],
  },
  { says: 'Waiting for quota until 12:00:30', run: buildRunningRun({ waitingUntil: noonPlus(30) }) },
  { says: null, run: buildRunningRun({ waitingUntil: noonPlus(-1) }) },
  { says: 'Copied; checking once more at 12:03', run: buildRunningRun({ recheckAt: noonPlus(180) }) },
  {
    says: 'Copied; checking once more when its type has a free place',
    run: buildRunningRun({ recheckAt: noonPlus(-1) }),
  },
  { says: null, run: buildRunningRun() },
  { says: 'Retrying in 40 s', run: buildRun({ status: 'Failed', nextAttemptAt: noonPlus(40) }) },
  {
    says: "Waiting for 'ENT1', which writes to the same spreadsheet",
    run: buildRun({ targetSsIds: ['same'] }),
    others: [buildRunningRun({ id: 2, taskName: 'ENT1', targetSsIds: ['same'] })],
  },
  { says: 'Waiting for a free worker', run: buildRun() },
  { says: 'Waiting to resume: the server running it went away', run: buildRunningRun({ leaseUntil: noonPlus(-1) }) },
  { says: null, run: buildRun({ status: 'Stopping' }) },
]

test.each(cases)('waitingReason: $says', ({ says, run, types = [buildType()], others = [], pause }) => {
  const situation = buildSituation({ types, runs: [run, ...others], ...(pause && { pause }) })
  expect(waitingReason(run, { situation, timezone })).toBe(says)
})

test('prerequisitesCount covers the whole dependency chain', () => {
  const board = buildType({ id: 3, dependsOnId: 2 })
  const situation = buildSituation({
    types: [masters, ledger, board],
    runs: [...mastersRuns, buildRun({ id: 9, typeId: 2 })],
  })
  expect(prerequisitesCount({ typeId: 3, run: undefined }, situation)).toBe(4)
  expect(prerequisitesCount({ typeId: 1, run: undefined }, situation)).toBe(0)
  expect(prerequisitesCount({ typeId: 3, run: buildRun({ queuedAt: noonPlus(-1) }) }, situation)).toBe(0)
})
