import { expect } from '@playwright/test'
import { api } from '#contract/api.ts'
import { createTask, createType } from './support/create-task.ts'
import { test } from './support/empty-app.ts'
import { expectAccessible } from './support/expect-accessible.ts'
import { taskListOn } from './support/task-list.ts'

test('an interval is set for a type and for a task, and shows on its card and among the schedules', async ({
  page,
  client,
}) => {
  const type = await createType(client, { name: 'Masters' })
  const { id } = await createTask(client, { type, name: 'North', source_sheet_name: 'North', scheduled_times: [] })
  await page.goto('/sync_task_types')
  await page.getByRole('button', { name: 'Edit Masters' }).click()
  const typeForm = page.getByRole('dialog', { name: 'Edit Sync Task Type' })
  await typeForm.getByRole('button', { name: 'More ways to start' }).click()
  await typeForm.getByLabel('Every … minutes').fill('0')
  await expect(typeForm.getByText('Minutes between runs must be at least 1')).toBeVisible()
  await typeForm.getByLabel('Every … minutes').fill('30')
  await typeForm.getByLabel('Within the hours').fill('7:00-19:00')
  await expectAccessible(page, 'the form of a type')
  await typeForm.getByRole('button', { name: 'Save' }).click()
  await expect(typeForm).toBeHidden()

  await page.goto('/sync_tasks')
  const card = taskListOn(page).card('North')
  await expect(card).toContainText('Every 30 min, 07:00-19:00')
  await card.getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('dialog', { name: 'Edit Sync Task' })
  await expect(form).toContainText('Runs every 30 minutes from 07:00 to 19:00')
  await expect(form.getByPlaceholder('Same as type: 30')).toBeVisible()
  await form.getByLabel('Every … minutes').fill('0')
  await expect(form.getByText('Runs every 30 minutes')).toHaveCount(0)
  await form.getByLabel('Within the hours').fill('7-19')
  await form.getByLabel('Every … minutes').fill('7')
  await expect(form.getByText('Enter hours as 07:00-19:00, or leave them empty for the whole day')).toBeVisible()
  await form.getByLabel('Within the hours').fill('')
  await expectAccessible(page, 'the form of a task')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  const { every_minutes, every_minutes_between, next_run_at } = await client.call(api.tasks.get, { params: { id } })
  expect({ every_minutes, every_minutes_between }).toEqual({ every_minutes: 7, every_minutes_between: '' })
  expect(next_run_at).not.toBeNull()

  await page.goto('/schedule')
  const entry = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Masters: North' })
  await expect(entry).toContainText('Masters: North, every 7 minutes from 07:00 to 19:00')
  await expect(entry).toContainText('Next run')
  await expect(entry.locator('code').last()).toHaveText('*')
  await expectAccessible(page, 'the schedules')
})
