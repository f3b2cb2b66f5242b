import { expect } from '@playwright/test'
import { api } from '#contract/api.ts'
import { createTask, createType } from './support/create-task.ts'
import { test } from './support/empty-app.ts'
import { expectAccessible } from './support/expect-accessible.ts'
import { taskListOn } from './support/task-list.ts'

test('days, a pause and holidays of a task are set in its form, which shows the next runs', async ({
  page,
  client,
}) => {
  const type = await createType(client, { name: 'Masters' })
  const { id } = await createTask(client, {
    type,
    name: 'North',
    source_sheet_name: 'North',
    scheduled_times: ['02:30', '03:30'],
  })
  await page.goto('/sync_tasks')
  await taskListOn(page).card('North').getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('dialog', { name: 'Edit Sync Task' })
  await expect(form.getByLabel('Paused until')).toHaveCount(0)
  await form.getByLabel('Starts').selectOption('Several of these, or on some days')
  const next = form.getByRole('list', { name: 'Next runs' }).getByRole('time')
  await expect(next).toHaveCount(5)
  await expect(form).toContainText('02:30 does not exist')

  await form.getByRole('checkbox', { name: 'Mon' }).check()
  await form.getByLabel('Paused until').fill('2099-01-05')
  await expect(next.first()).toHaveText('Mon, Jan 5, 2099, 02:30')
  await form.getByLabel('Holidays').fill('2099-01-05, Easter')
  await expect(form.getByText('Enter dates as YYYY-MM-DD, such as 2026-12-24')).toBeVisible()
  await form.getByLabel('Holidays').fill('2099-01-05')
  await expect(next.first()).toHaveText('Mon, Jan 12, 2099, 02:30')
  await expectAccessible(page, 'the form')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  const { schedule_days, paused_until, holidays } = await client.call(api.tasks.get, { params: { id } })
  expect({ schedule_days, paused_until, holidays }).toEqual({
    schedule_days: ['Mon'],
    paused_until: '2099-01-05',
    holidays: ['2099-01-05'],
  })
  await expect(taskListOn(page).card('North')).toContainText('Paused untilJan 5, 2099')

  await page.goto('/schedule')
  const entry = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Masters: North' }).first()
  await expect(entry).toContainText('Every Monday at 02:30')
  await expect(entry).toContainText('Paused until Jan 5, 2099')
  await expect(entry).toContainText('1 holiday to come')
  const summary = entry.getByText(/^Next run /)
  await expect(summary).toHaveText('Next run Mon, Jan 12, 2099, 02:30')
  await expect(entry.getByRole('list', { name: 'Next runs' })).toHaveCount(0)
  await summary.click()
  await expect(entry.getByRole('list', { name: 'Next runs' }).getByRole('time')).toHaveText([
    'Mon, Jan 12, 2099, 02:30',
    'Mon, Jan 19, 2099, 02:30',
    'Mon, Jan 26, 2099, 02:30',
    'Mon, Feb 2, 2099, 02:30',
    'Mon, Feb 9, 2099, 02:30',
  ])
  await expectAccessible(page, 'the next runs of an entry')
})
