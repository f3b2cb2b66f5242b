import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aRun } from '#tests/support/a-run.ts'
import { type Bar, layOutBars, layOutLanes, MAX_TRACKS } from './lay-out-runs.ts'

const toMs = Date.parse('2026-11-21T17:00:00.000Z')
const MINUTE_MS = 60_000
const hour = { fromMs: toMs - 60 * MINUTE_MS, toMs }
const minutesAgo = (minutes: number) => new Date(toMs - minutes * MINUTE_MS).toISOString()

const placeOf = ([bar]: Bar[]) => [bar?.leftPercent, bar?.widthPercent]

test.each([
  { what: 'ended', started_at: minutesAgo(45), ended_at: minutesAgo(30), place: [25, 25] },
  { what: 'is in progress', started_at: minutesAgo(15), ended_at: null, place: [75, 25] },
  { what: 'began before the period', started_at: minutesAgo(90), ended_at: minutesAgo(30), place: [0, 50] },
  { what: 'waits', started_at: null, ended_at: null, queued_at: minutesAgo(6), place: [90, 10] },
  { what: 'took no time', started_at: minutesAgo(30), ended_at: minutesAgo(30), place: [50, 0.6] },
  { what: 'ended without a start', started_at: null, ended_at: minutesAgo(30), place: [50, 0.6] },
  { what: 'began this very moment', started_at: minutesAgo(0), ended_at: null, place: [99.4, 0.6] },
])('a run that $what has its place', ({ what: _, place, ...times }) => {
  const [left, width] = placeOf(layOutBars([aRun(times)], hour))
  expect(left).toBeCloseTo(place[0] ?? 0)
  expect(width).toBeCloseTo(place[1] ?? 0)
})

test('runs that overlap stand below each other, the next one at the top again', () => {
  const runs = [
    aRun({ started_at: minutesAgo(50), ended_at: minutesAgo(30) }),
    aRun({ started_at: minutesAgo(40), ended_at: minutesAgo(20) }),
    aRun({ started_at: minutesAgo(25), ended_at: minutesAgo(10) }),
  ]
  expect(layOutBars(runs, hour).map(({ track }) => track)).toEqual([0, 1, 0])
})

test('runs that there is no room for join one that stands there', () => {
  const runs = Array.from({ length: 9 }, (_, id) => aRun({ id, started_at: minutesAgo(9), ended_at: minutesAgo(9) }))
  const bars = layOutBars(runs, hour)
  expect(bars.map(({ track }) => track)).toEqual([0, 1, 2, 3])
  expect(bars.reduce((count, bar) => count + bar.runs.length, 0)).toBe(9)
})

test('each type has a lane, those with failures first', () => {
  const lanes = layOutLanes(
    [
      aRun({ task_type_id: 1, task_type_name: 'Ads' }),
      aRun({ task_type_id: 2, task_type_name: 'Zones', status: 'Error' }),
      aRun({ task_type_id: 2, task_type_name: 'Zones' }),
      aRun({ task_type_id: 3, task_type_name: 'Meters', status: 'Warning' }),
    ],
    hour,
  )
  expect(lanes.map(({ name, runCount, failedCount }) => [name, runCount, failedCount])).toEqual([
    ['Zones', 2, 1],
    ['Ads', 1, 0],
    ['Meters', 1, 0],
  ])
})

const anyRun = fc
  .record({ start: fc.integer({ min: -20, max: 90 }), minutes: fc.option(fc.integer({ min: 0, max: 60 })) })
  .map(({ start, minutes }) =>
    aRun({ started_at: minutesAgo(start), ended_at: minutes === null ? null : minutesAgo(start - minutes) }),
  )

test('however many runs there are, each is in one bar, within the period, and no bar covers another', () => {
  fc.assert(
    fc.property(fc.array(anyRun, { maxLength: 60 }), (runs) => {
      const bars = layOutBars(runs, hour)
      expect(new Set(bars.flatMap((bar) => bar.runs))).toEqual(new Set(runs))
      const lastEnd = new Map<number, number>()
      for (const { track, leftPercent, widthPercent } of bars) {
        expect(track).toBeLessThan(MAX_TRACKS)
        expect(leftPercent).toBeGreaterThanOrEqual(lastEnd.get(track) ?? 0)
        expect(leftPercent + widthPercent).toBeLessThanOrEqual(100.000001)
        lastEnd.set(track, leftPercent + widthPercent)
      }
    }),
  )
})
