import { expect, test } from 'vitest'
import { holdsOnlyTargets } from './holds-only-targets.ts'

const rule = (keeps_its_rows: boolean) => ({ cause: 'shrunk', reason: '', fix: null, facts: { keeps_its_rows } })

test.each([
  ['only rules of targets', [rule(true), rule(true)], true],
  ['a rule of the whole run', [rule(true), rule(false)], false],
  ['no rules that are known', [], false],
] as const)('with %s, only targets are held: %s', (_what, rules, expected) => {
  expect(holdsOnlyTargets({ targets: [], rules: [...rules] })).toBe(expected)
})
