import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import {
  type GroupedIncident,
  groupIncidents,
  isComplete,
  MAX_ALERTS_PER_HOUR,
  MAX_WAIT_MS,
  QUIET_MS,
} from './group-incidents.ts'

const NOW = new Date('2026-03-02T09:00:00Z')

function incident(fields: Partial<GroupedIncident> & { agoMs?: number } = {}): GroupedIncident {
  const { agoMs = QUIET_MS, ...rest } = fields
  return { id: 1, problem: 'not_found 1AbC', at: new Date(NOW.getTime() - agoMs), isWaveInProgress: false, ...rest }
}

const anyIncidents = fc
  .array(
    fc.record({
      problem: fc.constantFrom(...Array.from({ length: 60 }, (_, index) => `not_found ${index}`)),
      agoMs: fc.integer({ min: 0, max: MAX_WAIT_MS + MINUTE_MS }),
      isWaveInProgress: fc.boolean(),
    }),
    { maxLength: 200 },
  )
  .map((all) => all.map((fields, index) => incident({ ...fields, id: index + 1 })))
const anySent = fc.integer({ min: 0, max: MAX_ALERTS_PER_HOUR + 5 })

test('every incident is in exactly one group, or all of them wait', () => {
  const seen = { waited: 0, merged: 0, separate: 0 }
  fc.assert(
    fc.property(anyIncidents, anySent, (pending, sentInLastHour) => {
      const groups = groupIncidents(pending, { now: NOW, sentInLastHour })
      const ids = groups.flatMap((group) => group.map(({ id }) => id))
      if (ids.length === 0) seen.waited += 1
      else if (groups.some((group) => new Set(group.map(({ problem }) => problem)).size > 1)) seen.merged += 1
      else seen.separate += 1
      expect(ids.length === 0 || ids.toSorted((a, b) => a - b).join() === pending.map(({ id }) => id).join()).toBe(true)
    }),
    { numRuns: 500 },
  )
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(0)
})

test('no hour has more alerts than the limit, and incidents with one cause are never in two groups', () => {
  fc.assert(
    fc.property(anyIncidents, anySent, (pending, sentInLastHour) => {
      const groups = groupIncidents(pending, { now: NOW, sentInLastHour })
      expect(groups.length).toBeLessThanOrEqual(Math.max(0, MAX_ALERTS_PER_HOUR - sentInLastHour))
      const causes = groups.flatMap((group) => [...new Set(group.map(({ problem }) => problem))])
      expect(new Set(causes).size).toBe(causes.length)
    }),
  )
})

test('an incident waits at most ten minutes while the hour has alerts left', () => {
  fc.assert(
    fc.property(anyIncidents, (pending) => {
      const old = incident({ id: 999, agoMs: MAX_WAIT_MS })
      expect(groupIncidents([...pending, old], { now: NOW, sentInLastHour: 0 }).length).toBeGreaterThan(0)
    }),
  )
})

test.each([
  { what: 'nothing', pending: [], complete: false },
  { what: 'one that is a minute old', pending: [incident()], complete: true },
  { what: 'one that is newer', pending: [incident({ agoMs: QUIET_MS - SECOND_MS })], complete: false },
  { what: 'an old one and a new one', pending: [incident(), incident({ agoMs: 0 })], complete: false },
  { what: 'one whose wave is in progress', pending: [incident({ isWaveInProgress: true })], complete: false },
  {
    what: 'one whose wave is in progress for ten minutes',
    pending: [incident({ isWaveInProgress: true, agoMs: MAX_WAIT_MS })],
    complete: true,
  },
])('$what: complete is $complete', ({ pending, complete }) => {
  expect(isComplete(pending, NOW)).toBe(complete)
})

test('a hundred tasks that fail for one reason are one group', () => {
  const revoked = Array.from({ length: 98 }, (_, index) =>
    incident({ id: index + 1, problem: 'key_deleted robot@example.com' }),
  )
  const groups = groupIncidents([...revoked, incident({ id: 99 })], { now: NOW, sentInLastHour: 0 })
  expect(groups.map((group) => group.length)).toEqual([98, 1])
})
