import { expect, test } from 'vitest'
import { MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import { pollIntervalMs, sourcesDue } from './poll-interval.ts'

const now = new Date('2026-01-15T17:00:00Z')
const ago = (ms: number) => new Date(now.getTime() - ms)

test.each([
  ['while somebody edits', ago(2 * MINUTE_MS), 12, 15 * SECOND_MS],
  ['also at night', ago(2 * MINUTE_MS), 3, 15 * SECOND_MS],
  ['within the hour', ago(30 * MINUTE_MS), 12, 30 * SECOND_MS],
  ['by day', ago(300 * MINUTE_MS), 12, MINUTE_MS],
  ['before the first edit', undefined, 6, MINUTE_MS],
  ['at night', undefined, 22, 5 * MINUTE_MS],
  ['before six', ago(300 * MINUTE_MS), 5, 5 * MINUTE_MS],
])('a source is asked about %s', (_when, editedAt, hour, expected) => {
  expect(pollIntervalMs({ editedAt }, { now, hour })).toBe(expected)
})

test('the sources that have waited longest for their intervals come first, within the limit', () => {
  const at = { now, hour: 12 }
  const idle = { name: 'idle', polledAt: ago(90 * SECOND_MS), editedAt: undefined }
  const edited = { name: 'edited', polledAt: ago(60 * SECOND_MS), editedAt: ago(MINUTE_MS) }
  const fresh = { name: 'fresh', polledAt: ago(10 * SECOND_MS), editedAt: ago(MINUTE_MS) }
  const unknown = { name: 'unknown', polledAt: undefined, editedAt: undefined }
  const due = (limit: number) => sourcesDue([idle, edited, fresh, unknown], { ...at, limit }).map(({ name }) => name)
  expect(due(10)).toEqual(['unknown', 'edited', 'idle'])
  expect(due(2.9)).toEqual(['unknown', 'edited'])
})

test('with more sources than the limit allows, all are asked about less often, and none is forgotten', () => {
  const sources = Array.from({ length: 3000 }, (_, id) => ({ id, polledAt: undefined as Date | undefined, asked: 0 }))
  for (let tick = 0; tick < 12 * 60; tick += 1) {
    const at = { now: new Date(now.getTime() + tick * 5 * SECOND_MS), hour: 12, limit: 50 }
    for (const { source } of sourcesDue(
      sources.map((source) => ({ source, polledAt: source.polledAt, editedAt: undefined })),
      at,
    )) {
      source.polledAt = at.now
      source.asked += 1
    }
  }
  const counts = sources.map(({ asked }) => asked)
  expect([Math.min(...counts), Math.max(...counts)]).toEqual([12, 12])
})
