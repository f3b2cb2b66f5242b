import { expect } from '@playwright/test'
import { api } from '#contract/api.ts'
import type { FixAction } from '#contract/fix-action.ts'
import { createRunnableTask, createType } from './support/create-task.ts'
import { test } from './support/empty-app.ts'
import { expectAccessible } from './support/expect-accessible.ts'
import { overrideTasks } from './support/override-tasks.ts'
import { taskListOn } from './support/task-list.ts'

test('a failed task leads to the page of Google that fixes it, until it succeeds', async ({
  page,
  client,
  provider,
}) => {
  const type = await createType(client, { name: 'Refused', max_retries: 0 })
  const task = await createRunnableTask({ client, provider }, { type, name: 'ledger' })
  await provider.refuseRequests(task.source_ss_id, 'service_disabled')
  await page.goto('/sync_tasks')
  const card = taskListOn(page).card('ledger')
  await card.getByRole('button', { name: 'Run Task' }).click()
  await expect(card.getByText(/The Google Sheets API is not enabled in the Google Cloud project/)).toBeVisible()
  const link = card.getByRole('link', { name: 'Enable the API' })
  await expect(link).toHaveAttribute('href', /^https:\/\/console\.developers\.google\.com\//)
  await expect(link).toHaveAttribute('target', '_blank')
  await expectAccessible(page, 'a card with a link that fixes it')

  await card.getByRole('link', { name: 'View Logs' }).click()
  await expect(page).toHaveURL(`/sync_tasks/${task.id}/logs`)
  await expect(page.getByRole('link', { name: 'Enable the API' })).toBeVisible()
  await expectAccessible(page, 'a log with a link that fixes it')
  await page.getByRole('link', { name: 'Back' }).click()
  await card.getByRole('link', { name: 'ledger', exact: true }).click()
  await expect(page).toHaveURL(`/sync_tasks/${task.id}`)
  await expect(page.getByRole('link', { name: 'Enable the API' })).toBeVisible()
  await provider.restoreReplies()
  await client.call(api.tasks.execute, { params: { id: task.id }, body: {} })
  await expect(page.getByRole('link', { name: 'Enable the API' })).toBeHidden()
})

const actions: Readonly<Record<string, FixAction>> = {
  shared: { kind: 'share', address: 'robot@project.example', role: 'editor', spreadsheet_id: '1AbC' },
  mine: { kind: 'connect', address: 'ada@example.com' },
  theirs: { kind: 'connect', address: 'bob@example.com' },
}

test('an address to share with is copied, and people are led to where they connect their spreadsheets', async ({
  page,
  client,
  provider,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const type = await createType(client, { name: 'Refused' })
  for (const name of Object.keys(actions)) await createRunnableTask({ client, provider }, { type, name })
  await overrideTasks(page, ({ name }) => ({ task_status: 'Error', fix_action: actions[name] ?? null }))
  await page.goto('/sync_tasks')
  const { card } = taskListOn(page)
  await card('shared').getByRole('button', { name: 'Copy robot@project.example' }).click()
  await expect(card('shared').getByRole('button', { name: 'Address copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('robot@project.example')
  await expect(card('theirs').getByRole('link', { name: 'Sign in as bob@example.com to connect' })).toHaveAttribute(
    'href',
    '/auth/login?return_to=%2Fsettings%2Faccess',
  )
  await expectAccessible(page, 'cards with an address and ways to connect')
  await card('mine').getByRole('link', { name: 'Connect my spreadsheets' }).click()
  await expect(page).toHaveURL('/settings/access')
})
