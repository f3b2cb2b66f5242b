import { expect, type Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { untilEnded } from '#tests/support/run-to-end.ts'
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

test('a wave is undone in one dialog with the sum of its changes', async ({ page, client, provider }) => {
  const type = await createType(client, { name: 'Masters' })
  const tasks = [
    await createRunnableTask({ client, provider }, { type, name: 'Countries' }),
    await createRunnableTask({ client, provider }, { type, name: 'Cities' }),
  ]
  const ids = tasks.map(({ id }) => id)
  await client.call(api.selectedTasks.execute, { body: { task_ids: ids } })
  for (const id of ids) await untilEnded(client, id)

  await page.goto('/runs')
  const waves = sectionOn(page, 'Past waves')
  await waves.getByText('2 tasks').click()
  await expect(waves.getByRole('link', { name: 'Cities' })).toHaveAttribute('href', /\/runs\/\d+$/)
  await waves.getByRole('button', { name: 'Undo this wave' }).click()
  const dialog = page.getByRole('dialog', { name: /^Undo the wave of/ })
  await expect(dialog.getByText(/^\d+ cell changes in 2 tasks will be undone\./)).toBeVisible()
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Undo of 2 tasks queued.')).toBeVisible()
  for (const id of ids) await untilEnded(client, id)
  await expect(waves.getByText(/^Undo by/)).toBeVisible()
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
  await page.getByRole('button', { name: 'Undo last runs' }).click()
  const dialog = page.getByRole('dialog', { name: 'Undo the last runs' })
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Undo of 1 task queued.')).toBeVisible()
})
