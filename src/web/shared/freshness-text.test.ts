import { expect, test } from 'vitest'
import type { Freshness } from '#contract/freshness.ts'
import { freshnessText } from './freshness-text.ts'

const NIGHTLY: Freshness = {
  state: 'fresh',
  seen_equal_at: '2026-07-14T08:00:00Z',
  due_at: '2026-07-14T11:30:00Z',
  cause: null,
}
const at = (time: string) => ({ nowMs: Date.parse(`2026-07-14T${time}:00Z`), timezone: 'America/New_York' })

test.each<[Freshness, string, string]>([
  [NIGHTLY, '09:00', 'Fresh until 07:30'],
  [{ ...NIGHTLY, state: 'due', cause: 'held' }, '11:00', 'Due by 07:30: its run is held'],
  [{ ...NIGHTLY, state: 'late', cause: 'failing' }, '12:00', 'Late since 07:30: its last run did not succeed'],
  [NIGHTLY, '12:00', 'Late since 07:30'],
  [{ ...NIGHTLY, state: 'due', due_at: null, seen_equal_at: null }, '12:00', 'Not copied yet'],
])('%j at %s is: %s', (freshness, time, text) => {
  expect(freshnessText(freshness, at(time))).toBe(text)
})
