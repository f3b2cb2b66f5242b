import { expect } from '@playwright/test'
import { runToSuccess } from '#tests/support/run-to-end.ts'
import { findSampleTask } from './support/create-task.ts'
import { expectDialogAccessible, severeViolations } from './support/expect-accessible.ts'
import { spreadsheetPage, tokensPage } from './support/screens.ts'
import { test } from './support/signed-in.ts'

test('a spreadsheet of the embedded provider: no severe accessibility violations, light and wide, dark and narrow', async ({
  page,
  client,
}) => {
  await page.goto(await spreadsheetPage(client))
  for (const { colorScheme, size } of [
    { colorScheme: 'light', size: { width: 1280, height: 800 } },
    { colorScheme: 'dark', size: { width: 390, height: 844 } },
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize(size)
    await expect(page.getByRole('gridcell').first()).toBeVisible()
    expect.soft(await severeViolations(page), `${colorScheme}, ${size.width} px`).toEqual([])
  }
})

test('dialogs: no severe accessibility violations, light and dark', async ({ page, client }) => {
  const { id } = await findSampleTask(client, { type: 'Archive', name: 'US Employment' })
  await runToSuccess(client, id)
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
