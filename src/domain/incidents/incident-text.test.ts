import { expect, test } from 'vitest'
import type { AttentionReason } from '#contract/overview.ts'
import { incidentTitle, runAgainLabel } from './incident-text.ts'

test.each<[AttentionReason, number, number, string, string]>([
  ['failed', 1, 0, 'Ledger 1 (Daily) failed', 'Run again'],
  ['failed', 1, 1, 'Ledger 1 (Daily) failed; 1 task did not run because of it', 'Run it and the 1'],
  ['failed', 1, 1000, 'Ledger 1 (Daily) failed; 1,000 tasks did not run because of it', 'Run it and the 1,000'],
  ['failed', 98, 0, '98 tasks failed', 'Run all 98 again'],
  ['failed', 98, 100, '98 tasks failed; 100 tasks did not run because of them', 'Run all 198 again'],
  ['not_run', 100, 0, '100 tasks did not run', 'Run all 100 again'],
  ['held', 1, 0, 'Ledger 1 (Daily) was held, nothing written', 'Run again'],
  ['stuck', 2, 0, '2 tasks have not ended for more than an hour', 'Run all 2 again'],
])('%s, %i tasks with the cause and %i that did not run', (reason, tasksCount, stoppedCount, title, label) => {
  const counts = { tasksCount, stoppedCount }
  expect(incidentTitle({ reason, first: 'Ledger 1 (Daily)', ...counts })).toBe(title)
  expect(runAgainLabel(counts)).toBe(label)
})
