import { expect } from '@playwright/test'
import { createTask, createType } from '#tests/e2e/support/create-task.ts'
import { test } from './support/screen.ts'

test('the log and the data copy name their task in heading and tab title', async ({ page, client, server }) => {
  const type = await createType(client, { name: 'Named' })
  const { id } = await createTask(client, { type, name: 'orders', target_sheet_name: 'Orders' })
  for (const [path, screen] of [
    ['logs', 'Sync Task Logs'],
    ['data_copy', 'Data Copy'],
  ]) {
    await page.goto(`/sync_tasks/${id}/${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`orders (Named) · ${screen}`)
    await expect(page).toHaveTitle(`orders (Named) · ${screen} · Nano Sync`)
  }
  server.state.isSignedIn = false
  server.state.info.open_screens = ['data_copy']
  await page.goto(`/sync_tasks/${id}/data_copy`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('orders (Named) · Data Copy')
})

test('each screen of a task says that there is no such task', async ({ page }) => {
  for (const id of ['abc', '0', '1e3', '999999']) {
    for (const screen of ['', '/logs', '/data_copy']) {
      await test.step(`/sync_tasks/${id}${screen}`, async () => {
        await page.goto(`/sync_tasks/${id}${screen}`)
        await expect.soft(page.getByText('Sync task not found.', { exact: true })).toBeVisible()
        await expect.soft(page.getByRole('link', { name: 'Back' })).toHaveAttribute('href', '/sync_tasks')
      })
    }
  }
})
