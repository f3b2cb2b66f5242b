import fc from 'fast-check'
import { DateTime, IANAZone } from 'luxon'
import { describe, expect, test, vi } from 'vitest'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import { localTimeFormatter } from './local-time.ts'

const ZONES = [
  'America/New_York',
  'Europe/Berlin',
  'UTC',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'America/St_Johns',
  'Pacific/Apia',
  'Africa/Monrovia',
]

function byLuxon(at: Date, zone: string): string {
  return DateTime.fromJSDate(at, { zone }).toFormat('yyyy-LL-dd HH:mm:ss ZZZZ')
}

test.each([
  { at: '2026-07-14T09:30:00.999Z', timezone: 'America/New_York', formatted: '2026-07-14 05:30:00 EDT' },
  { at: '2026-03-08T06:59:59Z', timezone: 'America/New_York', formatted: '2026-03-08 01:59:59 EST' },
  { at: '2026-03-08T07:00:00Z', timezone: 'America/New_York', formatted: '2026-03-08 03:00:00 EDT' },
  { at: '2026-11-01T05:30:00Z', timezone: 'America/New_York', formatted: '2026-11-01 01:30:00 EDT' },
  { at: '2026-11-01T06:30:00Z', timezone: 'America/New_York', formatted: '2026-11-01 01:30:00 EST' },
  { at: '2026-10-03T15:29:59Z', timezone: 'Australia/Lord_Howe', formatted: '2026-10-04 01:59:59 GMT+10:30' },
  { at: '2026-10-03T15:30:00Z', timezone: 'Australia/Lord_Howe', formatted: '2026-10-04 02:30:00 GMT+11' },
  { at: '2026-01-01T00:00:00Z', timezone: 'Asia/Kathmandu', formatted: '2026-01-01 05:45:00 GMT+5:45' },
])('$at in $timezone is $formatted', ({ at, timezone, formatted }) => {
  expect(localTimeFormatter(timezone)(new Date(at))).toBe(formatted)
})

describe('as luxon formats it', () => {
  const from = Date.UTC(1800, 0)
  const to = Date.UTC(2400, 0)

  test.each(ZONES)('%s at any instant', (timezone) => {
    const format = localTimeFormatter(timezone)
    fc.assert(
      fc.property(fc.integer({ min: from, max: to }), (ms) => {
        expect(format(new Date(ms))).toBe(byLuxon(new Date(ms), timezone))
      }),
    )
  })

  test.each(ZONES)('%s around every change of its clocks since 1840', (timezone) => {
    const format = localTimeFormatter(timezone)
    for (const changeMs of listClockChanges(timezone)) {
      for (const nearMs of [
        -HOUR_MS,
        -45 * MINUTE_MS,
        -30 * MINUTE_MS,
        -SECOND_MS,
        -1,
        0,
        1,
        29 * MINUTE_MS,
        HOUR_MS,
      ]) {
        const at = new Date(changeMs + nearMs)
        expect(format(at)).toBe(byLuxon(at, timezone))
      }
    }
  })
})

test('the zone is looked up once for the instants of an hour', () => {
  const format = localTimeFormatter('America/New_York')
  const lookUps = vi.spyOn(IANAZone.prototype, 'offset')
  for (let second = 0; second < 3600; second++) format(new Date(Date.UTC(2026, 6, 14, 9, 0, second)))
  expect(lookUps.mock.calls.length).toBe(2)
  lookUps.mockRestore()
})

/** The instants when a zone's offset changes, to the millisecond. */
function listClockChanges(zone: string): number[] {
  const stepMs = 28 * 24 * HOUR_MS
  const offsetAt = (ms: number) => DateTime.fromMillis(ms, { zone }).offset
  const changes: number[] = []
  for (let start = Date.UTC(1840, 0); start < Date.UTC(2040, 0); start += stepMs) {
    const before = offsetAt(start)
    if (before === offsetAt(start + stepMs)) continue
    let [same, other] = [start, start + stepMs]
    while (other - same > 1) {
      const middle = Math.floor((same + other) / 2)
      if (offsetAt(middle) === before) same = middle
      else other = middle
    }
    changes.push(other)
  }
  return changes
}
