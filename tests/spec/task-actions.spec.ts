import { expect, type Page } from '@playwright/test'
import { dismissToast, expectToast, findCard, showTasks, test, toast } from './support/journey.ts'
import { task } from './support/records.ts'

const RUN_TOAST_SECONDS = 6

test('the buttons of a card', async ({ page, server }) => {
  await page.goto('/sync_tasks')

  await test.step('each move sends its action; a warning is shown as one', async () => {
    const card = findCard(page, 'To 1')
    const actions = { 'Push to top': 'front', 'Move up': 'up', 'Move down': 'down', 'Push to bottom': 'back' }
    for (const [name, action] of Object.entries(actions)) {
      server.forgetReceived()
      const button = card.getByRole('button', { name })
      await expect(button).toHaveAttribute('aria-disabled', 'false')
      await button.click()
      await expect.poll(() => server.received('POST /api/sync_tasks/:id/reposition').length).toBe(1)
      expect(server.requireBody('POST /api/sync_tasks/:id/reposition')).toEqual({ action })
      // Before that, the list may have been read by itself, and the button may not show yet that the move is in
      // progress.
      await expect
        .poll(() => server.receivedSince('POST /api/sync_tasks/:id/reposition'))
        .toContain('GET /api/sync_tasks')
    }
    server.reply('POST /api/sync_tasks/:id/reposition', { json: { status: 'warning', message: 'Already first.' } })
    await expect(card.getByRole('button', { name: 'Move up' })).toHaveAttribute('aria-disabled', 'false')
    await card.getByRole('button', { name: 'Move up' }).click()
    await expectToast(page, { text: 'Already first.', kind: 'warning' })
  })

  await test.step('deleting asks first, and removes the card after a 204', async () => {
    await findCard(page, 'To 2').getByRole('button', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete Sync Task' })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toHaveCount(0)
    expect(server.received('DELETE /api/sync_tasks/:id')).toHaveLength(0)
    await deleteTask(page, 'To 2')
    await expect(findCard(page, 'To 2')).toHaveCount(0)
    expect(server.received('DELETE /api/sync_tasks/:id').map(({ ids }) => ids)).toEqual([[2]])
  })

  await test.step('a warning from a run is a warning, and the task does not start', async () => {
    server.reply('POST /api/sync_tasks/:id/execute', { json: { status: 'warning', message: 'Inactive.' } })
    const run = findCard(page, 'To 1').getByRole('button', { name: 'Run Task' })
    await run.click()
    await expectToast(page, { text: 'Inactive.', kind: 'warning', seconds: RUN_TOAST_SECONDS })
    await expect(run).toBeVisible()
    server.restore('POST /api/sync_tasks/:id/execute')
    server.forgetReceived()
  })

  await test.step('running a task starts it on the card and says what the server says', async () => {
    const card = findCard(page, 'To 1')
    await card.getByRole('button', { name: 'Run Task' }).click()
    await expectToast(page, { text: 'Sync task started.', kind: 'success', seconds: RUN_TOAST_SECONDS })
    await expect(card.getByRole('button', { name: /^Running/ })).toBeVisible()
    const [request] = server.received('POST /api/sync_tasks/:id/execute')
    expect(request?.ids).toEqual([1])
  })
})

test('stopping shows Stopping at once and reloads the list after a second', async ({ page, server }) => {
  server.state.tasks = [
    task(1, { running_status: true, task_status: 'Running' }),
    task(2, { running_status: true, task_status: 'Queued' }),
  ]
  await page.clock.install()
  await page.goto('/sync_tasks')
  for (const title of ['To 1', 'To 2']) {
    const card = findCard(page, title)
    await card.getByRole('button', { name: 'Stop Task' }).click()
    await expect(card).toContainText('Stopping')
    const loads = server.received('GET /api/sync_tasks').length
    await page.clock.runFor(1_000)
    await expect(card).toContainText('Stopped')
    expect(server.received('GET /api/sync_tasks').length).toBeGreaterThan(loads)
  }
  expect(server.received('POST /api/sync_tasks/stop/:id').map(({ ids }) => ids)).toEqual([[1], [2]])
})

test('a toggle flips at once, takes the value of the server, and is locked for half a second', async ({
  page,
  server,
}) => {
  await page.clock.install()
  await page.goto('/sync_tasks')
  const card = findCard(page, 'To 1')
  const toggle = card.getByRole('switch')
  const release = server.hold('POST /api/sync_tasks/:id/toggle_active')
  await toggle.click()
  await expect(card).toContainText('Updating...')
  await expect(toggle).not.toBeChecked()
  await page.clock.pauseAt(Date.now() + 60_000)
  const answered = page.waitForResponse(/toggle_active$/)
  release()
  await answered
  await expect(async () => {
    await page.clock.runFor(5)
    await expect(card).toContainText('Inactive', { timeout: 100 })
  }).toPass()
  expect(server.requireBody('POST /api/sync_tasks/:id/toggle_active')).toEqual({ is_active: false })

  await toggle.click({ force: true })
  await page.clock.runFor(300)
  expect(server.received('POST /api/sync_tasks/:id/toggle_active')).toHaveLength(1)
  await page.clock.runFor(300)
  server.reply('POST /api/sync_tasks/:id/toggle_active', { json: { is_active: false, message: 'Stays inactive.' } })
  await toggle.click()
  await expect.poll(() => server.received('POST /api/sync_tasks/:id/toggle_active').length).toBe(2)
  await page.clock.resume()
  await expect(card).toContainText('Inactive')
  await expect(toggle).not.toBeChecked()
})

test('a toggle that fails reverts and is locked for half a second', async ({ page, server }) => {
  await page.clock.install()
  await page.goto('/sync_tasks')
  const toggle = findCard(page, 'To 1').getByRole('switch')
  await expect(toggle).toBeChecked()
  server.reply('POST /api/sync_tasks/:id/toggle_active', { status: 500 })
  await page.clock.pauseAt(Date.now() + 60_000)
  const answered = page.waitForResponse(/toggle_active$/)
  await toggle.click()
  await answered
  await expect(async () => {
    await page.clock.runFor(5)
    await expect(toast(page, 'Error updating task status')).toBeVisible({ timeout: 100 })
  }).toPass()
  await expect(toggle).toBeChecked()
  server.restore('POST /api/sync_tasks/:id/toggle_active')
  await toggle.click({ force: true })
  await page.clock.runFor(300)
  expect(server.received('POST /api/sync_tasks/:id/toggle_active')).toHaveLength(1)
  await page.clock.runFor(300)
  await toggle.click()
  await page.clock.resume()
  await expect(toggle).not.toBeChecked()
})

test('a list that was asked for before a toggle does not flip it back', async ({ page, server }) => {
  await page.goto('/sync_tasks')
  const card = findCard(page, 'To 1')
  await expect(card).toContainText('Active')
  const before = structuredClone(server.state.tasks)
  const asked = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  server.reply('GET /api/sync_tasks', async () => {
    asked.resolve()
    await released.promise
    return { json: { syncTasks: before, totalPages: 1 } }
  })
  await page.getByRole('button', { name: 'Refresh' }).click()
  await asked.promise
  server.restore('GET /api/sync_tasks')
  await card.getByRole('switch').click()
  await expect
    .poll(() => server.receivedSince('POST /api/sync_tasks/:id/toggle_active'))
    .toContain('GET /api/sync_tasks')
  released.resolve()
  await expect(card).not.toContainText('Updating...')
  await expect(card).toContainText('Inactive')
})

test('the buttons of a group', async ({ page, server }) => {
  await page.goto('/sync_tasks')

  await test.step('they follow the states of the group and send the id of the type', async () => {
    await showTasks(page, {
      server,
      tasks: [
        task(1, { is_active: false }),
        task(2, { running_status: true, task_status: 'running' }),
        task(3, { sync_task_type_id: 2, task_type: { id: 2, name: 'Type 2' } }),
      ],
    })
    const button = (label: string, type: string) => page.getByRole('button', { name: `${label} ${type}` })
    await expect(button('Run Group', 'Type 1')).toHaveAttribute('aria-disabled', 'true')
    await expect(button('Stop Group', 'Type 2')).toHaveAttribute('aria-disabled', 'true')
    await button('Stop Group', 'Type 1').click()
    await expectToast(page, { text: 'Group stopped.', kind: 'success' })
    await button('Run Group', 'Type 2').click()
    await expectToast(page, { text: 'Group started.', kind: 'success', seconds: RUN_TOAST_SECONDS })
    expect(server.received('POST /api/sync_task_types/:id/stop_group').map(({ ids }) => ids)).toEqual([[1]])
    expect(server.received('POST /api/sync_task_types/:id/run_group').map(({ ids }) => ids)).toEqual([[2]])
    server.forgetReceived()
  })

  await test.step('without a usable type id they refuse', async () => {
    const withoutType = { sync_task_type_id: undefined, task_type: undefined }
    await showTasks(page, {
      server,
      tasks: [task(1), task(2, { ...withoutType, running_status: true, task_status: 'Queued' }), task(3, withoutType)],
    })
    await expect(page.getByRole('article')).toHaveCount(3)
    for (const label of ['Run Group', 'Stop Group']) {
      await page.getByRole('button', { name: label }).last().click()
      await expectToast(page, { text: 'Cannot determine correct type for group action.', kind: 'error' })
      await dismissToast(page, 'Cannot determine correct type for group action.')
    }
    expect(server.received('POST /api/sync_task_types/:id/run_group')).toHaveLength(0)
  })
})

async function deleteTask(page: Page, title: string): Promise<void> {
  await findCard(page, title).getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog', { name: 'Delete Sync Task' }).getByRole('button', { name: 'Delete' }).click()
}
