import { expect } from '@playwright/test'
import { createTask, createType } from '#tests/e2e/support/create-task.ts'
import { movementsOn, recordMovements } from '#tests/e2e/support/movements.ts'
import { toast } from '#tests/e2e/support/signed-in.ts'
import { test } from './support/screen.ts'

test('dialogs, toasts and the menu are not animated with reduced motion', async ({ page, client }) => {
  await createTask(client, { type: await createType(client, { name: 'Still' }), name: 'one' })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await recordMovements(page)
  await page.goto('/sync_tasks')
  await page.getByRole('button', { name: 'Add Task' }).click()
  await expect(page.getByRole('dialog', { name: 'Add Sync Task' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Commands' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Reset Status' }).click()
  await expect(toast(page, 'No tasks needed to be reset.')).toBeVisible()
  await page.setViewportSize({ width: 390, height: 800 })
  await page.getByRole('button', { name: 'Toggle navigation' }).click()
  await expect(page.getByRole('link', { name: 'Task Types' })).toBeVisible()
  expect(await movementsOn(page)).toEqual([])
})
