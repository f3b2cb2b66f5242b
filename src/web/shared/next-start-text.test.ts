import { expect, test } from 'vitest'
import { nextStartText } from './next-start-text.ts'

const timezone = 'America/New_York'
const nowMs = Date.parse('2026-01-15T15:00:00Z')

test.each([
  { at: '2026-01-16T04:00:00Z', text: 'Runs tonight at 23:00' },
  { at: '2026-01-15T22:59:00Z', text: 'Runs today at 17:59' },
  { at: '2026-01-15T23:00:00Z', text: 'Runs tonight at 18:00' },
  { at: '2026-01-16T09:00:00Z', text: 'Runs tomorrow at 04:00' },
  { at: '2026-01-20T09:00:00Z', text: 'Runs on Jan 20 at 04:00' },
])('$text', ({ at, text }) => {
  expect(nextStartText(new Date(at), { nowMs, timezone })).toBe(text)
})
