import { expect, test } from 'vitest'
import { followVersion } from './follow-version.ts'

const now = new Date('2026-01-15T10:00:00Z')
const earlier = new Date('2026-01-15T09:59:00Z')
const followed = { handledVersion: '4', pendingSince: null, isEcho: false, hasEchoed: false }
const nothing = (handledVersion: string) => ({ handledVersion, pendingSince: null, isEcho: false })

test.each([
  ['the first version is where edits begin to count', { handledVersion: null }, false, nothing('5')],
  ['the same version needs no run', { handledVersion: '5' }, true, nothing('5')],
  ['an edit needs a run', {}, false, { handledVersion: '4', pendingSince: now, isEcho: false }],
  ['an echo needs one comparison', {}, true, { handledVersion: '4', pendingSince: now, isEcho: true }],
  ['an echo of that comparison needs none', { hasEchoed: true }, true, nothing('5')],
  ['a later edit does', { hasEchoed: true }, false, { handledVersion: '4', pendingSince: now, isEcho: false }],
  [
    'a further edit goes on waiting',
    { pendingSince: earlier },
    false,
    { handledVersion: '4', pendingSince: earlier, isEcho: false },
  ],
  [
    'an edit during an echo is an edit',
    { pendingSince: earlier, isEcho: true },
    false,
    { handledVersion: '4', pendingSince: earlier, isEcho: false },
  ],
])('%s', (_what, change, mayBeEcho, expected) => {
  expect(followVersion({ ...followed, ...change }, { version: '5', now, mayBeEcho, isCopied: false })).toEqual(expected)
})

test.each([{}, { pendingSince: earlier }])('a version that a run has copied needs none: %j', (change) => {
  const seen = { version: '5', now, mayBeEcho: false, isCopied: true }
  expect(followVersion({ ...followed, ...change }, seen)).toEqual(nothing('5'))
})
