import { expect } from '@playwright/test'
import { api } from '#contract/api.ts'
import { createTask, createType } from './support/create-task.ts'
import { test } from './support/signed-in.ts'
import { taskListOn } from './support/task-list.ts'

test('a form leaves alone what somebody else saved meanwhile, and asks about a field that both changed', async ({
  page,
  client,
}) => {
  const type = await createType(client, { name: 'Shared' })
  const { id } = await createTask(client, { type, name: 'Both', target_sheet_name: 'Both', notes: 'first' })
  const params = { id }
  const read = () => client.call(api.tasks.get, { params })
  await page.goto(`/sync_tasks?type=${type.id}`)
  await taskListOn(page).card('Both').getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('dialog', { name: 'Edit Sync Task' })
  await form.getByRole('button', { name: 'Accounts, start row' }).click()
  await form.getByLabel('Notes').fill('mine')
  await client.call(api.tasks.update, { params, body: { notes: 'theirs', start_row: 5 } })
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(form.getByText('Changed meanwhile by ada@example.com: notes.')).toBeVisible()
  expect(await read()).toMatchObject({ notes: 'theirs', start_row: 5 })
  await form.getByRole('button', { name: 'Save mine' }).click()
  await expect(form).toBeHidden()
  expect(await read()).toMatchObject({ notes: 'mine', start_row: 5 })
})
