import { expect, type Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { createTask, createType } from '#tests/e2e/support/create-task.ts'
import { expectAccessible } from '#tests/e2e/support/expect-accessible.ts'
import { toast } from '#tests/e2e/support/signed-in.ts'
import { taskListOn } from '#tests/e2e/support/task-list.ts'
import { buildSuccess } from './support/build-success.ts'
import { addManyTasks } from './support/sample-records.ts'
import { test } from './support/screen.ts'

const ROW_PX = 36

test('rows show each task in one line, are remembered, and open its card beside the list', async ({
  page,
  client,
  server,
}) => {
  const type = await createType(client, { name: 'Dense' })
  const done = await createTask(client, { type, name: 'done', target_sheet_name: 'done' })
  await createTask(client, { type, name: 'idle', target_sheet_name: 'idle' })
  server.changeTask(done.id, buildSuccess())
  await page.goto('/sync_tasks')
  const { cards, card } = taskListOn(page)
  await expect(card('done')).toBeVisible()
  await viewButton(page, 'Rows').click()
  await expect(cards).toHaveCount(2)
  await page.reload()
  await expect(viewButton(page, 'Rows')).toHaveAttribute('aria-pressed', 'true')

  const row = findRow(page, 'done')
  await expect(row).toContainText('Success')
  await expect(row).toContainText('Last copied')
  await expect(row).toContainText('3 cells changed')
  await expect(row).toContainText('Next run -')
  await expect(row.getByRole('list', { name: 'Last run: 1 Success' })).toBeVisible()
  await expect(findRow(page, 'idle')).toContainText('Never')
  expect((await row.boundingBox())?.height).toBe(ROW_PX)
  await expectAccessible(page, 'rows')

  const panel = page.getByRole('region', { name: 'Task done' })
  await row.getByText('Success').click()
  await expect(panel).toBeFocused()
  await expect(panel.getByRole('article', { name: 'done' }).getByRole('button', { name: /^Run Task/ })).toBeVisible()
  await expectAccessible(page, 'rows with a panel')
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(findName(page, 'done')).toBeFocused()

  await viewButton(page, 'Cards').click()
  await expect(card('done')).toBeVisible()
})

test('the actions of a row run, preview, and the rest', async ({ page, client, server }) => {
  const type = await createType(client, { name: 'Acting' })
  await createTask(client, { type, name: 'first', target_sheet_name: 'first' })
  await createTask(client, { type, name: 'second', target_sheet_name: 'second' })
  await showRows(page)
  const row = findRow(page, 'first')
  await row.getByRole('button', { name: 'Run first' }).click()
  await expect(toast(page, "'first' (Acting) is queued.")).toBeVisible()
  server.changeTasks(({ name }) => (name === 'first' ? buildSuccess() : {}))
  await expect(row).toHaveAttribute('data-status', 'Success')

  const more = row.getByRole('button', { name: 'More actions for first' })
  const menu = page.getByRole('menu', { name: 'Actions for first' })
  await more.click()
  await expect(menu.getByRole('menuitem', { name: 'Open page' })).toBeFocused()
  await expectAccessible(page, 'menu of a row')
  await page.keyboard.press('Escape')
  await expect(menu).toHaveCount(0)
  await expect(more).toBeFocused()

  await more.click()
  await menu.getByRole('menuitem', { name: 'Move down' }).click()
  await expect(page.getByRole('article').first()).toHaveAccessibleName('second')
  await more.click()
  await menu.getByRole('menuitem', { name: 'Deactivate' }).click()
  await expect(row).toContainText('Inactive')
  await row.getByRole('button', { name: 'Preview first' }).click()
  await expect(page).toHaveURL(/\/previews\/\d+$/)
})

test('a row has one tab stop, and arrow keys reach its other controls', async ({ page, client, server }) => {
  const type = await createType(client, { name: 'Keys' })
  const { id } = await createTask(client, { type, name: 'first', target_sheet_name: 'first' })
  await createTask(client, { type, name: 'second', target_sheet_name: 'second' })
  server.changeTask(id, buildSuccess())
  await showRows(page)
  await findName(page, 'first').focus()
  await page.keyboard.press('Tab')
  await expect(findName(page, 'second')).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(findName(page, 'first')).toBeFocused()
  const row = findRow(page, 'first')
  await page.keyboard.press('ArrowLeft')
  await expect(row.getByRole('checkbox')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(row.getByRole('link', { name: /^Run: Success/ })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(row.getByRole('button', { name: 'Run first' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(findName(page, 'second')).toBeFocused()
})

test('a duplicate has the settings of its task, and another target', async ({ page, client }) => {
  const type = await createType(client, { name: 'Twice' })
  const task = await createTask(client, { type, name: 'model', target_sheet_name: 'model' })
  await client.call(api.tasks.update, { params: { id: task.id }, body: { notes: 'for both', start_row: 3 } })
  await showRows(page)
  await findRow(page, 'model').getByRole('button', { name: 'More actions for model' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  const form = page.getByRole('dialog', { name: 'Add Sync Task' })
  const target = form.getByLabel('Target spreadsheet ID')
  await expect(target).toHaveValue('')
  await target.fill('another-target')
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('copy')
  await form.getByRole('button', { name: 'Add Task' }).click()
  await expect(findRow(page, 'copy')).toBeVisible()

  const { syncTasks } = await client.call(api.tasks.list, { query: { search: 'copy' } })
  expect(syncTasks).toMatchObject([
    { name: 'copy', source_ss_id: task.source_ss_id, target_ss_id: 'another-target', notes: 'for both', start_row: 3 },
  ])
})

test('a card, the palette and the page of a task duplicate it, too', async ({ page, client }) => {
  const type = await createType(client, { name: 'Everywhere' })
  const task = await createTask(client, { type, name: 'model', target_sheet_name: 'model' })
  const form = page.getByRole('dialog', { name: 'Add Sync Task' })
  const expectCopy = async () => {
    await expect(form.getByLabel('Source spreadsheet ID')).toHaveValue(task.source_ss_id)
    await page.keyboard.press('Escape')
    await expect(form).toHaveCount(0)
  }
  await page.goto('/sync_tasks')
  await taskListOn(page).card('model').getByRole('button', { name: 'Duplicate model' }).click()
  await expectCopy()

  await page.goto('/settings')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('textbox', { name: 'Search or run a command' }).fill('duplicate model')
  await page.getByRole('button', { name: 'Duplicate model' }).click()
  await expect(page).toHaveURL('/sync_tasks')
  await expectCopy()

  await page.goto(`/sync_tasks/${task.id}`)
  const more = page.getByRole('button', { name: 'More actions for model' })
  await more.click()
  await expectAccessible(page, 'menu of a page')
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await expectCopy()
  await expect(more).toBeFocused()
  await more.click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog', { name: 'Delete Sync Task' }).getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL('/sync_tasks')
  await expect(toast(page, /^Task deleted/)).toBeVisible()
})

test('a task that missed its time is red, and its row says since when', async ({ page, client, server }) => {
  const type = await createType(client, { name: 'Late' })
  const task = await createTask(client, { type, name: 'late one', target_sheet_name: 'late one' })
  const last_successful_run = '2026-01-14T09:02:00.000Z'
  server.changeTask(task.id, { ...buildSuccess(), last_successful_run, last_due_at: '2026-01-15T09:00:00.000Z' })
  await showRows(page)
  const copied = findRow(page, 'late one').getByTitle(/^Last copied .*; it was due Jan 15, 2026/)
  await expect(copied).toContainText('late')
  await expect(copied).toHaveAttribute('data-late', 'true')
})

test('1,000 tasks: only the rows near the window are mounted, arrow keys move through them, and rows are offered', async ({
  page,
  client,
  server,
}) => {
  const type = await createType(client, { name: 'Many' })
  addManyTasks(server, { type, count: 1000 })
  await page.goto('/sync_tasks')
  const offer = page.getByRole('button', { name: 'Rows: one line for each task' })
  await expect(offer).toBeVisible()
  await page.reload()
  await expect(viewButton(page, 'Cards')).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(offer).toHaveCount(0)
  await viewButton(page, 'Rows').click()
  await expect(findRow(page, 'many 0')).toBeVisible()
  const { cards } = taskListOn(page)
  expect(await cards.count()).toBeLessThan(80)

  await findName(page, 'many 0').focus()
  for (let at = 1; at <= 40; at += 1) {
    await page.keyboard.press('ArrowDown')
    await expect(findName(page, `many ${at}`)).toBeFocused()
  }
  await expect(findRow(page, 'many 40')).toBeInViewport()
  expect(await cards.count()).toBeLessThan(80)
  await page.keyboard.press('ArrowUp')
  await expect(findName(page, 'many 39')).toBeFocused()
  // Faster than the rows below can be mounted.
  await pressAtOnce(page, { key: 'ArrowDown', times: 100 })
  await expect(findName(page, 'many 139')).toBeFocused()
  await expect(findName(page, 'many 139')).toBeInViewport()
  await pressAtOnce(page, { key: 'ArrowUp', times: 100 })
  await expect(findName(page, 'many 39')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Task many 39' })).toBeFocused()
})

test('on a phone a row fits, and its card covers the screen', async ({ page, client }) => {
  const type = await createType(client, { name: 'Pocket rows' })
  await createTask(client, { type, name: 'small', target_sheet_name: 'small' })
  await page.setViewportSize({ width: 390, height: 844 })
  await showRows(page)
  await expect(findRow(page, 'small')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await findName(page, 'small').click()
  const panel = page.getByRole('region', { name: 'Task small' })
  await expect(panel).toBeVisible()
  expect((await panel.boundingBox())?.width).toBe(390)
  await panel.getByRole('button', { name: 'Close panel' }).click()
  await expect(panel).toHaveCount(0)
})

/** Presses a key without a frame in between. */
async function pressAtOnce(page: Page, press: { key: string; times: number }): Promise<void> {
  await page.evaluate(({ key, times }) => {
    for (let pressed = 0; pressed < times; pressed += 1)
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  }, press)
}

function viewButton(page: Page, look: 'Cards' | 'Rows') {
  return page.getByRole('group', { name: 'View' }).getByRole('button', { name: look })
}

async function showRows(page: Page): Promise<void> {
  await page.goto('/sync_tasks')
  await viewButton(page, 'Rows').click()
}

function findRow(page: Page, name: string) {
  return page
    .getByRole('main')
    .locator('article[data-task-id]')
    .and(page.getByRole('article', { name, exact: true }))
    .first()
}

function findName(page: Page, name: string) {
  return findRow(page, name).getByRole('button', { name, exact: true })
}
