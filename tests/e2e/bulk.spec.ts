import { expect } from '@playwright/test'
import { api } from '#contract/api.ts'
import { test } from './support/bare-app.ts'
import { makeTask, makeType } from './support/make.ts'
import { makeRunnable } from './support/make-runnable.ts'
import { toast } from './support/signed-in.ts'
import { listOf } from './support/task-list.ts'
import { toldRefusal, whileAnswered } from './support/while-answered.ts'

test('selected tasks are acted upon together, with counts and named refusals', async ({ page, client, provider }) => {
  const type = await makeType(client, { name: 'Picked', allowed_concurrent_tasks: 5 })
  for (const name of ['apple', 'berry']) {
    const task = await makeRunnable({ client, provider }, { type, name })
    await provider.holdBack(task.source_ss_id)
  }
  await makeTask(client, { type, name: 'acorn', target_sheet_name: 'acorn', is_active: false })
  await page.goto('/sync_tasks')
  const { card, cards, dialog, nameFilter } = listOf(page)
  const bar = page.getByRole('toolbar', { name: 'Selected tasks' })
  const act = (name: string) => bar.getByRole('button', { name, exact: true }).click()
  await expect(bar).toHaveCount(0)

  await card('apple').getByRole('checkbox', { name: 'Select apple' }).check()
  await expect(bar.getByRole('status')).toHaveText('1 selected')
  await act('Select all 3 shown')
  await expect(bar.getByRole('status')).toHaveText('3 selected')
  await act('Run')
  await expect(
    toast(page, 'Queued 2 of 3 tasks. acorn: Task is inactive. Activate it before running it.'),
  ).toBeVisible()
  await expect(bar).toHaveCount(0)
  await expect(cards.and(page.locator('[data-status="Running"]'))).toHaveCount(2)

  await nameFilter.fill('apple')
  await card('apple').getByRole('checkbox').check()
  await act('Stop')
  await expect(toast(page, 'Stopped 1 of 1 task.')).toBeVisible()
  await expect(bar).toHaveCount(0)
  await expect(card('apple')).toHaveAttribute('data-status', 'Stopped')
  await nameFilter.fill('')
  await expect(card('berry')).toHaveAttribute('data-status', 'Running')

  for (const name of ['apple', 'acorn']) await card(name).getByRole('checkbox').check()
  await act('Activate')
  await expect(toast(page, 'Activated 2 of 2 tasks.')).toBeVisible()
  await expect(bar).toHaveCount(0)
  await expect(cards.and(page.locator('[data-inactive]'))).toHaveCount(0)
  for (const name of ['apple', 'acorn']) await card(name).getByRole('checkbox').check()
  await whileAnswered(page, { route: api.tasks.toggleActive, answer: toldRefusal(503, 'Not now.') }, async () => {
    await act('Deactivate')
    await expect(toast(page, /^Deactivated 0 of 2 tasks\. .*acorn: Not now\./)).toBeVisible()
    await expect(bar).toHaveCount(0)
  })

  await card('acorn').getByRole('checkbox').check()
  await act('Clear selection')
  await expect(bar).toHaveCount(0)
  for (const name of ['apple', 'berry', 'acorn']) await card(name).getByRole('checkbox').check()
  await act('Delete')
  const asking = dialog('Delete Sync Tasks')
  await expect(asking).toContainText('The 3 selected tasks will be deleted.')
  await asking.getByRole('button', { name: 'Delete 3 tasks' }).click()
  await expect(toast(page, 'Deleted 2 of 3 tasks. berry: Cannot delete while the task is running')).toBeVisible()
  await expect(cards).toHaveCount(1)
})
