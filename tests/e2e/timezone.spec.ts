import { expect } from '@playwright/test'
import { api } from '#contract/api.ts'
import { test } from './support/empty-app.ts'
import { taskListOn } from './support/task-list.ts'

test.use({ settings: { SAMPLES: 'none', SCHEDULE_TIMEZONE: 'Europe/Berlin' } })

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
