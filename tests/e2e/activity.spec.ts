import { expect } from '@playwright/test'
import { api } from '#contract/api.ts'
import { buildTaskFields, buildTaskTypeFields } from '#tests/support/build-task-fields.ts'
import { test } from './support/signed-in.ts'

test('changes show with who made them and each field before and after, and can be filtered', async ({
  page,
  client,
}) => {
  const type = await client.call(api.taskTypes.create, { body: buildTaskTypeFields({ name: 'Recorded' }) })
  const body = buildTaskFields({ sync_task_type_id: type.id, name: 'Watched', notes: 'first' })
  const { id } = await client.call(api.tasks.create, { body })
  await client.call(api.tasks.update, { params: { id }, body: { notes: 'second' } })

  await page.goto('/')
  await page.getByRole('navigation', { name: 'Home' }).getByRole('link', { name: 'Activity' }).click()
  await expect(page).toHaveURL('/activity')
  const entries = page.getByRole('list', { name: 'Activity' }).getByRole('listitem')
  await expect(entries.first()).toContainText('Task changed: Watched')
  await expect(entries.first()).toContainText('@example.com from 127.0.0.1')
  await expect(entries.first()).toContainText('Notesfirstsecond')
  await expect(entries.nth(1)).toContainText('Task created: Watched')
  await expect(entries.nth(1).getByText('Notes')).toBeHidden()
  await entries
    .nth(1)
    .getByText(/^\d+ fields$/)
    .click()
  await expect(entries.nth(1).getByText('Notes')).toBeVisible()
  await expect(entries.nth(1)).toContainText('Notesfirst')
  await expect(entries.nth(1)).not.toContainText('empty')

  const signIns = entries.filter({ hasText: /^Signed in/ })
  await expect(signIns).toHaveCount(0)
  await page.getByRole('button', { name: 'Sign-ins' }).click()
  await expect(page).toHaveURL('/activity?sign_ins=true')
  await expect(signIns).not.toHaveCount(0)
  await page.getByRole('button', { name: 'Sign-ins' }).click()
  await expect(signIns).toHaveCount(0)

  await page.getByRole('combobox', { name: 'What' }).click()
  await page.getByRole('option', { name: 'Task type created' }).click()
  await expect(entries.first()).toContainText('Task type created: Recorded')
  await expect(page).toHaveURL(/kind=type_created/)
  await page.getByRole('textbox', { name: 'Who' }).fill('nobody')
  await expect(page.getByText('No matching entries.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Who' }).fill('')

  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export as CSV' }).click()
  expect((await downloading).suggestedFilename()).toBe('activity.csv')

  for (let attempt = 0; attempt < 2; attempt += 1) await client.fetch('/auth/callback?code=none&state=none')
  // Its former address leads on.
  await page.goto('/settings/activity?kind=sign_in_failed')
  await expect(page).toHaveURL('/activity?kind=sign_in_failed')
  await expect(entries.first()).toContainText(/^Sign-in failed: This browser had begun no sign-in.* \(\d+ times\)/)
})
