import { expect, test } from 'vitest'
import { hasSettledVersions, SETTLED_AFTER_MS } from './settled-versions.ts'

const comparedAt = new Date('2026-11-22T12:00:00Z')
const after = (ms: number) => new Date(comparedAt.getTime() + ms)
const seen = { targetVersion: '7', sourceVersion: '12', sourceIsComputed: false, comparedAt }

test('both versions, a source without computed cells and five minutes are enough', () => {
  expect(hasSettledVersions(seen, after(SETTLED_AFTER_MS))).toBe(true)
})

test.each([
  ['the comparison is younger', seen, after(SETTLED_AFTER_MS - 1)],
  ['the clock went back', seen, after(-1)],
  ['the target has no version', { ...seen, targetVersion: undefined }, after(SETTLED_AFTER_MS)],
  ['the source has no version', { ...seen, sourceVersion: undefined }, after(SETTLED_AFTER_MS)],
  ['the source has computed cells', { ...seen, sourceIsComputed: true }, after(SETTLED_AFTER_MS)],
  ['nobody looked for computed cells', { ...seen, sourceIsComputed: undefined }, after(SETTLED_AFTER_MS)],
  ['an earlier version of the app compared them', { ...seen, comparedAt: null }, after(SETTLED_AFTER_MS)],
])('versions prove nothing when %s', (_when, versions, now) => {
  expect(hasSettledVersions(versions, now)).toBe(false)
})
