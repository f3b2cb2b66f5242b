import { expect, type Page } from '@playwright/test'
import { dismissToast, expectToast, findCard, showTasks, test } from './support/journey.ts'
import { task } from './support/records.ts'

test('Run All', async ({ page, server }) => {
  await page.goto('/sync_tasks')

  await test.step('shows a warning as a warning and any other status as an info', async () => {
    for (const [status, kind] of [
      ['warning', 'warning'],
      ['skipped', 'info'],
    ] as const) {
      const text = `It was ${status}.`
      server.reply('POST /api/sync_tasks/execute_all', { json: { status, message: text } })
      await button(page, 'Run All Tasks').click()
      await expectToast(page, { text, kind, seconds: 6 })
      await expect(button(page, 'Run All Tasks')).toBeVisible()
    }
    server.restore('POST /api/sync_tasks/execute_all')
    server.forgetReceived()
  })

  await test.step('runs all and is then blocked', async () => {
    await button(page, 'Run All Tasks').click()
    await expectToast(page, { text: 'All tasks started.', kind: 'success', seconds: 6 })
    const running = button(page, 'Running All...')
    await expect(running).toHaveAttribute('aria-disabled', 'true')
    await expect(findCard(page, 'To 1').getByRole('button', { name: /^Running/ })).toBeVisible()
    await running.click({ force: true })
    expect(server.received('POST /api/sync_tasks/execute_all')).toHaveLength(1)
    server.forgetReceived()
  })

  await test.step('is blocked while a task is running, as is Delete All', async () => {
    await showTasks(page, { server, tasks: [task(1, { running_status: true, task_status: 'Running' }), task(2)] })
    await expect(button(page, 'Run All Tasks')).toHaveAttribute('aria-disabled', 'true')
    await button(page, 'Run All Tasks').click({ force: true })
    await button(page, 'Delete All').click({ force: true })
    await expectToast(page, { text: 'Cannot delete while tasks are running', kind: 'info' })
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(server.received('POST /api/sync_tasks/execute_all')).toHaveLength(0)
  })
})

test('the other buttons for all tasks', async ({ page, server }) => {
  await page.goto('/sync_tasks')

  await test.step('Reset Status says how many tasks were reset', async () => {
    await button(page, 'Reset Status').click()
    await expectToast(page, { text: 'Reset 2 tasks.', kind: 'success' })
    for (const [reset_count, text, kind] of [
      [1, 'Reset 1 task.', 'success'],
      [0, 'No tasks needed to be reset.', 'info'],
    ] as const) {
      server.reply('POST /api/sync_tasks/reset_running_status', { json: { reset_count } })
      await button(page, 'Reset Status').click()
      await expectToast(page, { text, kind })
    }
  })

  await test.step('without tasks to stop, Stop All says so', async () => {
    await button(page, 'Stop All').click({ force: true })
    await expectToast(page, { text: 'No running or queued tasks to stop', kind: 'info' })
  })

  await test.step('Stop All counts what it stops', async () => {
    await showTasks(page, {
      server,
      tasks: ['running', 'Running', 'QUEUED', 'failed', 'Success'].map((task_status, index) =>
        task(index + 1, { task_status }),
      ),
    })
    await button(page, 'Stop All').click()
    const dialog = page.getByRole('dialog', { name: 'Stop All Tasks' })
    await expect(dialog).toContainText(/4 tasks/)
    await expect(dialog).toContainText('2 running')
    await expect(dialog).toContainText('1 queued')
    const loads = server.received('GET /api/sync_tasks').length
    await dialog.getByRole('button', { name: 'Stop All' }).click()
    await expect(dialog).toHaveCount(0)
    expect(server.received('POST /api/sync_tasks/stop_all')).toHaveLength(1)
    await expect.poll(() => server.received('GET /api/sync_tasks').length).toBeGreaterThan(loads)
    await expect(page.getByRole('region', { name: /^Notifications/ }).locator('.Toastify__toast--error')).toHaveCount(0)
  })

  await test.step('Toggle All activates when at most half are active, and deactivates otherwise', async () => {
    for (const { active, target } of [
      { active: [true, false], target: true },
      { active: [true, undefined, false], target: false },
    ]) {
      server.forgetReceived()
      await showTasks(page, { server, tasks: active.map((is_active, index) => task(index + 1, { is_active })) })
      await expect(page.getByRole('article')).toHaveCount(active.length)
      await button(page, 'Toggle All Active/Inactive').click()
      await expect.poll(() => server.received('POST /api/sync_tasks/toggle_all_active').length).toBe(1)
      expect(server.requireBody('POST /api/sync_tasks/toggle_all_active')).toEqual({ target_state: target })
      const switches = page.getByRole('switch')
      for (const one of await switches.all()) await expect(one).toBeChecked({ checked: target })
    }
  })

  await test.step('Delete All asks with the count and deletes after a 204', async () => {
    await button(page, 'Delete All').click()
    const dialog = page.getByRole('dialog', { name: 'Delete All Sync Tasks' })
    await expect(dialog).toContainText('3 tasks')
    await dialog.getByRole('button', { name: /^Delete/ }).click()
    await expect(page.getByRole('article')).toHaveCount(0)
    await expect(dialog).toHaveCount(0)
    expect(server.received('DELETE /api/sync_tasks/delete_all')).toHaveLength(1)
  })

  await test.step('without tasks, the buttons say so', async () => {
    await button(page, 'Delete All').click({ force: true })
    await expectToast(page, { text: 'No tasks to delete', kind: 'info' })
    for (const name of ['Run All Tasks', 'Toggle All Active/Inactive']) {
      await button(page, name).click({ force: true })
      await expectToast(page, { text: 'No tasks available', kind: 'info' })
      await dismissToast(page, 'No tasks available')
    }
  })
})

function button(page: Page, name: string) {
  return page.getByRole('toolbar', { name: 'All tasks' }).getByRole('button', { name, exact: true })
}
