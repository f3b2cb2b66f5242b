import { expect, test } from 'vitest'
import type { PastWave, UpcomingWave } from '#contract/wave.ts'
import { describeEstimate, describeResults, describeTrouble } from './wave-text.ts'

const UPCOMING: UpcomingWave = {
  at: '2026-03-02T09:00:00.000Z',
  is_run_all: false,
  tasks_count: 134,
  task: null,
  ms: 40_000,
  requests: 480,
  will_fail: [],
  held_count: 0,
  types: [],
}

const PAST: PastWave = {
  id: 'b5a2f3f0-6a55-4c6d-8f0e-2b6b3c1d9a77',
  at: '2026-03-02T09:00:00.000Z',
  triggered_by: 'jo@example.com',
  tasks_count: 200,
  in_progress: 0,
  succeeded: 200,
  warnings: 0,
  failed: 0,
  stopped: 0,
  held: 0,
  cells_changed: 1204,
  is_undo: false,
}

const timeOfDay = () => '00:52'

test.each<[Partial<UpcomingWave>, string[]]>([
  [{}, ['about 40 s', '480 requests']],
  [{ ms: null, requests: 0 }, []],
  [{ every_minutes: 15, requests: 1 }, ['every 15 min, in turn', 'about 40 s', '1 request']],
])('estimate of %j', (fields, expected) => {
  expect(describeEstimate({ ...UPCOMING, ...fields })).toEqual(expected)
})

const FAILURE = { cause: 'not_shared', message: 'Ledger is not shared.', since: PAST.at, tasks_count: 1 }

test.each<[Partial<UpcomingWave>, string[]]>([
  [{}, []],
  [{ will_fail: [FAILURE], held_count: 1 }, ['1 will fail since 00:52: Ledger is not shared.', '1 stays held']],
  [
    { will_fail: [{ ...FAILURE, since: null, tasks_count: 1200 }], held_count: 2 },
    ['1,200 will fail: Ledger is not shared.', '2 stay held'],
  ],
])('trouble of %j', (fields, expected) => {
  expect(describeTrouble({ ...UPCOMING, ...fields }, { timeOfDay })).toEqual(expected)
})

test.each<[Partial<PastWave>, string[]]>([
  [{}, ['1,204 cells changed']],
  [{ cells_changed: 0 }, ['no cells changed']],
  [
    { failed: 2, held: 1, warnings: 1, stopped: 3, in_progress: 4, cells_changed: 1 },
    ['2 errors', '1 held', '1 warning', '3 stopped', '4 in progress', '1 cell changed'],
  ],
])('results of %j', (fields, expected) => {
  expect(describeResults({ ...PAST, ...fields })).toEqual(expected)
})
