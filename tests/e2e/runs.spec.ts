import { expect, type Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { untilEnded } from '#tests/support/run-to-end.ts'
import { countClicks } from './support/count-clicks.ts'
import { createRunnableTask, createTask, createType } from './support/create-task.ts'
import { test } from './support/empty-app.ts'
import { taskListOn } from './support/task-list.ts'

const sectionOn = (page: Page, name: string) => page.getByRole('main').getByRole('region', { name })

test('an upcoming wave is one line with its trouble, and opens to its tasks as links', async ({ page, client }) => {
  const type = await createType(client, { name: 'Nightly' })
  const one = await createTask(client, { type, name: 'one', scheduled_times: ['04:00'] })
  await createTask(client, { type, name: 'two', source_ss_id: 'other', scheduled_times: ['04:00'] })
  await page.goto('/timeline?hours=6')
  await expect(page).toHaveURL('/runs?hours=6')
  const wave = sectionOn(page, 'Next scheduled').getByRole('listitem').filter({ hasText: '2 tasks' })
  await expect(wave).toContainText('04:00')
  await wave.getByText('2 tasks').click()
  await expect(wave.getByRole('link', { name: 'one', exact: true })).toHaveAttribute('href', `/sync_tasks/${one.id}`)
  await expect(wave.getByRole('link', { name: 'two', exact: true })).toBeVisible()
})

test('one press on Home shows the next and the last waves, and two more undo a wave with the sum of its changes', async ({
  page,
  client,
  provider,
}) => {
  const type = await createType(client, { name: 'Masters' })
  const tasks = [
    await createRunnableTask({ client, provider }, { type, name: 'Countries', scheduled_times: ['04:00'] }),
    await createRunnableTask({ client, provider }, { type, name: 'Cities', scheduled_times: ['04:00'] }),
  ]
  const ids = tasks.map(({ id }) => id)
  await client.call(api.selectedTasks.execute, { body: { task_ids: ids } })
  for (const id of ids) await untilEnded(client, id)

  const readClicks = await countClicks(page)
  await page.goto('/')
  await page.getByRole('navigation', { name: 'Home' }).getByRole('link', { name: 'Runs' }).click()
  await expect(sectionOn(page, 'Next scheduled')).toContainText('2 tasks')
  const waves = sectionOn(page, 'Past waves')
  await waves.getByRole('button', { name: 'Undo this wave' }).click()
  const dialog = page.getByRole('dialog', { name: /^Undo the wave of/ })
  await expect(dialog.getByText(/^\d+ cell changes in 2 tasks will be undone\./)).toBeVisible()
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Undo of 2 tasks queued.')).toBeVisible()
  expect(await readClicks()).toBe(3)
  for (const id of ids) await untilEnded(client, id)
  await expect(waves.getByText(/^Undo by/)).toBeVisible()
  await waves.getByText('2 tasks').last().click()
  await expect(waves.getByRole('link', { name: 'Cities' })).toHaveAttribute('href', /\/runs\/\d+$/)
  const { runs } = await client.call(api.runs.list, { query: { task_id: ids[0], limit: 1 } })
  expect(runs).toMatchObject([{ status: 'Success', cells_changed: expect.any(Number) }])
})

test('the last runs of selected tasks are undone from the list', async ({ page, client, provider }) => {
  const type = await createType(client, { name: 'Masters' })
  const { id } = await createRunnableTask({ client, provider }, { type, name: 'Countries' })
  await client.call(api.tasks.execute, { params: { id }, body: {} })
  await untilEnded(client, id)
  await page.goto('/sync_tasks')
  await taskListOn(page).card('Countries').getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Undo changes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Undo the last runs' })
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Undo of 1 task queued.')).toBeVisible()
})

test('the estimate for Run All makes way for its progress', async ({ page, client, provider }) => {
  const type = await createType(client, { name: 'Wave', allowed_concurrent_tasks: 4 })
  for (const name of ['one', 'two', 'three']) await createRunnableTask({ client, provider }, { type, name })
  const slow = await createRunnableTask({ client, provider }, { type, name: 'slow' })
  await provider.delayReplies(slow.source_ss_id)
  await page.goto('/runs')
  const runAll = sectionOn(page, 'Next scheduled').getByRole('listitem').filter({ hasText: 'Run All' })
  await expect(runAll).toContainText('Not known yet: none of the tasks has run.')
  await client.call(api.tasks.executeAll, {})
  await expect(runAll).toContainText(/3 of 4, about \d+ (s|min) left/)
  await client.call(api.tasks.stopAll, {})
  await expect(runAll).not.toContainText('of 4')
})

test('everything is paused from Runs and resumed from the list, with a banner in between', async ({ page, client }) => {
  const type = await createType(client, { name: 'Nightly' })
  await createTask(client, { type, name: 'one', scheduled_times: ['04:00'] })
  await page.goto('/runs')
  await page.getByRole('button', { name: 'Pause everything until …' }).click()
  const dialog = page.getByRole('dialog', { name: 'Pause everything until …' })
  await dialog.getByRole('radio', { name: 'In one hour' }).check()
  await dialog.getByRole('button', { name: 'Pause' }).click()
  await expect(dialog).toHaveCount(0)
  const banner = page.getByRole('status', { name: 'Pause' })
  await expect(banner).toContainText(/^Everything is paused until .+ E[SD]T by ada@example\.com\./)
  expect((await client.call(api.pauses.get, {})).pause).toMatchObject({ set_by: 'ada@example.com' })

  await page.getByRole('link', { name: 'Sync Tasks' }).click()
  await banner.getByRole('button', { name: 'Resume now' }).click()
  await expect(banner).toHaveCount(0)
  expect(await client.call(api.pauses.get, {})).toEqual({ pause: null })
})
