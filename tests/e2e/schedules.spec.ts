import { expect } from '@playwright/test'
import { api } from '#contract/api.ts'
import { unreadableError, withMockReply } from './support/mock-reply.ts'
import { test, toast } from './support/signed-in.ts'

test('Run All times are validated, saved and listed among the scheduled tasks', async ({ page, client }) => {
  await client.call(api.schedules.setRunAll, { body: { scheduled_times: ['23:15'] } })
  await page.goto('/settings')
  await expect(page.getByRole('heading', { name: "Schedule 'Run All' Operations" })).toBeVisible()
  const entry = page.getByRole('textbox', { name: 'New time (HH:MM)' })
  const times = page.getByRole('listitem').filter({ hasText: 'Remove' })
  const save = page.getByRole('button', { name: 'Save Schedule' })
  const error = page.getByText('Please enter a valid time in HH:MM format (24-hour)', { exact: true })
  await expect(times).toHaveText(['23:15Remove'])

  for (const wrong of ['24:00', '12:60', '7pm', '12', '']) {
    await entry.fill(wrong)
    await entry.press('Enter')
    await expect(error).toBeVisible()
    await entry.fill('0')
    await expect(error).toBeHidden()
  }
  await entry.fill('23:15')
  await page.getByRole('button', { name: 'Add' }).click()
  await expect(toast(page, 'This time is already scheduled')).toBeVisible()
  await entry.fill('06:45')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(entry).toHaveValue('')
  await expect(times).toHaveText(['06:45Remove', '23:15Remove'])
  await page.getByRole('button', { name: 'Remove 23:15' }).click()
  await expect(page.getByText('Unsaved changes')).toBeVisible()

  await withMockReply(page, { route: api.schedules.setRunAll, reply: unreadableError(500) }, async () => {
    await save.click()
    await expect(toast(page, 'Failed to save schedule')).toBeVisible()
  })
  await save.click()
  await expect(toast(page, 'Run All is scheduled at 06:45.')).toBeVisible()
  await expect(page.getByText('Unsaved changes')).toBeHidden()
  await page.reload()
  await expect(times).toHaveText(['06:45Remove'])

  await page.goto('/schedule')
  const entries = page.getByRole('main').getByRole('listitem')
  await expect(entries.filter({ hasText: '45 6 * * *' })).toHaveCount(1)
  const group = entries.filter({ hasText: 'Every day at 04:00' })
  await expect(group).toContainText(/^\d+ entriesEvery day at 04:00Next run .*04:000 4 \* \* \*/)
  const airports = group.getByRole('listitem').filter({ hasText: 'Masters: Airports' })
  await expect(airports).toHaveText(/^Masters: AirportsRun Task \d+$/)
  await expect(airports.getByRole('link')).toHaveAttribute('href', /^\/sync_tasks\/\d+$/)
})

test('the next run of an entry shows its exact time on hover', async ({ page, client }) => {
  await client.call(api.schedules.setRunAll, { body: { scheduled_times: ['13:05'] } })
  await page.goto('/schedule')
  const entry = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Run All Tasks' })
  const next = entry.getByText(/^Next run /).getByRole('time')
  await expect(next).toHaveText(/13:05$/)
  await expect(next).toHaveAttribute('datetime', /:05:00\.000Z$/)
  await expect(next).toHaveAttribute('title', /^[A-Z][a-z]{2} \d+, \d{4}, 13:05:00 EST$/)
})
