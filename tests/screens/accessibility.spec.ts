import { expect } from '@playwright/test'
import { findSampleTask } from '#tests/e2e/support/create-task.ts'
import { expectAccessible, expectDialogAccessible } from '#tests/e2e/support/expect-accessible.ts'
import { tokensPage } from '#tests/e2e/support/screens.ts'
import { toast } from '#tests/e2e/support/signed-in.ts'
import { buildLogLine } from './support/build-log-line.ts'
import { addSamples } from './support/sample-records.ts'
import { test } from './support/screen.ts'

test('a toast and the palette with results are accessible', async ({ page, server }) => {
  addSamples(server)
  await page.goto('/sync_tasks')
  await page.getByRole('button', { name: 'Reset Status' }).click()
  await expect(toast(page, 'No tasks needed to be reset.')).toBeVisible()
  await page
    .getByRole('region', { name: /^Notifications/ })
    .getByText('No tasks needed to be reset.')
    .hover()
  await expectAccessible(page, 'message')
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Commands' })
  await palette.getByRole('textbox').fill('countries')
  await expect(palette.getByRole('button', { name: 'Run Countries' }).first()).toBeVisible()
  await expectAccessible(page, 'palette')
})

test('the Turbo variant is accessible', async ({ page, server }) => {
  const url = new URL(server.url)
  url.hostname = 'turbo.localhost'
  await page.goto(url.href)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nano Sync Turbo')
  await expectAccessible(page, 'Turbo')
})

test('dialogs: no severe accessibility violations, light and dark', async ({ page, client, server }) => {
  addSamples(server)
  const { id } = await findSampleTask(client, { type: 'Archive', name: 'US Employment' })
  server.state.dataCopy = { columns: ['id'], rows: [{ id: 1 }] }
  server.state.taskLogs[id] = [buildLogLine('Copied.')]
  const tokens = await tokensPage(client)
  for (const { path, buttons } of [
    { path: '/sync_task_types', buttons: ['Add Type', 'Delete Masters'] },
    { path: `/sync_tasks/${id}/data_copy`, buttons: ['Select Columns'] },
    { path: `/sync_tasks/${id}/logs`, buttons: ['Clear Logs'] },
    { path: '/dev', buttons: ['Clear Logs'] },
    { path: '/settings/sessions', buttons: ['Sign out everywhere'] },
    { path: tokens, buttons: ['Revoke Nightly import'] },
  ]) {
    await page.goto(path)
    for (const name of buttons) {
      await page.getByRole('button', { name }).click()
      const cancel = page.getByRole('dialog').getByRole('button', { name: 'Cancel' })
      await expect(cancel).toBeVisible()
      await expectDialogAccessible(page, `${path}, ${name}`)
      await cancel.click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
  }
})
