import { expect, type Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import type { Route } from '#contract/route.ts'
import { createTask, createType } from '#tests/e2e/support/create-task.ts'
import { errorReply } from '#tests/e2e/support/mock-reply.ts'
import { taskListOn } from '#tests/e2e/support/task-list.ts'
import { test } from './support/screen.ts'
import type { ScreenServer } from './support/screen-server.ts'
import { withReply } from './support/server-reply.ts'

const SIGNED_OUT = errorReply(401, 'Please sign in first')

test('a task action that fails with 401 shows only the sign-in dialog', async ({ page, client, server }) => {
  const type = await createType(client, { name: 'Locked out' })
  for (const name of ['Lock one', 'Lock two']) await createTask(client, { type, name, target_sheet_name: name })
  await page.goto(`/sync_tasks?type=${type.id}`)
  const { card, addTask, stopAll, dialog } = taskListOn(page)
  const lockOne = card('Lock one')
  await expect(addTask).toBeVisible()
  const group = page.getByRole('button', { name: 'Run Group' })
  const each: [Route, () => Promise<void>][] = [
    [api.tasks.execute, () => lockOne.getByRole('button', { name: 'Run Task' }).click()],
    [api.tasks.toggleActive, () => lockOne.getByRole('switch').press('Space')],
    [api.tasks.reposition, () => lockOne.getByRole('button', { name: 'Move down' }).click()],
    [api.taskTypes.runGroup, () => group.click()],
    [
      api.tasks.resetRunningStatus,
      async () => {
        // While a run of another test is in progress, the button asks first.
        await expect(stopAll).toBeDisabled()
        await page.getByRole('button', { name: 'Reset Status' }).click()
      },
    ],
  ]
  for (const [route, act] of each) await expectSignInAlone({ page, server }, { route, act })

  await expectSignInAlone(
    { page, server },
    {
      route: api.tasks.update,
      act: async () => {
        await lockOne.getByRole('button', { name: 'Edit' }).click()
        await dialog('Edit Sync Task').getByRole('button', { name: 'Save' }).click()
      },
    },
  )
  await page.keyboard.press('Escape')
  await expectSignInAlone(
    { page, server },
    {
      route: api.selectedTasks.execute,
      act: async () => {
        await lockOne.getByRole('checkbox').check()
        await card('Lock two').getByRole('checkbox').check()
        await page.getByRole('toolbar', { name: 'Selected tasks' }).getByRole('button', { name: 'Run' }).click()
      },
    },
  )
})

test('so does one on types, schedules, files and logs', async ({ page, client, server }) => {
  await createType(client, { name: 'Before it' })
  const type = await createType(client, { name: 'Shut out' })
  await page.goto('/sync_task_types')
  const row = (name: string) => page.getByRole('button', { name })
  await expectSignInAlone(
    { page, server },
    {
      route: api.taskTypes.update,
      act: async () => {
        await row('Edit Shut out').click()
        await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
      },
    },
  )
  await page.keyboard.press('Escape')
  await expectSignInAlone(
    { page, server },
    {
      route: api.taskTypes.remove,
      act: async () => {
        await row('Delete Shut out').click()
        await page.getByRole('dialog', { name: 'Confirm Deletion' }).getByRole('button', { name: 'Delete' }).click()
      },
    },
  )
  await expectSignInAlone(
    { page, server },
    {
      route: api.taskTypes.reorder,
      act: async () => {
        await row('Reorder Shut out').press('Space')
        await expect(page.getByText('Shut out picked up')).toBeAttached()
        await page.keyboard.press('ArrowUp')
        await expect(page.getByText('Shut out moved to')).toBeAttached()
        await page.keyboard.press('Space')
      },
    },
  )
  await client.call(api.taskTypes.remove, { params: { id: type.id } })

  await page.goto('/settings')
  await expectSignInAlone(
    { page, server },
    {
      route: api.schedules.setRunAll,
      act: () => page.getByRole('button', { name: 'Save Schedule' }).click(),
    },
  )

  await page.goto('/import_export')
  await expectSignInAlone(
    { page, server },
    {
      route: api.tasks.exportCsv,
      act: () => page.getByRole('button', { name: 'Export as CSV' }).click(),
    },
  )
  await page.locator('input[type="file"]').setInputFiles({
    name: 'tasks.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('id\n'),
  })
  await expectSignInAlone(
    { page, server },
    {
      route: api.tasks.importCsv,
      act: () => page.getByRole('button', { name: 'Import CSV' }).click(),
    },
  )
  await expect(page.getByText('tasks.csv', { exact: true })).toBeVisible()

  await page.goto('/dev')
  await expectSignInAlone({ page, server }, { route: api.devLogs.clear, act: () => clearLogs(page) })
})

test('a call that was sent before the sign-in dialog was dismissed does not bring it back', async ({
  page,
  client,
  server,
}) => {
  const type = await createType(client, { name: 'Slow refusal' })
  const name = 'Slow one'
  await createTask(client, { type, name, target_sheet_name: name })
  await page.goto(`/sync_tasks?type=${type.id}`)
  const { card } = taskListOn(page)
  await expect(card(name)).toBeVisible()
  const refused = Promise.withResolvers<void>()
  const isSent = Promise.withResolvers<void>()
  const restore = server.answerWith(api.tasks.list, async () => {
    isSent.resolve()
    await refused.promise
    return SIGNED_OUT
  })
  await page.getByRole('button', { name: 'Refresh' }).click()
  await isSent.promise
  await expectSignInAlone(
    { page, server },
    { route: api.tasks.execute, act: () => card(name).getByRole('button', { name: 'Run Task' }).click() },
  )
  const reply = page.waitForResponse((response) => response.status() === 401)
  refused.resolve()
  await (await reply).finished()
  await card(name).getByRole('checkbox').check()
  await expect(page.getByRole('dialog', { name: 'Login Required' })).toHaveCount(0)
  restore()
})

async function clearLogs(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Clear Logs' }).click()
  await page.getByRole('dialog', { name: 'Clear Logs' }).getByRole('button', { name: 'Clear' }).click()
}

async function expectSignInAlone(
  { page, server }: { page: Page; server: ScreenServer },
  { route, act }: { route: Route; act: () => Promise<void> },
) {
  const login = page.getByRole('dialog', { name: 'Login Required' })
  const alerts = page.getByRole('region', { name: /^Notifications/ }).getByRole('alert')
  await withReply(server, { route, reply: SIGNED_OUT }, async () => {
    await act()
    await expect(login.getByRole('link', { name: 'Sign in with Google' })).toBeVisible()
    // At once: a toast would close by itself.
    expect(await alerts.count()).toBe(0)
    await page.keyboard.press('Escape')
    await expect(login).toHaveCount(0)
  })
}
