import { expect } from '@playwright/test'
import type { FixAction } from '#contract/fix-action.ts'
import { createTask, createType } from '#tests/e2e/support/create-task.ts'
import { expectAccessible } from '#tests/e2e/support/expect-accessible.ts'
import { overrideTasks } from '#tests/e2e/support/override-tasks.ts'
import { taskListOn } from '#tests/e2e/support/task-list.ts'
import { test } from './support/screen.ts'

const actions: Readonly<Record<string, FixAction>> = {
  shared: { kind: 'share', address: 'robot@project.example', role: 'editor', spreadsheet_id: '1AbC' },
  mine: { kind: 'connect', address: 'ada@example.com' },
  theirs: { kind: 'connect', address: 'bob@example.com' },
}

test('an address to share with is copied, and people are led to where they connect their spreadsheets', async ({
  page,
  client,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const type = await createType(client, { name: 'Refused' })
  for (const name of Object.keys(actions)) await createTask(client, { type, name, target_sheet_name: name })
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
