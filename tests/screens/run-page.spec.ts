import { expect } from '@playwright/test'
import { api } from '#contract/api.ts'
import { createTask, createType } from '#tests/e2e/support/create-task.ts'
import { buildSuccess } from './support/build-success.ts'
import { test } from './support/screen.ts'
import { withReply } from './support/server-reply.ts'

test('the page of a run says when its changed cells are no longer kept, or were too many', async ({
  page,
  client,
  server,
}) => {
  const type = await createType(client, { name: 'Forgotten' })
  const task = await createTask(client, { type, name: 'old', target_sheet_name: 'old' })
  server.changeTask(task.id, buildSuccess())
  const gone = { filled: 5, changed: 1200, cleared: 1, added_rows: 0, added_columns: 0, formatted_columns: [] }
  for (const [state, words] of [
    ['expired', 'The cells themselves are no longer kept.'],
    ['too_large', 'The cells themselves were too many to keep, so this run cannot be undone.'],
  ] as const) {
    const reply = { body: { ...gone, state, columns: [], cells: [], matching: 0 } }
    await withReply(server, { route: api.changeSets.page, reply }, async () => {
      await page.goto(`/sync_tasks/${task.id}/runs/1`)
      const changes = page.getByRole('region', { name: 'Changed cells' })
      await expect(changes.getByText(`5 filled, 1,200 changed, 1 cleared. ${words}`)).toBeVisible()
      await expect(changes.getByRole('grid')).toHaveCount(0)
      await expect(changes.getByRole('link', { name: 'Download as CSV' })).toHaveCount(0)
    })
  }
})

test('a run that does not exist, or belongs to another task, is not found', async ({ page, client, server }) => {
  const type = await createType(client, { name: 'Missing' })
  const task = await createTask(client, { type, name: 'one', target_sheet_name: 'one' })
  const other = await createTask(client, { type, name: 'other', target_sheet_name: 'other' })
  server.changeTask(other.id, buildSuccess())
  await page.goto(`/sync_tasks/${other.id}/runs/1`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Run 1$/)
  for (const run of ['1', '999999', 'none']) {
    await page.goto(`/sync_tasks/${task.id}/runs/${run}`)
    await expect(page.getByText('Run not found.', { exact: true })).toBeVisible()
  }
})
