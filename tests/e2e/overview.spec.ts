import { expect, type Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { runToEnd } from '#tests/support/run-to-end.ts'
import { createRunnableTask, createTask, createType } from './support/create-task.ts'
import { test } from './support/empty-app.ts'

const sectionOn = (page: Page, name: string) => page.getByRole('main').getByRole('region', { name })

test('the home page shows what needs attention, runs and is scheduled, without a reload', async ({
  page,
  client,
  provider,
}) => {
  await page.goto('/')
  const attention = sectionOn(page, 'Needs attention')
  const runs = sectionOn(page, 'Runs')

  await test.step('a quiet installation says that nothing needs attention', async () => {
    await expect(attention).toContainText('Nothing needs your attention.')
    await expect(runs).toContainText('EST')
    await expect(runs).toContainText('Nothing ran, and nothing is scheduled.')
  })

  await test.step('the next scheduled time names one task or counts several', async () => {
    const type = await createType(client, { name: 'Nightly' })
    await createTask(client, { type, name: 'one', target_sheet_name: 'One', scheduled_times: ['04:00'] })
    await expect(runs.getByRole('link', { name: /^04:00 ?one Nightly/ })).toHaveAttribute('href', '/runs')
    await createTask(client, { type, name: 'two', source_ss_id: 'other', scheduled_times: ['04:00'] })
    await expect(runs.getByRole('link', { name: /^04:00 ?2 tasks/ })).toHaveAttribute('href', '/runs')
  })

  await test.step('a run appears while it is in progress', async () => {
    const type = await createType(client, { name: 'Live' })
    const task = await createRunnableTask({ client, provider }, { type, name: 'Slow' })
    await provider.delayReplies(task.source_ss_id)
    await client.call(api.tasks.execute, { params: { id: task.id }, body: {} })
    await expect(runs.getByRole('link', { name: /^1 in progress/ })).toHaveAttribute('href', '/runs')
    await client.call(api.tasks.stop, { params: { id: task.id } })
    await expect(runs.getByRole('link', { name: /in progress/ })).toHaveCount(0)
  })

  await test.step('a failed task leads to its run, its count to all failed tasks', async () => {
    const type = await createType(client, { name: 'Ledger' })
    const { id } = await createTask(client, { type, name: 'broken', target_sheet_name: 'Broken' })
    await runToEnd(client, id)
    const summary = page.getByRole('status', { name: 'Summary' })
    await expect(summary.getByRole('link', { name: '1 error' })).toHaveAttribute('href', '/sync_tasks?status=Error')
    await attention.getByRole('link', { name: 'broken (Ledger) failed' }).click()
    await expect(page).toHaveURL(new RegExp(`/sync_tasks/${id}/runs/\\d+$`))
  })

  await test.step('a held task leads to the table of held tasks, where it can be copied anyway', async () => {
    const type = await createType(client, { name: 'Guarded' })
    const task = await createRunnableTask({ client, provider }, { type, name: 'Held', rows: [['id']] })
    await runToEnd(client, task.id)
    await page.getByRole('link', { name: 'Home' }).click()
    await expect(page.getByRole('link', { name: '1 held' })).toBeVisible()
    await attention.getByRole('link', { name: 'Held (Guarded) was held, nothing written' }).click()
    await expect(page).toHaveURL('/sync_tasks?held=true')
    await expect(page.getByRole('button', { name: 'Copy anyway: Held' })).toBeVisible()
  })
})

test('an installation whose tasks are all inactive says so instead of counting none', async ({ page, client }) => {
  const type = await createType(client, { name: 'Paused' })
  const { id } = await createTask(client, { type, name: 'one' })
  const summary = page.getByRole('status', { name: 'Summary' })
  await page.goto('/')
  await expect(summary).toHaveText('0 of 1 up to date · 1 never run')
  await client.call(api.tasks.toggleActive, { params: { id }, body: { is_active: false } })
  await expect(summary).toHaveText('No active tasks')
  await expect(sectionOn(page, 'Needs attention')).toContainText('All tasks are inactive')
})
