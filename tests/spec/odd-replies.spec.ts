import { expect } from '@playwright/test'
import { findCard, findFact, test } from './support/journey.ts'
import { bareTask, log, task } from './support/records.ts'

test('tasks with most fields missing, or odd ones, are all shown', async ({ page, server }) => {
  server.state.tasks = [
    task(1),
    bareTask(2),
    bareTask(3, { task_type: null, sync_task_type_id: null, latest_log: {}, last_triggered: {}, position_actions: {} }),
    task(4, { task_status: 'SUCCESS', is_active: null, scheduled_times: '04:00, 23:00', chunk_size: '700' }),
    task(5, { task_status: '', scheduled_times: null, logs: null, running_status: null, start_row: null }),
    task(6, { task_status: 'Exploded', retry_count: null, last_error_count: undefined, total_elapsed_seconds: 12.6 }),
    task(7, { last_successful_run: 'yesterday', last_triggered: { time: 'noon', triggered_by: null } }),
    task(8, {
      last_successful_run: '2026-11-20 08:00:00',
      latest_log: log(1, { timestamp: 'Fri, 20 Nov 2026', level: 'debug' }),
    }),
    task(9, { last_triggered: { time: null, triggered_by: 'cron' }, name: null }),
    task(10, { last_triggered: 'last night', latest_log: 'It went well', max_concurrent_tasks: 0 }),
  ]
  // Tall enough for all cards: only cards near the window are rendered.
  await page.setViewportSize({ width: 1280, height: 5000 })
  await page.goto('/sync_tasks')
  await expect(page.getByText(/10 total/)).toBeVisible()
  for (const title of ['To 1', 'Sync Task 2', 'Sync Task 3', 'To 4', 'To 5', 'To 6', 'To 7', 'To 8', 'To 9', 'To 10']) {
    await expect(findCard(page, title), title).toBeVisible()
    await expect(findCard(page, title), title).not.toContainText(/undefined|null|NaN|Invalid Date|\[object/)
  }
  const bare = findCard(page, 'Sync Task 2')
  await expect(bare).toContainText('Pending')
  await expect(bare.getByRole('switch')).toBeChecked()
  await expect(findFact(bare, 'Chunk size')).toHaveText('1,000')
  await expect(bare).toContainText('No logs available.')
  await expect(findCard(page, 'To 4')).toContainText('Success')
})

test('one task that makes no sense does not hide the others', async ({ page, server }) => {
  for (const odd of [null, 'task', 7, [], {}, { id: 'abc' }, { id: 2, task_type: 'x', logs: 5, position_actions: 3 }]) {
    server.reply('GET /api/sync_tasks', { json: { syncTasks: [task(1), odd, task(3)], totalPages: 1 } })
    await page.goto('/sync_tasks')
    await expect(findCard(page, 'To 1'), JSON.stringify(odd)).toBeVisible()
    await expect(findCard(page, 'To 3'), JSON.stringify(odd)).toBeVisible()
  }
})

test('the running status of all may have any shape', async ({ page, server }) => {
  server.state.tasks = [task(1), task(2)]
  for (const [all_running_status, expected] of [
    [{}, 'Pending'],
    [false, 'Pending'],
    [undefined, 'Pending'],
    [[], 'Pending'],
    [{ 1: { running_status: true, task_status: 'running' } }, 'In Progress'],
    [{ 1: 'Success' }, 'Success'],
    [[{ id: 1, task_status: 'FAILED' }], 'Failed'],
    [{ 1: { task_status: 'Error' }, 99: null }, 'Error'],
  ] as const) {
    const list = Promise.withResolvers<void>()
    server.reply('GET /api/sync_tasks/status_all', async () => {
      await list.promise
      return { json: { all_running_status } }
    })
    await page.goto('/sync_tasks')
    await expect(findCard(page, 'To 1')).toBeVisible()
    list.resolve()
    const shape = JSON.stringify(all_running_status)
    await expect(findCard(page, 'To 1'), shape).toContainText(expected)
    await expect(findCard(page, 'To 2'), shape).toContainText('Pending')
    await expect(page.getByText(/2 total/), shape).toBeVisible()
  }
  server.reply('GET /api/sync_tasks/status_all', { json: { all_running_status: true } })
  await page.goto('/sync_tasks')
  await expect(page.getByRole('button', { name: 'Running All...' })).toBeVisible()
})

test('lists on the other screens take what the tables leave open', async ({ page, server }) => {
  server.state.logs = [
    { message: 'Only a message' },
    log(2, { level: 'TRACE', timestamp: null, formatted_timestamp: undefined }),
  ]
  await page.goto('/sync_tasks/1/logs')
  await expect(page.getByRole('log')).toContainText('Only a message')
  await expect(page.getByRole('log')).toContainText('Line 2')

  server.state.schedule = [{ comment: '', command: 'run_all', schedule: '@daily' }, { command: 'other' }]
  await page.goto('/schedule')
  await expect(page.getByText('run_all')).toBeVisible()
  await expect(page.getByText('@daily')).toBeVisible()
  await expect(page.getByText('other')).toBeVisible()

  server.state.columns = ['id', 'deep']
  server.state.rows = [{ id: 1, deep: { a: 1 } }, { id: null }, { deep: true }]
  await page.goto('/sync_tasks/1/data_copy')
  await expect(page.getByRole('gridcell').first()).toHaveText('1')

  server.reply('GET /csv_jobs/api/csv_import_export_jobs', { json: { jobs: [{ job_id: 'abc' }] } })
  await page.goto('/sync_task_types')
  await expect(page.getByText('abc')).toBeVisible()

  server.reply('GET /api/sync_tasks/schedule_run_all', { json: {} })
  await page.goto('/settings')
  await expect(page.getByRole('button', { name: 'Save Schedule' })).toBeVisible()
})

test('home, palette and titles work without any of our additions', async ({ page, server }) => {
  server.state.tasks = [task(1, { task_status: 'Error' }), bareTask(2)]
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nano Sync')
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
  await page.keyboard.press('Control+k')
  const search = page.getByRole('searchbox', { name: 'Search or run a command' })
  await expect(search.or(page.getByRole('textbox', { name: 'Search or run a command' })).first()).toBeFocused()
  await page.keyboard.type('Bare 2')
  await expect(page.getByRole('dialog').getByText('Bare 2', { exact: true })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/sync_tasks\/2$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bare 2')
})
