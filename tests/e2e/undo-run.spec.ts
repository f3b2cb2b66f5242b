import { expect } from '@playwright/test'
import { api } from '#contract/api.ts'
import { runToSuccess } from '#tests/support/run-to-end.ts'
import { createRunnableTask, createType } from './support/create-task.ts'
import { test } from './support/empty-app.ts'
import { expectDialogAccessible } from './support/expect-accessible.ts'

test('a person sees what an undo would do, undoes a run, and undoes the undo', async ({ page, client, provider }) => {
  const type = await createType(client, { name: 'Undo' })
  const rows = [
    ['id', 'name'],
    [1, 'Ann'],
    [2, 'Bo'],
    [3, 'Cy'],
  ]
  const task = await createRunnableTask({ client, provider }, { type, name: 'Ledger', rows, start_row: 2 })
  const target = { id: task.target_ss_id, tab: task.target_sheet_name }
  await provider.enter(target.id, `'${target.tab}'!A2:B3`, [
    ['old', '=1+1'],
    ['older', 'x'],
  ])
  await runToSuccess(client, task.id)
  const copied = rows.slice(1)
  expect(await provider.entered(target.id, `'${target.tab}'!A2:B4`)).toEqual(copied)
  await provider.enter(target.id, `'${target.tab}'!B4`, [['edited by hand']])

  const lastRun = async () => {
    const { runs } = await client.call(api.runs.list, { query: { task_id: task.id, limit: 1 } })
    return runs[0]?.id ?? 0
  }
  const undo = async (choose: () => Promise<void>, button: string) => {
    const run = await lastRun()
    await page.goto(`/sync_tasks/${task.id}/runs/${run}`)
    await page.getByRole('button', { name: 'Undo back to before this run' }).click()
    const dialog = page.getByRole('dialog', { name: `Undo back to before run ${run}` })
    await expect(dialog.getByRole('button', { name: button })).toBeVisible()
    await choose()
    await dialog.getByRole('button', { name: /^Undo \d+ cell/ }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(page).toHaveURL(`/sync_tasks/${task.id}`)
    await expect
      .poll(async () => (await client.call(api.tasks.get, { params: { id: task.id } })).running_status)
      .toBe(false)
    return run
  }

  const first = await lastRun()
  await undo(async () => {
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('radiogroup', { name: '1 cell was edited since' })).toBeVisible()
    await expect(dialog.getByRole('row', { name: 'B4 name edited by hand (empty)' })).toBeVisible()
    await expectDialogAccessible(page, 'the undo dialog')
  }, 'Undo 5 cells')
  await expect(page.getByText('1 cell was edited since and left as it is').first()).toBeVisible()
  const asBefore = [
    ['old', '=1+1'],
    ['older', 'x'],
    ['', 'edited by hand'],
  ]
  expect(await provider.entered(target.id, `'${target.tab}'!A2:B4`)).toEqual(asBefore)

  const second = await undo(async () => {}, 'Undo 5 cells')
  await page.goto(`/sync_tasks/${task.id}/runs/${second}`)
  await expect(page.getByText(`Undo back to before run ${first} by ada@example.com, `)).toBeVisible()
  const again = [
    [1, 'Ann'],
    [2, 'Bo'],
    [3, 'edited by hand'],
  ]
  expect(await provider.entered(target.id, `'${target.tab}'!A2:B4`)).toEqual(again)

  await page.goto(`/sync_tasks/${task.id}/runs/${first}`)
  await page.getByRole('button', { name: 'Undo back to before this run' }).click()
  await page.getByRole('radio', { name: 'Overwrite edited cells too' }).check()
  await page.getByRole('button', { name: 'Undo 6 cells' }).click()
  await expect
    .poll(() => provider.entered(target.id, `'${target.tab}'!A2:B4`))
    .toEqual([
      ['old', '=1+1'],
      ['older', 'x'],
    ])
})

test('a run that changed nothing offers no undo', async ({ page, client, provider }) => {
  const type = await createType(client, { name: 'Equal' })
  const task = await createRunnableTask({ client, provider }, { type, name: 'Equal' })
  for (let run = 0; run < 2; run += 1) await runToSuccess(client, task.id)
  const { runs } = await client.call(api.runs.list, { query: { task_id: task.id, limit: 2 } })
  const undo = page.getByRole('button', { name: 'Undo back to before this run' })
  await page.goto(`/sync_tasks/${task.id}/runs/${runs[1]?.id}`)
  await expect(undo).toBeVisible()
  await page.goto(`/sync_tasks/${task.id}/runs/${runs[0]?.id}`)
  await expect(page.getByText('Success', { exact: true }).first()).toBeVisible()
  await expect(undo).toHaveCount(0)
})
