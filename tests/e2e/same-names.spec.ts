import { expect, type Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { runToEnd } from '#tests/support/run-to-end.ts'
import { createRunnableTask, createType } from './support/create-task.ts'
import { test } from './support/empty-app.ts'
import { toast } from './support/signed-in.ts'
import { taskListOn } from './support/task-list.ts'

const TYPES = ['Invoices', 'Payroll']

/** Each of them is named once, and nothing else tells them apart. */
const titles = TYPES.map((type) => `Data (${type})`)

async function expectApart(page: Page, names: readonly string[]): Promise<void> {
  for (const name of names) await expect(page.getByText(name, { exact: true })).toHaveCount(1)
}

test('two tasks with the same name and tabs are told apart on every screen', async ({ page, client, provider }) => {
  const tasks = []
  for (const name of TYPES) {
    const type = await createType(client, { name, max_retries: 0 })
    const fields = { type, name: 'Data', source_sheet_name: 'Data', target_sheet_name: 'Data' }
    const task = await createRunnableTask({ client, provider }, fields)
    tasks.push(task)
    await provider.refuseRequests(task.source_ss_id, 'forbidden')
    await runToEnd(client, task.id)
  }
  const [first, second] = tasks
  if (!first || !second) throw new Error('There are no tasks')

  await test.step('Home names both incidents by name and type', async () => {
    await page.goto('/')
    for (const title of titles) await expect(page.getByRole('link', { name: `${title} failed` })).toBeVisible()
    for (const title of titles) await expect(page.getByRole('button', { name: `Run again: ${title}` })).toBeVisible()
  })

  await test.step('the palette shows the type beside the name', async () => {
    await page.keyboard.press('Control+K')
    await page.getByPlaceholder(/search/i).fill('Data')
    for (const name of TYPES) await expect(page.getByText(name, { exact: true }).first()).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('a card, its check box and its buttons have the type in their names', async () => {
    await page.goto('/sync_tasks')
    for (const title of titles) {
      await expect(page.getByRole('article', { name: title, exact: true })).toHaveCount(1)
      await expect(page.getByRole('checkbox', { name: `Select ${title}` })).toHaveCount(1)
      await expect(page.getByRole('button', { name: `Edit ${title}` })).toHaveCount(1)
    }
  })

  await test.step('a toast names the type of the task that runs', async () => {
    await provider.restoreReplies()
    const card = taskListOn(page).cards.filter({ has: page.getByRole('checkbox', { name: `Select ${titles[1]}` }) })
    await card.getByRole('button', { name: 'Run Task' }).click()
    await expect(toast(page, "'Data' (Payroll) is queued.")).toBeVisible()
    await expect(card).toHaveAttribute('data-status', 'Success')
  })

  await test.step('the dialog that deletes names the type', async () => {
    const card = taskListOn(page).cards.filter({ has: page.getByRole('checkbox', { name: `Select ${titles[0]}` }) })
    await card.getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('dialog')).toContainText('"Data" (Invoices)')
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  })

  await test.step('Activity, a page and its runs name the type', async () => {
    await page.goto('/activity?kind=task_created')
    await expectApart(page, titles)
    await page.getByRole('link', { name: `${titles[0]}`, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Data (Invoices)')
    const { recent_runs } = await client.call(api.tasks.get, { params: { id: second.id } })
    await page.goto(`/sync_tasks/${second.id}/runs/${recent_runs.at(-1)?.id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Data \(Payroll\) · Run \d+$/)
  })
})
