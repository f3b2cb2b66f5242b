import { expect } from '@playwright/test'
import { api } from '#contract/api.ts'
import { createTask, createType } from './support/create-task.ts'
import { withMockReply } from './support/mock-reply.ts'
import { test } from './support/signed-in.ts'

test.use({ settings: { SAMPLES: 'none', OPEN_SCREENS: 'data_copy,dev,import_export' } })

test('an open screen says so to signed-in users, and how to close it', async ({ page, client }) => {
  const { id } = await createTask(client, { type: await createType(client, { name: 'Open' }), name: 'open' })
  const note = page.getByRole('note')
  for (const [path, text] of [
    [
      `/sync_tasks/${id}/data_copy`,
      'Anyone who can reach this page can read these rows without signing in. To require sign-in, start Nano Sync with OPEN_SCREENS=dev,import_export',
    ],
    [
      '/dev',
      'Anyone who can reach this page can read these logs without signing in. To require sign-in, start Nano Sync with OPEN_SCREENS=data_copy,import_export',
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
  await withMockReply(
    page,
    { route: api.operations.info, reply: { body: { ...info, open_screens: ['schedule'] } } },
    async () => {
      await page.goto('/schedule')
      await expect(note).toHaveText(
        'Anyone who can reach this page can read these schedules without signing in. To require sign-in, start Nano Sync with OPEN_SCREENS=none',
      )
    },
  )

  await page.context().clearCookies()
  await page.goto('/import_export')
  await expect(page.getByRole('button', { name: 'Export as CSV' })).toBeVisible()
  await expect(note).toHaveCount(0)
})
