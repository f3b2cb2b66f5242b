import { expect } from '@playwright/test'
import { api } from '#contract/api.ts'
import { createTask, createType } from '#tests/e2e/support/create-task.ts'
import { expectAccessible } from '#tests/e2e/support/expect-accessible.ts'
import { recordShifts, shiftsOn } from '#tests/e2e/support/layout-shifts.ts'
import { addSamples } from './support/sample-records.ts'
import { test } from './support/screen.ts'
import { withReply } from './support/server-reply.ts'

test.beforeEach(({ server }) => addSamples(server))

const TEXT = 'These are sample tasks on built-in spreadsheets. Run one, or delete them all and add your own.'

test('the sample tasks explain themselves until the note is dismissed', async ({ page }) => {
  await page.goto('/sync_tasks')
  const note = page.getByRole('note').filter({ hasText: TEXT })
  await expect(note).toBeVisible()
  await expect(note.getByRole('link', { name: 'Connect Google' })).toHaveAttribute('href', '/settings/google')
  await note.getByRole('button', { name: 'Dismiss' }).click()
  await expect(note).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(note).toHaveCount(0)
})

test('the list says that Google is not connected, until that is dismissed or somebody connects it', async ({
  page,
  client,
  server,
}) => {
  const type = await createType(client, { name: 'Own' })
  const { id } = await createTask(client, { type, name: 'own', target_sheet_name: 'own' })
  await page.goto('/sync_tasks')
  const note = page.getByRole('note').filter({ hasText: 'Nano Sync is not connected to Google yet' })
  await expect(note).toBeVisible()
  await expectAccessible(page, 'a list before Google is connected')
  const info = await client.call(api.operations.info, {})
  const body = { ...info, spreadsheets: 'google' } as const
  await withReply(server, { route: api.operations.info, reply: { body } }, async () => {
    await page.reload()
    await expect(page.getByRole('article').first()).toBeVisible()
    await expect(note).toHaveCount(0)
  })
  await page.reload()
  await note.getByRole('button', { name: 'Dismiss' }).click()
  await expect(note).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(note).toHaveCount(0)
  await client.call(api.tasks.remove, { params: { id } })
  await client.call(api.taskTypes.remove, { params: { id: type.id } })
})

test('the note leaves when someone adds a task of their own', async ({ page, client }) => {
  await page.goto('/sync_tasks')
  const note = page.getByRole('note').filter({ hasText: TEXT })
  await expect(note).toBeVisible()
  const type = await createType(client, { name: 'Own' })
  const { id } = await createTask(client, { type, name: 'own', target_sheet_name: 'own' })
  await expect(note).toHaveCount(0)
  await client.call(api.tasks.remove, { params: { id } })
  await client.call(api.taskTypes.remove, { params: { id: type.id } })
})

test('the note does not move a list that is already shown', async ({ page, client }) => {
  await createTask(client, { type: await createType(client, { name: 'Own' }), name: 'own', target_sheet_name: 'own' })
  await recordShifts(page)
  const listed = Promise.withResolvers<void>()
  await page.route(`**${api.operations.info.path}`, async (call) => {
    await listed.promise
    await call.continue()
  })
  const replies = [api.tasks.list, api.tasks.statusAll, api.taskTypes.list].map(({ path }) =>
    page.waitForResponse((response) => new URL(response.url()).pathname === path),
  )
  await page.goto('/sync_tasks')
  await Promise.all(replies)
  // Time for a frame with the list.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
  listed.resolve()
  await expect(page.getByRole('note').filter({ hasText: 'Nano Sync is not connected to Google yet' })).toBeVisible()
  await expect(page.getByRole('article').first()).toBeVisible()
  const shifts = await shiftsOn(page)
  expect(
    shifts.reduce((total, { value }) => total + value, 0),
    JSON.stringify(shifts),
  ).toBeLessThan(0.025)
})
