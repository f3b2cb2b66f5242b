import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MINUTE_MS } from '#domain/time.ts'
import { buildRunReply } from '#tests/support/build-run-reply.ts'
import { type Bar, layoutBars, layoutLanes, MAX_TRACKS } from './timeline-layout.ts'

const toMs = Date.parse('2026-11-21T17:00:00.000Z')
const hour = { fromMs: toMs - 60 * MINUTE_MS, toMs }
const minutesAgo = (minutes: number) => new Date(toMs - minutes * MINUTE_MS).toISOString()

const extentOf = ([bar]: Bar[]) => [bar?.leftPercent, bar?.widthPercent]

test.each([
  { what: 'ended', started_at: minutesAgo(45), ended_at: minutesAgo(30), extent: [25, 25] },
  { what: 'is in progress', started_at: minutesAgo(15), ended_at: null, extent: [75, 25] },
  { what: 'started before the period', started_at: minutesAgo(90), ended_at: minutesAgo(30), extent: [0, 50] },
  { what: 'is queued', started_at: null, ended_at: null, queued_at: minutesAgo(6), extent: [90, 10] },
  { what: 'took no time', started_at: minutesAgo(30), ended_at: minutesAgo(30), extent: [50, 0.6] },
  { what: 'ended without starting', started_at: null, ended_at: minutesAgo(30), extent: [50, 0.6] },
  { what: 'started just now', started_at: minutesAgo(0), ended_at: null, extent: [99.4, 0.6] },
])('extent of a run that $what', ({ what: _, extent, ...times }) => {
  const [left, width] = extentOf(layoutBars([buildRunReply(times)], hour))
  expect(left).toBeCloseTo(extent[0] ?? 0)
  expect(width).toBeCloseTo(extent[1] ?? 0)
})

test('overlapping runs go on separate tracks, and a free track is reused', () => {
  const runs = [
    buildRunReply({ started_at: minutesAgo(50), ended_at: minutesAgo(30) }),
    buildRunReply({ started_at: minutesAgo(40), ended_at: minutesAgo(20) }),
    buildRunReply({ started_at: minutesAgo(25), ended_at: minutesAgo(10) }),
  ]
  expect(layoutBars(runs, hour).map(({ track }) => track)).toEqual([0, 1, 0])
})

test('a run without a free track joins an existing bar', () => {
  const runs = Array.from({ length: 9 }, (_, id) =>
    buildRunReply({ id, started_at: minutesAgo(9), ended_at: minutesAgo(9) }),
  )
  const bars = layoutBars(runs, hour)
  expect(bars.map(({ track }) => track)).toEqual([0, 1, 2, 3])
  expect(bars.reduce((count, bar) => count + bar.runs.length, 0)).toBe(9)
})

test('each task type has a lane, and lanes with errors come first; a failed run that is tried again is no error', () => {
  const lanes = layoutLanes(
    [
      buildRunReply({ task_type_id: 1, task_type_name: 'Ads' }),
      buildRunReply({ task_type_id: 2, task_type_name: 'Zones', status: 'Error' }),
      buildRunReply({ task_type_id: 2, task_type_name: 'Zones' }),
      buildRunReply({ task_type_id: 3, task_type_name: 'Meters', status: 'Failed' }),
    ],
    hour,
  )
  expect(lanes.map(({ name, runCount, errorCount }) => [name, runCount, errorCount])).toEqual([
    ['Zones', 2, 1],
    ['Ads', 1, 0],
    ['Meters', 1, 0],
  ])
})

const anyRun = fc
  .record({ start: fc.integer({ min: -20, max: 90 }), minutes: fc.option(fc.integer({ min: 0, max: 60 })) })
  .map(({ start, minutes }) =>
    buildRunReply({ started_at: minutesAgo(start), ended_at: minutes === null ? null : minutesAgo(start - minutes) }),
  )

test('every run is in exactly one bar within the period, and no two bars overlap', () => {
  fc.assert(
    fc.property(fc.array(anyRun, { maxLength: 60 }), (runs) => {
      const bars = layoutBars(runs, hour)
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
