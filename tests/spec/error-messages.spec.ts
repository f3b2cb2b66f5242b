import { expect, type Page } from '@playwright/test'
import type { Call } from './support/calls.ts'
import { dismissToast, findCard, test, toast } from './support/journey.ts'
import { task } from './support/records.ts'

interface Action {
  call: Call
  act: (page: Page) => Promise<void>
  /** Shown when the server says nothing. */
  text: string
}

const RUN_TASK: Action = {
  call: 'POST /api/sync_tasks/:id/execute',
  act: press('Run Task'),
  text: 'Error executing sync task',
}

const ACTIONS: Action[] = [
  RUN_TASK,
  { call: 'POST /api/sync_tasks/stop/:id', act: press('Stop Task', 'To 2'), text: 'Failed to stop task' },
  { call: 'POST /api/sync_tasks/:id/reposition', act: press('Move up'), text: 'Error repositioning task' },
  {
    call: 'POST /api/sync_tasks/:id/toggle_active',
    act: (page) => findCard(page, 'To 1').getByRole('switch').click(),
    text: 'Error updating task status',
  },
  {
    call: 'DELETE /api/sync_tasks/:id',
    act: async (page) => {
      await press('Delete')(page)
      await confirm(page, /^Delete/)
    },
    text: 'Error deleting sync task',
  },
  { call: 'POST /api/sync_task_types/:id/run_group', act: pressGroup('Run Group'), text: 'Failed to run group' },
  { call: 'POST /api/sync_tasks/execute_all', act: pressAll('Run All Tasks'), text: 'Error executing all tasks' },
  {
    call: 'POST /api/sync_tasks/stop_all',
    act: async (page) => {
      await pressAll('Stop All')(page)
      await confirm(page, /^Stop/)
    },
    text: 'Failed to stop tasks',
  },
  {
    call: 'POST /api/sync_tasks/toggle_all_active',
    act: pressAll('Toggle All Active/Inactive'),
    text: 'Failed to toggle active status for all tasks',
  },
  {
    call: 'POST /api/sync_tasks/reset_running_status',
    act: pressAll('Reset Status'),
    text: 'Failed to reset task statuses',
  },
  {
    call: 'DELETE /api/sync_tasks/delete_all',
    act: async (page) => {
      await pressAll('Delete All')(page)
      await confirm(page, /^Delete/)
    },
    text: 'Failed to delete all tasks',
  },
]

test.beforeEach(({ server }) => {
  server.state.tasks = [task(1), task(2, { task_status: 'Failed' })]
})

test('every refused call says what the server says, else a text of its own', async ({ page, server }) => {
  await page.goto('/sync_tasks')
  for (const { call, act, text } of ACTIONS) {
    await test.step(call, async () => {
      for (const [body, shown] of [
        [{}, text],
        [{ json: { error: 'The disk is full.' } }, 'The disk is full.'],
      ] as const) {
        server.reply(call, { status: 500, ...body })
        await act(page)
        await expectRefusal(page, shown)
      }
      server.restore(call)
    })
  }
})

test('a message is found in whatever body the server sends', async ({ page, server }) => {
  const { call, act, text } = RUN_TASK
  await page.goto('/sync_tasks')
  for (const [body, shown] of [
    [{ text: '<h1>Bad gateway</h1>' }, text],
    [{ json: { error: 'not_found' } }, text],
    [{ json: { error: 'failed', description: 'The link is down.' } }, 'The link is down.'],
    [{ json: { error: 'failed', message: 'The queue is closed.' } }, 'The queue is closed.'],
  ] as const) {
    server.reply(call, { status: 500, ...body })
    await act(page)
    await expectRefusal(page, shown)
  }
})

test('a fetch that fails has a message of its own', async ({ page, server }) => {
  for (const [call, text] of [
    ['GET /api/sync_tasks', 'Failed to fetch sync tasks.'],
    ['GET /api/sync_task_types', 'Failed to fetch task types.'],
    ['GET /api/sync_tasks/status_all', 'Failed to fetch running status.'],
  ] as const) {
    server.reply(call, { status: 418 })
    await page.goto('/sync_tasks')
    await expect(toast(page, text)).toBeVisible()
    server.restore(call)
  }
  await page.goto('/sync_tasks')
  await expect(page.getByRole('article')).toHaveCount(2)
  server.reply('GET /api/sync_tasks', { status: 418 })
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(toast(page, 'Failed to refresh tasks')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(2)
})

test('a call whose reply has no body succeeds on any 2xx', async ({ page, server }) => {
  await page.goto('/sync_tasks')
  const failure = page.getByRole('region', { name: /^Notifications/ }).locator('.Toastify__toast--error')
  for (const { call, act } of ACTIONS.filter(({ call }) => /stop_all|toggle_all|stop\/:id/.test(call))) {
    await test.step(call, async () => {
      for (const body of [{ status: 200 }, { status: 204 }, { text: 'OK' }, { json: null }, { json: [] }]) {
        server.reply(call, body)
        await expect(findCard(page, 'To 2').getByRole('button', { name: 'Stop Task' })).toBeVisible()
        server.forgetReceived()
        await act(page)
        await expect.poll(() => server.received(call).length).toBe(1)
        // The list is loaded again only after a success.
        await expect.poll(() => server.received('GET /api/sync_tasks').length).toBeGreaterThan(0)
        await expect(failure).toHaveCount(0)
      }
    })
  }
})

/** Expects an error with this text, and closes it and the dialog that asked for the action. */
async function expectRefusal(page: Page, text: string): Promise<void> {
  const message = toast(page, text)
  await expect(message).toBeVisible()
  await expect(message).toHaveClass(/Toastify__toast--error/)
  const dialog = page.getByRole('dialog')
  if (await dialog.isVisible()) await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await dismissToast(page, text)
}

function press(name: string, title = 'To 1') {
  return async (page: Page): Promise<void> => {
    const button = findCard(page, title).getByRole('button', { name })
    await expect(button).not.toHaveAttribute('aria-disabled', 'true')
    // A toast may cover it.
    await button.press('Enter')
  }
}

function pressGroup(name: string) {
  return (page: Page) => page.getByRole('button', { name }).first().click()
}

function pressAll(name: string) {
  return (page: Page) => page.getByRole('toolbar', { name: 'All tasks' }).getByRole('button', { name }).click()
}

function confirm(page: Page, name: RegExp): Promise<void> {
  return page.getByRole('dialog').getByRole('button', { name }).click()
}
