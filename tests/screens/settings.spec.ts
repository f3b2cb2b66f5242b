import { expect } from '@playwright/test'
import { api } from '#contract/api.ts'
import { createTask, createType } from '#tests/e2e/support/create-task.ts'
import { taskListOn } from '#tests/e2e/support/task-list.ts'
import { test } from './support/screen.ts'
import { withReply } from './support/server-reply.ts'

test.beforeEach(({ server }) => {
  server.state.info = {
    ...server.state.info,
    open_screens: ['data_copy', 'dev', 'import_export'],
    timezone: 'Europe/Berlin',
  }
})

test('an open screen says so to signed-in users, and how to close it', async ({ page, client, server }) => {
  const { id } = await createTask(client, { type: await createType(client, { name: 'Open' }), name: 'open' })
  const note = page.getByRole('note')
  for (const [path, text] of [
    [
      `/sync_tasks/${id}/data_copy`,
      'Anyone who can reach this page can read the copied rows without signing in. To require sign-in, start Nano Sync with OPEN_SCREENS=dev,import_export',
    ],
    [
      '/dev',
      'Anyone who can reach this page can read the server logs without signing in. To require sign-in, start Nano Sync with OPEN_SCREENS=data_copy,import_export',
    ],
    [
      '/import_export',
      'Anyone who can reach this page can export all tasks without signing in. To require sign-in, start Nano Sync with OPEN_SCREENS=data_copy,dev',
    ],
  ] as const) {
    await page.goto(path)
    await expect(note).toHaveText(text)
  }
  await page.goto('/schedule')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(note).toHaveCount(0)

  const info = await client.call(api.operations.info, {})
  await withReply(
    server,
    { route: api.operations.info, reply: { body: { ...info, open_screens: ['schedule'] } } },
    async () => {
      await page.goto('/schedule')
      await expect(note).toHaveText(
        'Anyone who can reach this page can read all scheduled times without signing in. To require sign-in, start Nano Sync with OPEN_SCREENS=none',
      )
    },
  )

  server.state.isSignedIn = false
  await page.goto('/import_export')
  await expect(page.getByRole('button', { name: 'Export as CSV' })).toBeVisible()
  await expect(note).toHaveCount(0)
})

test('schedule times are labeled with the configured time zone', async ({ page, client }) => {
  await client.call(api.schedules.setRunAll, { body: { scheduled_times: ['23:15'] } })
  await client.call(api.taskTypes.create, { body: { name: 'Ledgers' } })
  const main = page.getByRole('main')

  await page.goto('/settings')
  await expect(main.getByText('Times are in Europe/Berlin.')).toBeVisible()
  await expect(main.getByRole('listitem')).toHaveText(['23:15Remove'])

  await page.goto('/schedule')
  await expect(main.getByText('Times are in Europe/Berlin')).toBeVisible()

  await page.goto('/sync_tasks')
  await taskListOn(page).addTask.click()
  await expect(
    page.getByRole('dialog', { name: 'Add Sync Task' }).getByText('24-hour times in Europe/Berlin'),
  ).toBeVisible()
})
