import { expect, type Locator, type Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { createTask, createType } from '#tests/e2e/support/create-task.ts'
import { errorReply, unreadableError } from '#tests/e2e/support/mock-reply.ts'
import { toast } from '#tests/e2e/support/signed-in.ts'
import { findFact, taskListOn } from '#tests/e2e/support/task-list.ts'
import { test } from './support/screen.ts'
import { withReply } from './support/server-reply.ts'

test('on a phone, the labels of folded fields stay inside of the form', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/sync_tasks?dialog=add')
  const { form } = findForm(page, 'Add Sync Task')
  const folded = form.locator('button[aria-expanded="false"][aria-controls]')
  await expect(folded).toHaveCount(5)
  const overflow = await folded.evaluateAll((buttons) =>
    buttons.map((button) => {
      const frame = button.parentElement?.getBoundingClientRect()
      const label = button.querySelector('span span:last-child') ?? button
      return Math.max(button.getBoundingClientRect().right, label.getBoundingClientRect().right) - (frame?.right ?? 0)
    }),
  )
  expect(Math.max(...overflow)).toBeLessThanOrEqual(0)
})

test('errors show at their fields, and nothing is sent until they are fixed', async ({ page, client }) => {
  await createType(client, { name: 'Checked' })
  await page.goto('/sync_tasks')
  await taskListOn(page).addTask.click()
  const { form, save, type, field } = findForm(page, 'Add Sync Task')
  let sent = 0
  page.on('request', (request) => {
    if (request.method() === 'POST') sent += 1
  })
  // Passing required fields is no mistake; emptying a field is.
  await expect(field('Source spreadsheet ID')).toBeFocused()
  await field('Target spreadsheet ID').fill('a')
  await field('Target spreadsheet ID').fill('')
  await field('Target spreadsheet ID').blur()
  await expect(findError(field('Target spreadsheet ID'))).toHaveText('Enter a spreadsheet ID or paste a link')
  await expect(form.locator('[aria-invalid="true"]')).toHaveCount(1)
  await expect(form.getByText('Choose a task type')).toHaveCount(0)
  await field('Target spreadsheet ID').fill('a')
  await field('Target spreadsheet ID').fill('')
  await field('Target spreadsheet ID').press('Enter')
  await expect(findError(type)).toHaveText('Choose a task type')
  await expect(field('Source spreadsheet ID')).toBeFocused()
  await expect(save).toBeDisabled()
  for (const label of ['Source spreadsheet ID', 'Target spreadsheet ID']) {
    await expect(findError(field(label))).toHaveText('Enter a spreadsheet ID or paste a link')
  }
  await field('Scheduled times').fill('04:00, 25:00')
  await expect(findError(field('Scheduled times'))).toHaveText("'25:00' is not a time in HH:MM format (24-hour)")
  await field('Source spreadsheet ID').fill('not an id')
  await field('Source spreadsheet ID').blur()
  await expect(findError(field('Source spreadsheet ID'))).toHaveText(/must be a spreadsheet ID or a link/)
  expect(sent).toBe(0)

  await choose(type, 'Checked')
  await field('Source spreadsheet ID').fill('same-spreadsheet')
  await field('Target spreadsheet ID').fill('same-spreadsheet')
  await field('Scheduled times').fill('')
  await form.getByRole('button', { name: 'Accounts, start row' }).click()
  for (const label of ['Start row', 'Chunk size']) {
    for (const [typed, problem] of [
      ['', 'must be a whole number'],
      ['12abc', 'must be a whole number'],
      ['1.5', 'must be a whole number'],
      ['0', 'must be at least 1'],
      ['99999999999999999999', 'must be at most'],
    ] as const) {
      await field(label).fill(typed)
      await expect(findError(field(label))).toContainText(`${label} ${problem}`)
      await field(label).blur()
      await expect(field(label)).toHaveValue(typed)
      await expect(save).toBeDisabled()
    }
    await field(label).fill('2')
    await expect(save).toBeEnabled()
  }
  await save.click()
  const sameTab = 'The source and the target are the same tab. Please choose another target.'
  await expect(form.getByRole('alert').filter({ hasText: sameTab })).toBeVisible()
  await expect(findError(field('Target sheet name'))).toHaveText(sameTab)
  await field('Target sheet name').fill('Mirror')
  const created = page.waitForRequest((request) => request.method() === 'POST')
  await save.click()
  expect((await created).postDataJSON()).toMatchObject({ scheduled_times: ['None'], start_row: 2 })
  await expect(toast(page, 'Sync task added')).toBeVisible()
})

test('a conflict with another task shows the rule, and the input stays', async ({ page, client, server }) => {
  const type = await createType(client, { name: 'Unique' })
  await createTask(client, { type, name: 'taken', source_ss_id: 'source-a' })
  await page.goto('/sync_tasks')
  await taskListOn(page).addTask.click()
  const { form, save, type: typeField, field } = findForm(page, 'Add Sync Task')
  await choose(typeField, 'Unique')
  await field('Name').fill('taken')
  await form.getByRole('button', { name: 'Accounts, start row' }).click()
  await field('Source spreadsheet ID').fill('source-b')
  await field('Target spreadsheet ID').fill('target-b')
  await field('Relevant user accounts').fill('maria@example.com')
  const alert = form.getByRole('alert')

  const nameTaken = 'A task with this name already exists for this task type. Please use a different name.'
  await save.click()
  await expect(findError(field('Name'))).toHaveText(nameTaken)
  await expect(page.getByText(nameTaken)).toHaveCount(1)
  await expect(field('Name')).toBeFocused()
  await expect(field('Name')).toBeInViewport()

  await field('Name').fill('free')
  await field('Source spreadsheet ID').fill('source-a')
  await field('Target spreadsheet ID').fill('target-of-taken')
  const pairTaken = 'A task with these source and target spreadsheet IDs already exists.'
  await save.click()
  await expect(findError(field('Target spreadsheet ID'))).toHaveText(pairTaken)
  await expect(page.getByText(pairTaken)).toHaveCount(1)
  await expect(field('Target spreadsheet ID')).toBeFocused()
  await field('Target spreadsheet ID').fill('target-c')

  const conflict = 'This task conflicts with an existing task. Please check the values and try again.'
  for (const { reply, text } of [
    { reply: errorReply(409, conflict), text: conflict },
    { reply: unreadableError(500), text: 'Failed to add sync task' },
    { reply: 'none' as const, text: 'Failed to add sync task' },
  ]) {
    await withReply(server, { route: api.tasks.create, reply }, async () => {
      await save.click()
      await expect(toast(page, text)).toBeVisible()
      await expect(alert.filter({ hasText: text })).toBeVisible()
    })
  }
  await expect(field('Relevant user accounts')).toHaveValue('maria@example.com')
  await expect(typeField).toHaveValue('Unique')
  await save.click()
  await expect(toast(page, 'Sync task added')).toBeVisible()
  await expect(form).toBeHidden()
})

test('an edited task is named after its sheets and moves to the chosen type', async ({ page, client, server }) => {
  const old = await createType(client, { name: 'Old home' })
  await createType(client, { name: 'New home', chunk_size: 640 })
  const fields = { source_sheet_name: 'June', target_sheet_name: 'Summer' }
  const { id } = await createTask(client, {
    type: old,
    name: 'June',
    scheduled_times: ['07:30'],
    ...fields,
  })
  await page.goto('/sync_tasks')
  const { card } = taskListOn(page)
  await card('Summer').getByRole('button', { name: 'Edit' }).click()
  const { form, save, type, field } = findForm(page, 'Edit Sync Task')
  await expect(type).toHaveValue('Old home')
  await form.getByRole('button', { name: 'Accounts, start row' }).click()
  await expect(field('Name')).toHaveValue('June')
  await expect(field('Chunk size')).not.toBeEditable()
  await expect(field('Scheduled times')).toHaveValue('07:30')
  await field('Source sheet name').fill('')
  await expect(field('Name')).toHaveValue('Summer')
  await field('Target sheet name').fill('')
  await expect(field('Name')).toHaveValue(`Sync Task ${id}`)
  await field('Source sheet name').fill('July')
  await choose(type, 'New home')
  await expect(field('Chunk size')).toHaveValue('640')
  await field('Max concurrent').fill('3')

  await withReply(server, { route: api.tasks.update, reply: unreadableError(500) }, async () => {
    await save.click()
    await expect(toast(page, 'Failed to update sync task')).toBeVisible()
  })
  await expect(field('Source sheet name')).toHaveValue('July')
  await save.click()
  await expect(toast(page, 'Sync task updated')).toBeVisible()
  await expect(form).toBeHidden()
  await expect(card('July').getByText('New home', { exact: true })).toBeVisible()
  await expect(card('July').getByRole('link', { name: 'July', exact: true })).toBeVisible()
  await expect(findFact(card('July'), 'Chunk size')).toHaveText('640')
  await expect(findFact(card('July'), 'Max concurrent')).toHaveText('3')
})

function findForm(page: Page, title: string) {
  const form = page.getByRole('dialog', { name: title })
  return {
    form,
    save: form.getByRole('button', { name: /^(Add Task|Save)$/ }),
    type: form.getByRole('combobox', { name: 'Task type' }),
    field: (label: string) =>
      form
        .getByRole('textbox', { name: label, exact: true })
        .or(form.getByRole('combobox', { name: label, exact: true })),
  }
}

/** The error message below a field. */
function findError(field: Locator): Locator {
  return field.locator('xpath=ancestor::*[*[contains(@id, "-error")]][1]/*[contains(@id, "-error")]')
}

async function choose(field: Locator, label: string): Promise<void> {
  await field.fill(label)
  await field.page().getByRole('listbox').getByRole('option', { name: label, exact: true }).click()
}
