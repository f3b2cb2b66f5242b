import { describe, expect, test } from 'vitest'
import { COUNT_LIMITS } from '#tests/support/count-limits.ts'
import { adminUrl } from '#tests/support/postgres-server.ts'
import { runCost } from '#tests/support/run-cost.ts'

describe.skipIf(adminUrl() === undefined)('on a PostgreSQL server', () => {
  test('a run that is admitted alone takes no more statements and transactions than it did', async () => {
    const { statements, transactions } = await runCost({ workers: 1 })
    expect(Math.floor(statements)).toBeLessThanOrEqual(COUNT_LIMITS.runStatements.limit)
    expect(Math.floor(transactions)).toBeLessThanOrEqual(COUNT_LIMITS.runTransactions.limit)
  })

  test('runs that start and end together share the statements', async () => {
    const { statements, transactions } = await runCost({ workers: 8 })
    expect(statements).toBeLessThan(4)
    expect(transactions).toBeLessThan(1.5)
  })
})
