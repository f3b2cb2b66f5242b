import { expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import type { WaveSummary } from './alert.ts'
import { describeWave, needsAttention } from './describe-wave.ts'

const wave: WaveSummary = {
  name: 'Run All of 04:00',
  startedAt: '2026-03-02T09:00:00.000Z',
  durationMs: 12 * MINUTE_MS,
  counts: { succeeded: 96, warned: 0, held: 1, failed: 2, not_run: 0, stopped: 0 },
  slowest: [{ id: 1, name: 'Ledger', durationMs: 4 * MINUTE_MS }],
  outcomes: [],
}

test('a digest counts how the runs ended, and names the slowest', () => {
  expect(describeWave(wave)).toEqual({
    title: 'Run All of 04:00: 96 succeeded, 2 errors, 1 held, 12 min',
    reason: 'Slowest: Ledger (4 min).',
    fix: null,
  })
  expect(needsAttention(wave)).toBe(true)
})

test('a wave in which all runs succeeded needs no attention', () => {
  const counts = { succeeded: 99, warned: 0, held: 0, failed: 0, not_run: 0, stopped: 0 }
  expect(describeWave({ ...wave, counts, slowest: [] })).toMatchObject({
    title: 'Run All of 04:00: 99 succeeded, 12 min',
    reason: null,
  })
  expect(needsAttention({ counts })).toBe(false)
})

test.each([
  [200, '1 s'],
  [40 * SECOND_MS, '40 s'],
  [12 * MINUTE_MS + 20 * SECOND_MS, '12 min'],
  [2 * HOUR_MS - SECOND_MS, '2 h'],
  [HOUR_MS + 5 * MINUTE_MS, '1 h 5 min'],
])('a wave of %d ms took %s', (durationMs, text) => {
  expect(describeWave({ ...wave, durationMs }).title).toBe(`Run All of 04:00: 96 succeeded, 2 errors, 1 held, ${text}`)
})
