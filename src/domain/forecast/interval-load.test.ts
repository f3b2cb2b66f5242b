import { expect, test } from 'vitest'
import type { AccountUse } from '#domain/runs/attempt-record.ts'
import { type IntervalUse, intervalWarning } from './interval-load.ts'

const limits = {
  readsPerMinute: 60,
  writesPerMinute: 60,
  projectReadsPerMinute: 300,
  projectWritesPerMinute: 300,
}

const use = (fields: Partial<AccountUse> = {}): AccountUse => ({
  account: 'maria@example.com',
  project: 'ledger',
  reads: 12,
  writes: 1,
  ...fields,
})

function tasks(count: number, fields: Partial<IntervalUse> = {}): IntervalUse[] {
  return Array.from({ length: count }, () => ({ everyMinutes: 5, accounts: [use()], isSaved: true, ...fields }))
}

test.each([
  [
    'a type of which a run needs 12 reads',
    tasks(40),
    'These 40 tasks every 5 minutes need 96 reads a minute; you have 54 (of maria@example.com). Every 9 minutes would fit.',
  ],
  ['the same at the interval that fits', tasks(40, { everyMinutes: 9 }), undefined],
  [
    'one more task',
    [...tasks(20, { isSaved: false }), ...tasks(1, { everyMinutes: 1 })],
    'This task every minute needs 12 reads a minute, and the other intervals 48; you have 54 (of maria@example.com). Every 2 minutes would fit.',
  ],
  [
    'one more task where nothing is left',
    [...tasks(40, { isSaved: false }), ...tasks(1)],
    'This task every 5 minutes needs 3 reads a minute, and the other intervals 96; you have 54 (of maria@example.com). All intervals 1.9 times as long would fit.',
  ],
  [
    'a task that uses an account with room',
    [...tasks(40, { isSaved: false }), ...tasks(1, { accounts: [use({ account: 'tom', project: 'tom' })] })],
    undefined,
  ],
  [
    'accounts of one project',
    Array.from({ length: 10 }, (_, index) => tasks(20, { accounts: [use({ account: `${index}@x` })] })).flat(),
    'These 200 tasks every 5 minutes need 480 reads a minute; you have 270 (of the Cloud project ledger). Every 9 minutes would fit.',
  ],
  [
    'writes',
    tasks(30, { everyMinutes: 1, accounts: [use({ reads: 1, writes: 3 })] }),
    'These 30 tasks every minute need 90 writes a minute; you have 54 (of maria@example.com). Every 2 minutes would fit.',
  ],
  [
    'tasks that have not run',
    tasks(60, { everyMinutes: 2, accounts: undefined }),
    'These 60 tasks every 2 minutes need 60 reads a minute; you have 54 (of one account). Every 3 minutes would fit.',
  ],
])('%s', (_, uses, warning) => expect(intervalWarning(uses, limits)).toBe(warning))
