import { expect, test } from 'vitest'
import { describeQuota } from './describe-quota.ts'

test('the need of Run All for the quota of the busiest account, and of its Cloud project, is in words', () => {
  const need = { requests: 'reads' as const, per_minute: 54, ms: 720_000 }
  expect(describeQuota({ ...need, kind: 'account', name: 'sync@example.com', count: 600, among: 40 })).toBe(
    'sync@example.com, the busiest of 40 accounts: 600 reads at up to 54 a minute, about 12 min.',
  )
  expect(
    describeQuota({
      ...need,
      kind: 'project',
      name: 'ledger',
      count: 20_000,
      per_minute: 270,
      ms: 4_980_000,
      among: 1,
    }),
  ).toBe('Cloud project ledger: 20,000 reads at up to 270 a minute, about 1 h 20 min.')
})
