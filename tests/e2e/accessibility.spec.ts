import { expect, type Page } from '@playwright/test'
import { graveFaults } from './support/grave-faults.ts'
import { sampleTask } from './support/make.ts'
import { runToEnd } from './support/run-to-end.ts'
import { addressOf, screens, spreadsheetPage } from './support/screens.ts'
import { test } from './support/signed-in.ts'

const spreadsheet = { name: 'a spreadsheet', address: spreadsheetPage, settled: cells }

for (const screen of [...screens, spreadsheet]) {
  test(`${screen.name}: nothing grave stands in anybody's way, in light and in dark`, async ({ page, client }) => {
    const path = await addressOf(screen, client)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.goto(path)
      await expect(screen.settled(page)).toBeVisible()
      expect.soft(await graveFaults(page), colorScheme).toEqual([])
    }
  })
}

test("dialogs: nothing grave stands in anybody's way, in light and in dark", async ({ page, client }) => {
  const { id } = await sampleTask(client, { type: 'Archive', name: 'US Employment' })
  await runToEnd(client, id)
  const copy = `/sync_tasks/${id}/data_copy`
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const { path, open } of [
      { path: '/sync_task_types', open: 'Add Type' },
      { path: '/sync_task_types', open: 'Delete Masters' },
      { path: copy, open: 'Select Columns' },
    ]) {
      await page.goto(path)
      await page.getByRole('button', { name: open }).click()
      await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeVisible()
      expect.soft(await graveFaults(page), `${open}, ${colorScheme}`).toEqual([])
    }
  }
})

function cells(page: Page) {
  return page.getByRole('gridcell').first()
}
