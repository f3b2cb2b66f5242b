import { expect, test } from 'vitest'
import { localTimeFormatter } from '#domain/schedule/local-time.ts'
import { describeVerification, type TimeSpan } from './verification.ts'

const inNewYork = localTimeFormatter('America/New_York')
const span = (from: string, to = from): TimeSpan => ({ from: new Date(from), to: new Date(to) })
const READ = span('2026-01-05T09:00:12.100Z', '2026-01-05T09:00:12.900Z')

test.each([
  ['nothing was written', { compared: READ, written: undefined }, 'Verified at 04:00:12 EST.'],
  [
    'the read took longer',
    { compared: span('2026-01-05T09:00:12Z', '2026-01-05T09:02:00Z'), written: undefined },
    'Verified between 04:00:12 and 04:02:00 EST.',
  ],
  [
    'the clocks changed meanwhile',
    { compared: span('2026-11-01T05:59:59Z', '2026-11-01T06:00:01Z'), written: undefined },
    'Verified between 01:59:59 EDT and 01:00:01 EST.',
  ],
  ['cells were written in the same second', { compared: READ, written: READ }, 'Verified at 04:00:12 EST.'],
  [
    'cells were written later',
    { compared: READ, written: span('2026-01-05T09:00:15Z') },
    'Cells that were written were verified at 04:00:15 EST, all others at 04:00:12 EST.',
  ],
])('when %s', (_what, seen, sentence) => {
  expect(describeVerification(seen, inNewYork)).toBe(sentence)
})
