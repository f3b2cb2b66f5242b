import { expect, test } from 'vitest'
import { retryOrGiveUp } from './retry-or-give-up.ts'

const now = new Date('2026-01-15T17:00:00Z')
const inFiveSeconds = new Date('2026-01-15T17:00:05Z')
const permanent = { isPermanent: true }
const temporary = { isPermanent: false }

test.each([
  {
    ...temporary,
    attempt: 1,
    maxRetries: 2,
    becomes: { status: 'Failed', nextAttemptAt: inFiveSeconds, attemptsLeft: 2 },
  },
  {
    ...temporary,
    attempt: 2,
    maxRetries: 2,
    becomes: { status: 'Failed', nextAttemptAt: inFiveSeconds, attemptsLeft: 1 },
  },
  { ...temporary, attempt: 3, maxRetries: 2, becomes: { status: 'Error' } },
  { ...temporary, attempt: 1, maxRetries: 0, becomes: { status: 'Error' } },
  { ...permanent, attempt: 1, maxRetries: 2, becomes: { status: 'Error' } },
  // A run that has lost its node more often than its retries allow has no attempt left.
  { ...temporary, attempt: 5, maxRetries: 2, becomes: { status: 'Error' } },
])(
  'attempt $attempt fails with $maxRetries retries allowed, permanently: $isPermanent: the run becomes $becomes.status',
  ({ attempt, isPermanent, maxRetries, becomes }) => {
    expect(retryOrGiveUp({ attempt, isPermanent, maxRetries, retryDelaySeconds: 5, now })).toEqual(becomes)
  },
)

test('with no delay the next attempt is due at once', () => {
  const failed = { attempt: 1, isPermanent: false, maxRetries: 1, retryDelaySeconds: 0, now }
  expect(retryOrGiveUp(failed)).toMatchObject({ nextAttemptAt: now })
})
