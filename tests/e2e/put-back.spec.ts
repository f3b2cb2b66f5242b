import { expect } from '@playwright/test'
import { api } from '#contract/api.ts'
import { createTask, createType } from './support/create-task.ts'
import { test } from './support/empty-app.ts'
import { toast } from './support/signed-in.ts'
import { taskListOn } from './support/task-list.ts'

test('a task is put back as it was, and an import is undone, each after showing what changes', async ({
  page,
  client,
}) => {
  const type = await createType(client, { name: 'Ledgers' })
  const task = await createTask(client, { type, name: 'Orders', notes: 'first' })
  const { dialog } = taskListOn(page)
  const params = { id: task.id }
  await client.call(api.tasks.update, { params, body: { notes: 'second' } })
  await client.call(api.tasks.update, { params, body: { start_row: 5 } })

  await page.goto(`/sync_tasks/${task.id}`)
  const ofTask = page.getByRole('region', { name: 'Activity' }).getByRole('listitem')
  await ofTask.nth(1).getByRole('button', { name: 'Put back as before' }).click()
  const plan = dialog('Put back as before this change')
  await expect(plan).toContainText('Start row51')
  await expect(plan).toContainText('Notessecondfirst')
  await plan.getByRole('button', { name: 'Put back' }).click()
  await expect(toast(page, 'Task put back')).toBeVisible()
  await expect(ofTask.first()).toContainText('Task put back')
  expect(await client.call(api.tasks.get, { params })).toMatchObject({ notes: 'first', start_row: 1 })

  const rows = [
    'id,name,task_type,source_ss_id,target_ss_id,notes',
    `${task.id},Orders,Ledgers,${task.source_ss_id},${task.target_ss_id},from a file`,
    ',Stock,Ledgers,stock-source,stock-target,',
  ]
  const form = new FormData()
  form.set('file', new Blob([rows.join('\n')], { type: 'text/csv' }), 'tasks.csv')
  await client.fetch(api.tasks.importCsv.path, { method: 'POST', body: form })
  await page.goto('/settings/activity')
  await page.getByRole('button', { name: 'Undo import' }).first().click()
  const undo = dialog('Undo import')
  await expect(undo).toContainText('This will be undone: 1 task moved to the trash, 1 put back.')
  await expect(undo.getByRole('listitem')).toHaveText([
    /^Stock moves to the trash/,
    /^Orders is put backNotesfrom a file/,
  ])
  await undo.getByRole('button', { name: 'Undo import' }).click()
  await expect(toast(page, 'Import undone: 1 task moved to the trash, 1 put back.')).toBeVisible()
  const entries = page.getByRole('list', { name: 'Activity' }).getByRole('listitem')
  await expect(entries.first()).toContainText('Import undone: Stock, Orders')
  const { syncTasks } = await client.call(api.tasks.list, { query: {} })
  expect(syncTasks).toMatchObject([{ name: 'Orders', notes: 'first' }])
})
