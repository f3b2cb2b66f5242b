import { expect, test } from 'vitest'
import { shortTimezoneName, timezoneName } from './timezone.ts'

test.each([
  { timezone: 'America/New_York', short: 'EST', name: 'EST (America/New_York)' },
  { timezone: 'Europe/Berlin', short: 'Europe/Berlin', name: 'Europe/Berlin' },
  { timezone: 'UTC', short: 'UTC', name: 'UTC' },
])('$timezone is called $name', ({ timezone, short, name }) => {
  expect(shortTimezoneName(timezone)).toBe(short)
  expect(timezoneName(timezone)).toBe(name)
})
