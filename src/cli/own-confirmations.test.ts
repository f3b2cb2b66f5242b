import { expect, test } from 'vitest'
import { createOwnConfirmations } from './own-confirmations.ts'

test('a confirmation is used once, for its own content', async () => {
  const confirmations = createOwnConfirmations()
  const confirmation = confirmations.create('undo 7')
  expect(await confirmations.use('undo 8', confirmation)).toBe(false)
  expect(await confirmations.use('undo 7', 'guessed')).toBe(false)
  expect(await confirmations.use('undo 7', confirmation)).toBe(true)
  expect(await confirmations.use('undo 7', confirmation)).toBe(false)
})
