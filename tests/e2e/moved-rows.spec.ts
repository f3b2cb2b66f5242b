import { expect } from '@playwright/test'
import { api } from '#contract/api.ts'
import { runToEnd, untilEnded } from '#tests/support/run-to-end.ts'
import { createRunnableTask, createType } from './support/create-task.ts'
import { test } from './support/empty-app.ts'
import { expectAccessible, expectDialogAccessible } from './support/expect-accessible.ts'

test('a preview, a run and its undo show which rows move along', async ({ page, client, provider }) => {
  const type = await createType(client, { name: 'Carried' })
  const rows = ['K-3', 'K-1', 'K-9', 'K-4', 'K-7'].map((order) => [order, `name ${order}`])
  const [first = [], ...others] = rows
  const task = await createRunnableTask(
    { client, provider },
    { type, name: 'vault', rows: [['order', 'name'], ...rows], beside: 'carry' },
  )
  await runToEnd(client, task.id)
  await provider.enter(task.target_ss_id, 'vault!C4', [['call back', 'soon']])
  await provider.enter(task.source_ss_id, 'Data!A3', [['K-5', 'name K-5'], ...others])
  const { id } = await client.call(api.previews.start, { body: { task_ids: [task.id] } })

  await test.step('the preview lists rows with cells beside them one by one', async () => {
    await page.goto(`/previews/${id}?task=${task.id}`)
    const moves = page.getByRole('region', { name: 'Rows that move' })
    await expect(moves).toContainText('Whole rows of the target follow the source: 1 row inserted.')
    await expect(moves.getByRole('listitem')).toHaveText([
      'Row 3 → 4',
      'Row 4 → 5, with 2 cells beside',
      'Rows 5–6 → 6–7',
    ])
    await expectAccessible(page, 'preview of moved rows')
  })

  await test.step('so does the run, and its undo moves them back', async () => {
    const { id: runId } = await runToEnd(client, task.id).then(() => lastRun())
    await page.goto(`/sync_tasks/${task.id}/runs/${runId}`)
    await expect(page.getByRole('region', { name: 'Moved rows' }).getByRole('listitem')).toHaveCount(3)
    await expectAccessible(page, 'run with moved rows')
    await page.getByRole('button', { name: 'Undo back to before this run' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('4 rows move back to their places.')
    await expectDialogAccessible(page, 'undo of moved rows')
    await dialog.getByRole('button', { name: /^Undo/ }).click()
    await expect
      .poll(async () => (await provider.entered(task.target_ss_id, 'vault!A4:D4'))[0])
      .toEqual(['K-9', 'name K-9', 'call back', 'soon'])
    await untilEnded(client, task.id)
  })

  await test.step('where only rows moved, the undo can be started, too', async () => {
    await runToEnd(client, task.id)
    await provider.enter(task.source_ss_id, 'Data!A3', [...others, ['K-5', 'name K-5']])
    await runToEnd(client, task.id)
    const { id: runId } = await lastRun()
    await page.goto(`/sync_tasks/${task.id}/runs/${runId}`)
    await page.getByRole('button', { name: 'Undo back to before this run' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('Only rows of')
    await expect(dialog.getByRole('button', { name: 'Move rows back' })).toBeEnabled()
  })
  expect(first).toEqual(['K-3', 'name K-3'])

  async function lastRun() {
    const { runs } = await client.call(api.runs.list, { query: { task_id: task.id, limit: 1 } })
    return runs[0] ?? { id: 0 }
  }
})
