import { expect } from '@playwright/test'
import { api } from '#contract/api.ts'
import { runToEnd, runToSuccess } from '#tests/support/run-to-end.ts'
import { createRunnableTask, createTask, createType } from './support/create-task.ts'
import { test } from './support/empty-app.ts'
import { expectAccessible } from './support/expect-accessible.ts'
import { failUntilTriedAgain, unreadableError, withMockReply } from './support/mock-reply.ts'
import { toast } from './support/signed-in.ts'

test('the task page shows the card of the task without buttons, and names the task once', async ({
  page,
  client,
  provider,
}) => {
  const type = await createType(client, { name: 'Single' })
  const task = await createRunnableTask({ client, provider }, { type, name: 'lone' })
  await createTask(client, { type, name: 'neighbour' })
  await runToSuccess(client, task.id)
  await page.goto(`/sync_tasks/${task.id}`)
  const card = page.getByRole('article', { name: 'lone' })
  await expect(page).toHaveTitle(/lone \(Single\) · Nano Sync$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('lone (Single)')
  await expect(card.getByText('Success', { exact: true }).first()).toBeVisible()
  await expect(card.getByText('Position 1/2', { exact: true })).toBeVisible()
  await expect(card.getByRole('button')).toHaveCount(0)
  await expect(card.getByRole('switch')).toHaveCount(0)
  await expect(card.getByRole('checkbox')).toHaveCount(0)
  // The page is named once, and does not link to itself.
  await expect(page.getByText('lone (Single)', { exact: true })).toHaveCount(1)
  await expect(card.locator(`a[href="/sync_tasks/${task.id}"]`)).toHaveCount(0)
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page).toHaveURL('/sync_tasks')
})

test('the header says how the task stands, links to both tabs, and has the next step', async ({
  page,
  client,
  provider,
}) => {
  const type = await createType(client, { name: 'Leading' })
  const task = await createRunnableTask({ client, provider }, { type, name: 'guide', source_sheet_name: '' })
  const read = () => client.call(api.tasks.get, { params: { id: task.id } })
  await expect.poll(async () => (await read()).target_ss_name, 'the titles are read').toBe('guide target')
  await page.goto(`/sync_tasks/${task.id}`)
  const ends = page.getByRole('main').getByRole('paragraph').first()
  await expect(ends).toHaveText('guide source›first tabguide target›guideView Data Copy')
  await expect(page.getByText('Never copied', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Run now' }).press('Enter')
  await expect(page.getByText(/^Up to date, copied (just now|\d+s ago), 3 cells changed$/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Run now' })).toBeFocused()

  await page.reload()
  await expect(ends).toHaveText('guide source›Dataguide target›guideView Data Copy')
  const addresses = await ends.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  expect(addresses).toEqual([
    `${provider.pageOf(task.source_ss_id)}#gid=0`,
    `${provider.pageOf(task.target_ss_id)}#gid=0`,
    `/sync_tasks/${task.id}/data_copy`,
  ])
  await client.call(api.tasks.toggleActive, { params: { id: task.id }, body: { is_active: false } })
  await expect(page.getByText(/^Inactive: up to date, copied/)).toBeVisible()
  await page.getByRole('button', { name: 'Activate' }).click()
  await expect(page.getByText(/^Up to date, copied/)).toBeVisible()
})

test('an error and a hold are told once, with what to do next', async ({ page, client, provider }) => {
  const type = await createType(client, { name: 'Troubled' })
  const held = await createRunnableTask({ client, provider }, { type, name: 'vault', rows: [['id']] })
  const lost = await createTask(client, { type, name: 'lost' })
  for (const { id } of [held, lost]) await runToEnd(client, id)
  await page.goto(`/sync_tasks/${held.id}`)
  await expect(page.getByText(/^Held .*, never copied$/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Run now' })).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Held' })).toContainText('The source has no data rows.')
  // Once in the region, and once in the line of the log.
  await expect(page.getByText('The source has no data rows.')).toHaveCount(2)
  await page.getByRole('button', { name: 'See what would be lost' }).click()
  await expect(page).toHaveURL(/\/previews\//)

  await page.goto(`/sync_tasks/${lost.id}`)
  const { latest_log } = await client.call(api.tasks.get, { params: { id: lost.id } })
  await expect(page.getByText(/^Error .*, never copied$/)).toBeVisible()
  await expect(page.getByText(latest_log?.message ?? '')).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Run now' })).toBeVisible()
})

test('tabs have addresses and keys, and each row of the runs leads to its run', async ({ page, client, provider }) => {
  const type = await createType(client, { name: 'Tabbed' })
  const task = await createRunnableTask({ client, provider }, { type, name: 'folder', notes: 'Ask Ada' })
  const other = await createRunnableTask({ client, provider }, { type, name: 'other' })
  for (const { id } of [task, other, task]) await runToSuccess(client, id)
  await page.goto(`/sync_tasks/${task.id}`)
  const panel = (name: string) => page.getByRole('tabpanel', { name })
  const runs = page.getByRole('list', { name: 'Runs', exact: true }).getByRole('listitem')
  await expect(runs).toHaveText([
    /^Success0 cells changed.*2 rows · \d+s · \d+ requestsada@example\.com$/,
    /^Success3 cells changed.*2 rows · \d+s · \d+ requestsada@example\.com$/,
  ])
  await expect(runs.first().getByRole('time')).toHaveAttribute('title', / EST$/)
  await client.call(api.tasks.execute, { params: { id: task.id }, body: {} })
  await expect(runs).toHaveCount(3)

  await page.getByRole('tab', { name: 'Runs' }).focus()
  for (const [key, name, address] of [
    ['ArrowRight', 'Changes', '?tab=changes'],
    ['ArrowRight', 'Settings', '?tab=settings'],
    ['End', 'Log', '?tab=log'],
    ['ArrowRight', 'Runs', ''],
    ['ArrowLeft', 'Log', '?tab=log'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(page.getByRole('tab', { name })).toBeFocused()
    await expect(page.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true')
    await expect(panel(name)).toBeVisible()
    await expect(page).toHaveURL(`/sync_tasks/${task.id}${address}`)
    await expectAccessible(page, name)
  }
  await expect(panel('Log').getByRole('paragraph')).not.toHaveCount(0)
  await expect(panel('Log').getByRole('link', { name: 'View Logs' })).toHaveAttribute(
    'href',
    `/sync_tasks/${task.id}/logs`,
  )
  await page.goto(`/sync_tasks/${task.id}?tab=settings`)
  await expect(panel('Settings').getByText('Max concurrent', { exact: true }).locator('..')).toContainText(
    'Same as type',
  )
  await panel('Settings').getByRole('button', { name: 'Change settings' }).click()
  const form = page.getByRole('dialog', { name: 'Edit Sync Task' })
  await form.getByRole('button', { name: 'Accounts, start row' }).click()
  await form.getByLabel('Start row').fill('3')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  await expect(panel('Settings').getByRole('button', { name: 'Change settings' })).toBeFocused()
  await expect(panel('Settings').getByText('Start row', { exact: true }).locator('..')).toContainText('3')

  await page.getByRole('tab', { name: 'Runs' }).click()
  await runs.last().click({ position: { x: 5, y: 5 } })
  await expect(page).toHaveURL(/\/runs\/\d+$/)
  await page.goBack()
  await expect(panel('Runs')).toBeVisible()
})

test('a server without a run history leaves out the last runs, and says nothing', async ({ page, client }) => {
  const type = await createType(client, { name: 'Bare' })
  const { id } = await createTask(client, { type, name: 'plain', target_sheet_name: 'plain' })
  await withMockReply(page, { route: api.runs.list, reply: unreadableError(404) }, async () => {
    await page.goto(`/sync_tasks/${id}`)
    await expect(page.getByRole('article', { name: 'plain' })).toBeVisible()
    await expect(page.getByRole('tabpanel', { name: 'Runs' })).toHaveText('No runs yet.')
    await expect(page.getByRole('region', { name: /^Notifications/ }).getByRole('alert')).toHaveCount(0)
  })
})

test('the task page says when the task is missing or fails to load', async ({ page, client }) => {
  const { id } = await createTask(client, { type: await createType(client, { name: 'Gone' }), name: 'gone' })
  await client.call(api.tasks.remove, { params: { id } })
  for (const path of [`/sync_tasks/${id}`, '/sync_tasks/no-number']) {
    await page.goto(path)
    await expect(page.getByText('Sync task not found.', { exact: true })).toBeVisible()
  }
  await expect(page.getByRole('region', { name: /^Notifications/ }).getByRole('alert')).toHaveCount(0)
  await failUntilTriedAgain(page, { route: api.tasks.get, reply: unreadableError(418) }, async () => {
    await page.goto(`/sync_tasks/${id}`)
    await expect(toast(page, 'Failed to fetch sync task. Please try again later.')).toBeVisible()
    await expect(page.getByText('Sync task not found.')).toHaveCount(0)
  })
  await expect(page.getByText('Sync task not found.', { exact: true })).toBeVisible()
})
