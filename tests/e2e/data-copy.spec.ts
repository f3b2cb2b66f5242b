import { expect } from '@playwright/test'
import { runToSuccess } from '#tests/support/run-to-end.ts'
import { createRunnableTask, createType } from './support/create-task.ts'
import { test } from './support/empty-app.ts'

test('copied rows load while scrolling, and a header sorts all of them', async ({ page, client, provider }) => {
  const type = await createType(client, { name: 'Weather' })
  const days = Array.from({ length: 800 }, (_, index) => [(index * 7 + 3) % 800, `day ${index}`])
  const rows = [['number', 'day'], ...days]
  const task = await createRunnableTask({ client, provider }, { type, name: 'days', rows })
  await runToSuccess(client, task.id)
  await page.goto(`/sync_tasks/${task.id}/data_copy`)
  const grid = page.getByRole('grid', { name: 'Copied rows' })
  const firstCell = grid.locator('[role="row"][aria-rowindex="2"] [role="gridcell"][aria-colindex="1"]')
  for (const loaded of ['500', '800']) {
    await expect(page.getByRole('status').filter({ hasText: `${loaded} of 800 rows loaded` })).toBeVisible()
    await grid.evaluate((element) => element.scrollTo({ top: element.scrollHeight }))
  }

  const header = grid.getByRole('columnheader').filter({ hasText: 'number' })
  await header.getByRole('button').click()
  await expect(header).toHaveAttribute('aria-sort', 'ascending')
  await expect(firstCell).toHaveText('0')
  await header.getByRole('button').click()
  await expect(header).toHaveAttribute('aria-sort', 'descending')
  await expect(firstCell).toHaveText('799')
  await page.reload()
  await expect(firstCell).toHaveText('799')
})
