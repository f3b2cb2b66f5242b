import { expect } from '@playwright/test'
import { api } from '#contract/api.ts'
import { createType } from './support/create-task.ts'
import { test } from './support/empty-app.ts'
import { taskListOn } from './support/task-list.ts'

test('a new task gets the name of the tab that was read, unless another task of the type has it', async ({
  page,
  client,
  provider,
}) => {
  const type = await createType(client, { name: 'Named after tabs' })
  const source = await provider.createSpreadsheet('Book', [{ title: 'Ledger' }, { title: 'Other' }])
  await page.goto('/sync_tasks')
  const form = page.getByRole('dialog', { name: 'Add Sync Task' })
  for (const [target, name] of [
    ['first-target', 'Ledger'],
    ['second-target', /^Sync Task \d+$/],
  ] as const) {
    await taskListOn(page).addTask.click()
    await form.getByRole('combobox', { name: 'Task type' }).fill('Named after tabs')
    await page.getByRole('listbox').getByRole('option', { name: 'Named after tabs' }).click()
    await form.getByLabel('Source spreadsheet ID').fill(source)
    await form.getByLabel('Target spreadsheet ID').fill(target)
    await expect(form.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Ledger')
    await expect(form.getByRole('textbox', { name: 'Name', exact: true })).toHaveAccessibleDescription(
      'Follows the source tab',
    )
    await form.getByRole('button', { name: 'Add Task' }).click()
    await expect(form).toHaveCount(0)
    const { syncTasks } = await client.call(api.tasks.list, { query: {} })
    const added = syncTasks.find(({ target_ss_id }) => target_ss_id === target)
    expect(added).toMatchObject({ sync_task_type_id: type.id, source_sheet_name: '' })
    expect(added?.name).toMatch(name)
  }
})
