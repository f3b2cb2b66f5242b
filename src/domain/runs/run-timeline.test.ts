import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MINUTE_MS } from '#domain/time.ts'
import { type Bar, layoutBars, layoutLanes, MAX_TRACKS, placeSpan, type SimilarRuns } from './run-timeline.ts'

const toMs = Date.parse('2026-11-21T17:00:00.000Z')
const hour = { fromMs: toMs - 60 * MINUTE_MS, toMs }
const minutesAgo = (minutes: number) => toMs - minutes * MINUTE_MS

/** A successful run, except for the given fields; `from` and `to` are minutes before the end of the hour. */
function similar({ from = 45, to = 30, ...said }: Partial<SimilarRuns> & { from?: number; to?: number | null } = {}) {
  const span = { fromMs: minutesAgo(from), toMs: to === null ? null : minutesAgo(to) }
  return {
    typeId: 1,
    typeName: 'Ledger',
    status: 'Success',
    count: 1,
    lastRunId: 1,
    span,
    taskNames: [],
    ...said,
  } as const
}

test.each([
  { what: 'has ended', from: 45, to: 30, place: [0.25, 0.25] },
  { what: 'is in progress', from: 15, to: null, place: [0.75, 0.25] },
  { what: 'began before the period', from: 90, to: 30, place: [0, 0.5] },
  { what: 'took no time', from: 30, to: 30, place: [0.5, 0.006] },
  { what: 'began just now', from: 0, to: null, place: [0.994, 0.006] },
])('the place of what $what', ({ from, to, place }) => {
  const { left, width } = placeSpan(similar({ from, to }).span, hour)
  expect(left).toBeCloseTo(place[0] ?? 0)
  expect(width).toBeCloseTo(place[1] ?? 0)
})

test('overlapping runs go on separate tracks, and a free track is reused', () => {
  const runs = [similar({ from: 50, to: 30 }), similar({ from: 40, to: 20 }), similar({ from: 25, to: 10 })]
  expect(layoutBars(runs, hour).map(({ track }) => track)).toEqual([0, 1, 0])
})

test('a run without a free track joins the bar that ends first, which then reaches to its end', () => {
  const later = [12, 11, 10, 9].map((to) => similar({ from: 20, to }))
  const bars = layoutBars([...later, similar({ from: 15, to: 5, lastRunId: 2 })], hour)
  expect(bars.map(({ track, span }) => [track, span.toMs])).toEqual([
    [0, minutesAgo(5)],
    [1, minutesAgo(11)],
    [2, minutesAgo(10)],
    [3, minutesAgo(9)],
  ])
  expect(bars[0]?.runs.map(({ lastRunId }) => lastRunId)).toEqual([1, 2])
  const open = layoutBars([...later, similar({ from: 15, to: null })], hour)
  expect(open[0]?.span).toEqual({ fromMs: minutesAgo(20), toMs: null })
})

test('runs without a free track join bars in their status, so that errors color few bars', () => {
  const first = [12, 11, 10, 9].map((to) => similar({ from: 20, to }))
  const error = similar({ from: 18, to: 17, status: 'Error' })
  const bars = layoutBars(
    [...first, error, similar({ from: 16, to: 15 }), { ...error, span: similar({ from: 14, to: 13 }).span }],
    hour,
  )
  expect(bars.map(({ runs }) => runs.map(({ status }) => status))).toEqual([
    ['Success', 'Error', 'Error'],
    ['Success', 'Success'],
    ['Success'],
    ['Success'],
  ])
})

test('each task type has a lane, and lanes with errors come first; a failed run that is tried again is no error', () => {
  const lanes = layoutLanes(
    [
      similar({ typeId: 1, typeName: 'Ads', count: 7 }),
      similar({ typeId: 2, typeName: 'Zones', status: 'Error', count: 2 }),
      similar({ typeId: 2, typeName: 'Zones', count: 40 }),
      similar({ typeId: 3, typeName: 'Meters', status: 'Failed' }),
    ],
    hour,
  )
  expect(lanes.map(({ typeName, runsCount, errorsCount }) => [typeName, runsCount, errorsCount])).toEqual([
    ['Zones', 42, 2],
    ['Ads', 7, 0],
    ['Meters', 1, 0],
  ])
})

const anyRuns = fc
  .record({ from: fc.integer({ min: -20, max: 90 }), minutes: fc.option(fc.integer({ min: 0, max: 60 })) })
  .map(({ from, minutes }): SimilarRuns => similar({ from, to: minutes === null ? null : from - minutes }))

test('all runs are in exactly one bar within the period, and no two bars overlap', () => {
  fc.assert(
    fc.property(fc.array(anyRuns, { maxLength: 60 }), (runs) => {
      const bars = layoutBars(runs, hour)
      const inBars = bars.flatMap((bar: Bar) => bar.runs)
      expect(inBars).toHaveLength(runs.length)
      expect(new Set(inBars)).toEqual(new Set(runs))
      const lastEnd = new Map<number, number>()
      for (const { track, span } of bars) {
        const { left, width } = placeSpan(span, hour)
        expect(track).toBeLessThan(MAX_TRACKS)
        expect(left).toBeGreaterThanOrEqual(lastEnd.get(track) ?? 0)
        expect(left + width).toBeLessThanOrEqual(1.00000001)
        lastEnd.set(track, left + width)
      }
    }),
  )
})
