import { expect, test } from 'vitest'
import { replaceAccount } from './parse-accounts.ts'

test('an account is replaced wherever a list names it, and only as a whole', () => {
  const list = 'grace@example.com,Ada@Example.com, not-ada@example.com'
  expect(replaceAccount(list, { from: 'ada@example.com', to: 'ada.l@example.com' })).toBe(
    'grace@example.com, ada.l@example.com, not-ada@example.com',
  )
})
