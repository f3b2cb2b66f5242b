import { expect, test } from 'vitest'
import { isLaterVersion, nextVersion } from './next-version.ts'

test.each([
  ['3.0.1', '3.0.0', true],
  ['3.1.0', '3.0.9', true],
  ['10.0.0', '9.9.9', true],
  ['3.0.0', '3.0.0', false],
  ['3.0.9', '3.1.0', false],
  ['3.1', '3.0.0', false],
  ['v3.1.0', '3.0.0', false],
])('%s after %s: %s', (version, other, isLater) => {
  expect(isLaterVersion(version, other)).toBe(isLater)
})

test('fixes alone make a patch, and anything else another minor version', () => {
  expect(nextVersion('3.0.9', [{ kind: 'fixed' }, { kind: 'fixed' }])).toBe('3.0.10')
  expect(nextVersion('3.0.9', [{ kind: 'fixed' }, { kind: 'new' }])).toBe('3.1.0')
  expect(nextVersion('3.0.9', [{ kind: 'upgrade' }])).toBe('3.1.0')
})
