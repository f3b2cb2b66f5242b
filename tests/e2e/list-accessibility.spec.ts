import { expect } from '@playwright/test'
import { test } from './support/bare-app.ts'
import { expectAccessible } from './support/expect-accessible.ts'
import { makeTask, makeType } from './support/make.ts'
import { makeRunnable } from './support/make-runnable.ts'
import { runToEnd } from './support/run-to-end.ts'
import { listOf } from './support/task-list.ts'

test('the screens around the list hinder nobody', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessible(page, 'home')
  await page.goto('/users')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessible(page, 'not found')
  await page.goto('/sync_tasks')
  await expect(page.getByText('No sync tasks yet')).toBeVisible()
  await expectAccessible(page, 'empty list')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Commands' }).getByRole('textbox')).toBeFocused()
  await expectAccessible(page, 'palette')
  await page.context().clearCookies()
  await page.goto('/settings')
  await expect(page.getByRole('dialog', { name: 'Login Required' })).toBeVisible()
  await expectAccessible(page, 'Login Required')
})

test('the list, its cards in every state and its dialogs hinder nobody', async ({ page, client, provider }) => {
  const type = await makeType(client, { name: 'Shown' })
  const make = (name: string) => makeRunnable({ client, provider }, { type, name })
  const [done, held, waiting] = [await make('done'), await make('held'), await make('waiting')]
  await runToEnd(client, done.id)
  await makeTask(client, { type, name: 'asleep', target_sheet_name: 'asleep', is_active: false })
  await provider.holdBack(held.source_ss_id)
  await page.goto('/sync_tasks')
  const { card, cards, addTask, deleteAll, stopAll, dialog } = listOf(page)
  await card('held').getByRole('button', { name: 'Run Task' }).click()
  await expect(card('held')).toHaveAttribute('data-status', 'Running')
  await card('waiting').getByRole('button', { name: 'Run Task' }).click()
  await expect(card('waiting')).toHaveAttribute('data-status', 'Queued')
  await expectAccessible(page, 'list')

  const close = async () => {
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await addTask.click()
  await dialog('Add Sync Task').getByRole('button', { name: 'Add Task' }).click()
  await expect(dialog('Add Sync Task').getByText('Choose a task type')).toBeVisible()
  await expectAccessible(page, 'Add Sync Task')
  await close()
  await card('done').getByRole('button', { name: 'Edit' }).click()
  await expect(dialog('Edit Sync Task')).toBeVisible()
  await expectAccessible(page, 'Edit Sync Task')
  await close()
  await card('done').getByRole('button', { name: 'Delete' }).click()
  await expect(dialog('Delete Sync Task')).toBeVisible()
  await expectAccessible(page, 'Delete Sync Task')
  await close()
  await stopAll.click()
  await expect(dialog('Stop All Tasks')).toBeVisible()
  await expectAccessible(page, 'Stop All Tasks')
  await dialog('Stop All Tasks').getByRole('button', { name: 'Stop All' }).click()
  await expect(cards.and(page.locator('[data-status="Stopped"]'))).toHaveCount(2)
  await deleteAll.click()
  await expect(dialog('Delete All Sync Tasks')).toBeVisible()
  await expectAccessible(page, 'Delete All Sync Tasks')
  await close()
  await card('done').getByRole('checkbox').check()
  await expect(page.getByRole('toolbar', { name: 'Selected tasks' })).toBeVisible()
  await expectAccessible(page, 'selection')
  await page.goto(`/sync_tasks/${waiting.id}`)
  await expect(page.getByRole('region', { name: 'Last log lines' })).toBeVisible()
  await expectAccessible(page, 'single task')
})

test('on a narrow screen nothing is cut off, and the list hinders nobody either', async ({ page, client }) => {
  const type = await makeType(client, { name: 'Narrow' })
  for (const name of ['first', 'second']) await makeTask(client, { type, name, target_sheet_name: name })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/sync_tasks')
  await expect(listOf(page).cards).toHaveCount(2)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await expectAccessible(page, 'narrow list')
})
