import { expect, type Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import type { ScheduleEvent } from '#contract/schedule.ts'
import { createTask, createType } from '#tests/e2e/support/create-task.ts'
import { expectAccessible } from '#tests/e2e/support/expect-accessible.ts'
import { toast } from '#tests/e2e/support/signed-in.ts'
import { test } from './support/screen.ts'

const MORE = 'More: days, pause, holidays and next runs'

test('what was missed, late or skipped is listed with what was done', async ({ page, client }) => {
  const type = await createType(client, { name: 'Masters' })
  const { id, name } = await createTask(client, { type, name: 'North', source_sheet_name: 'North' })
  const about = { due_at: '2026-01-15T09:00:00.000Z', noted_at: '2026-01-15T11:05:00.000Z', time: '04:00' }
  await showEvents(page, [
    {
      ...about,
      id: 2,
      kind: 'missed',
      reason: 'no_server',
      every_minutes: null,
      times: 1,
      is_run_all: true,
      count: 3,
      tasks: [],
      message: 'Not run.',
    },
    {
      ...about,
      id: 1,
      kind: 'late',
      reason: 'no_server',
      every_minutes: null,
      times: 1,
      is_run_all: false,
      count: 1,
      tasks: [{ id, name }],
      message: 'Ran 2 h 5 min late.',
    },
  ])
  await page.goto('/schedule')
  const events = page.getByRole('region', { name: 'Missed, late and skipped' }).getByRole('listitem')
  await expect(events).toHaveText([/^Missed.*Run All: 3 tasks.*Not run\./, /^Late.*North.*Ran 2 h 5 min late\./])
  await expectAccessible(page, 'the list')
  await page.getByRole('radiogroup', { name: 'Kind' }).getByText('Late', { exact: true }).click()
  await expect(events).toHaveText([/^Late/])
})

test('the days of Run All are saved with its times, and are open when there are some', async ({ page, client }) => {
  await client.call(api.schedules.setRunAll, { body: { scheduled_times: ['23:15'] } })
  await page.goto('/settings')
  await page.getByRole('button', { name: MORE }).click()
  await page.getByRole('checkbox', { name: 'Fri' }).check()
  await page.getByLabel('Holidays').fill('2099-12-25')
  await expect(page.getByText('Unsaved changes')).toBeVisible()
  await page.getByRole('button', { name: 'Save Schedule' }).click()
  await expect(toast(page, 'Run All is scheduled at 23:15.')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: MORE })).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByRole('checkbox', { name: 'Fri' })).toBeChecked()
  await expect(page.getByLabel('Holidays')).toHaveValue('2099-12-25')
  const everyDay = { schedule_days: [], paused_until: null, holidays: [] }
  await client.call(api.schedules.setRunAll, { body: { scheduled_times: [], ...everyDay } })
})

/** Answers as the server does after times that did not run as planned. On a real server, that would take hours. */
async function showEvents(page: Page, events: readonly ScheduleEvent[]): Promise<void> {
  await page.route(`**${api.schedules.events.path}*`, async (call) => {
    const kind = new URL(call.request().url()).searchParams.get('kind')
    const shown = events.filter((event) => kind === null || event.kind === kind)
    await call.fulfill({ json: { events: shown, has_more: false } })
  })
}
