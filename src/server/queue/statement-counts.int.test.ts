import { describe, expect, test } from 'vitest'
import { adminUrl } from '#tests/support/postgres-server.ts'
import { runCost } from '#tests/support/run-cost.ts'

describe.skipIf(adminUrl() === undefined)('on a PostgreSQL server', () => {
  test('a run that is admitted alone takes 11 statements and 4 transactions', async () => {
    const { statements, transactions } = await runCost({ workers: 1 })
    expect(Math.floor(statements)).toBe(11)
    expect(Math.floor(transactions)).toBe(4)
  })

  test('runs that are admitted together share the statements of admission', async () => {
    const { statements, transactions } = await runCost({ workers: 8 })
    expect(statements).toBeLessThan(9)
    expect(transactions).toBeLessThan(2.5)
  })
})
