import { expect } from '@playwright/test'
import { api } from '#contract/api.ts'
import { createTask, createType } from './support/create-task.ts'
import { test } from './support/empty-app.ts'
import { toast } from './support/signed-in.ts'
import { taskListOn } from './support/task-list.ts'

test('a change of a task is reverted, and an import is undone, each after showing what changes', async ({
  page,
  client,
}) => {
  const type = await createType(client, { name: 'Ledgers' })
  const task = await createTask(client, { type, name: 'Orders', notes: 'first' })
  const { dialog } = taskListOn(page)
  const params = { id: task.id }
  await client.call(api.tasks.update, { params, body: { notes: 'second' } })
  await client.call(api.tasks.update, { params, body: { start_row: 5 } })

  await page.goto(`/sync_tasks/${task.id}?show=edits`)
  const ofTask = page.getByRole('list', { name: 'History' }).getByRole('listitem')
  await ofTask.nth(1).getByRole('button', { name: 'Revert this change' }).click()
  const preview = dialog('Revert this change')
  await expect(preview).toContainText('Start row51')
  await expect(preview).toContainText('Notessecondfirst')
  await preview.getByRole('button', { name: 'Revert' }).click()
  await expect(toast(page, 'Change reverted')).toBeVisible()
  await expect(ofTask.first()).toContainText('Change reverted')
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
  await expect(undo).toContainText('This will be undone: 1 task moved to the trash, 1 reverted.')
  await expect(undo.getByRole('listitem')).toHaveText([
    /^Stock \(Ledgers\) moves to the trash/,
    /^Orders \(Ledgers\) is revertedNotesfrom a file/,
  ])
  await undo.getByRole('button', { name: 'Undo import' }).click()
  await expect(toast(page, 'Import undone: 1 task moved to the trash, 1 reverted.')).toBeVisible()
  const entries = page.getByRole('list', { name: 'Activity' }).getByRole('listitem')
  await expect(entries.first()).toContainText('Import undone: Stock (Ledgers), Orders (Ledgers)')
  const { syncTasks } = await client.call(api.tasks.list, { query: {} })
  expect(syncTasks).toMatchObject([{ name: 'Orders', notes: 'first' }])
})
