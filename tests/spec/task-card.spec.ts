import { expect, type Locator } from '@playwright/test'
import { findCard, findFact, showTasks, test } from './support/journey.ts'
import { buildTaskType, log, task } from './support/records.ts'

const HOUR_MS = 3_600_000

test('a card shows its task', async ({ page, server }) => {
  server.state.types = []
  await page.goto('/sync_tasks')

  await test.step('every field', async () => {
    // Not exactly two days: a card on the screen already may compare with a time half a minute ago.
    const twoDaysAgo = new Date(Date.now() - 49 * HOUR_MS).toISOString()
    await showTasks(page, {
      server,
      tasks: [
        task(1, {
          chunk_size: 700,
          start_row: 4,
          total_elapsed_seconds: 125,
          max_concurrent_tasks: 6,
          retry_count: 8,
          last_error_count: 9,
          prerequisites_count: 5,
          last_successful_run: twoDaysAgo,
          last_triggered: { time: twoDaysAgo, triggered_by: 'grace@example.com' },
          latest_log: log(1, { level: 'WARNING', message: 'Skipped a row' }),
          task_status: 'Warning',
        }),
      ],
    })
    const card = findCard(page, 'To 1')
    for (const text of ['Type 1', 'grace@example.com', 'WARNING', 'Skipped a row', '2/2', 'Warning'])
      await expect(card).toContainText(text)
    for (const [name, value] of [
      ['Elapsed', '2m 5s'],
      ['Chunk size', '700'],
      ['Start row', '4'],
      ['Max concurrent', '6'],
      ['Retries', '8'],
      ['Errors', '9'],
      ['Prerequisites', '5'],
      ['Last success', '2d ago'],
    ] as const)
      await expect(findFact(card, name), name).toHaveText(value)
    await expect(card.getByRole('link', { name: 'Task 1' }).first()).toHaveAttribute('href', '/sync_tasks/1')
    for (const name of ['Push to top', 'Move up', 'Move down', 'Push to bottom', 'Run Task', 'Edit', 'Delete'])
      await expect(card.getByRole('button', { name: `${name} Task 1`, exact: true }), name).toBeVisible()
    await expect(card.getByRole('link', { name: 'View Logs' })).toHaveAttribute('href', '/sync_tasks/1/logs')
    await expect(card.getByRole('link', { name: 'View Data Copy' })).toHaveAttribute('href', '/sync_tasks/1/data_copy')
    await expect(card.getByRole('switch')).toBeChecked()
    await expect(card).toContainText('Active')
  })

  await test.step('a card links to both spreadsheets by name and shows their IDs', async () => {
    await showTasks(page, { server, tasks: [task(1), task(2, { source_ss_name: null, target_ss_name: '' })] })
    for (const [title, source, target, id] of [
      ['To 1', 'Source book 1', 'Target book 1', 1],
      ['To 2', 'source-id-2', 'target-id-2', 2],
    ] as const) {
      const card = findCard(page, title)
      const link = (name: string) => card.getByRole('link', { name }).first()
      await expect(link(source)).toHaveAttribute('href', `https://docs.google.com/spreadsheets/d/source-id-${id}`)
      await expect(link(target)).toHaveAttribute('href', `https://docs.google.com/spreadsheets/d/target-id-${id}`)
      await expect(card).toContainText(`source-id-${id}`)
      await expect(card).toContainText(`target-id-${id}`)
    }
  })

  await test.step('the title is the target sheet, else the source sheet, else the ID', async () => {
    await showTasks(page, {
      server,
      tasks: [
        task(1),
        task(2, { target_sheet_name: '' }),
        task(3, { target_sheet_name: null, source_sheet_name: null }),
      ],
    })
    for (const title of ['To 1', 'From 2', 'Sync Task 3']) await expect(findCard(page, title)).toBeVisible()
  })

  await test.step('the concurrency is the own one, else that of the type, else N/A; a time under a minute has no minutes', async () => {
    const { allowed_concurrent_tasks: _, ...withoutLimit } = buildTaskType(1)
    await showTasks(page, {
      server,
      tasks: [
        task(1, { total_elapsed_seconds: 59 }),
        task(2, { max_concurrent_tasks: undefined, task_type: withoutLimit, total_elapsed_seconds: 60 }),
      ],
    })
    await expect(findFact(findCard(page, 'To 1'), 'Max concurrent')).toHaveText('4')
    await expect(findFact(findCard(page, 'To 2'), 'Max concurrent')).toHaveText('N/A')
    await expect(findFact(findCard(page, 'To 1'), 'Elapsed')).toHaveText('59s')
    await expect(findFact(findCard(page, 'To 2'), 'Elapsed')).toHaveText('1m 0s')
  })
})

test('a card shows the state of its task, and allows what the state allows', async ({ page, server }) => {
  await page.goto('/sync_tasks')

  await test.step('the latest log line has the color of its level', async () => {
    const levels = { INFO: 'blue', SUCCESS: 'green', WARNING: 'yellow', ERROR: 'red' } as const
    await showTasks(page, {
      server,
      tasks: [
        ...Object.keys(levels).map((level, index) => task(index + 1, { latest_log: log(1, { level }) })),
        task(5),
      ],
    })
    for (const [index, [level, color]] of Object.entries(levels).entries()) {
      const shown = findCard(page, `To ${index + 1}`).getByText(level, { exact: true })
      expect(computeHue(await readColor(shown)), level).toBe(color)
    }
    await expect(findCard(page, 'To 5')).toContainText('No logs available.')
  })

  await test.step('the status is orange while running, red when failed and yellow when stopped', async () => {
    const statuses = { running: ['In Progress', 'orange'], Failed: ['Failed', 'red'], STOPPED: ['Stopped', 'yellow'] }
    await showTasks(page, {
      server,
      tasks: Object.keys(statuses).map((task_status, index) => task(index + 1, { task_status })),
    })
    for (const [index, [label = '', color]] of Object.values(statuses).entries()) {
      const shown = findCard(page, `To ${index + 1}`)
        .getByText(label, { exact: true })
        .first()
      expect(computeHue(await readColor(shown)), label).toBe(color)
    }
  })

  await test.step('an inactive task is dimmed', async () => {
    await showTasks(page, {
      server,
      tasks: [task(1), task(2, { is_active: false }), task(3, { is_active: undefined })],
    })
    await expect(findCard(page, 'To 2')).toContainText('Inactive')
    await expect(findCard(page, 'To 2')).toHaveAttribute('data-inactive', 'true')
    for (const title of ['To 1', 'To 3']) {
      await expect(findCard(page, title).getByRole('switch')).toBeChecked()
      await expect(findCard(page, title)).not.toHaveAttribute('data-inactive')
    }
  })

  await test.step('a task that is busy cannot be run, edited, moved or deleted', async () => {
    await showTasks(page, { server, tasks: [task(1, { running_status: true, task_status: 'Running' }), task(2)] })
    const busy = findCard(page, 'To 1')
    await expect(busy).toContainText('In Progress')
    for (const name of ['Running', 'Edit', 'Delete', 'Push to top', 'Move up', 'Move down', 'Push to bottom']) {
      const button = busy.getByRole('button', { name: `${name} Task 1`, exact: true })
      await expect(button, name).toHaveAttribute('aria-disabled', 'true')
      await button.click({ force: true })
    }
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(busy.getByRole('button', { name: 'Stop Task' })).toBeVisible()
    await expect(findCard(page, 'To 2').getByRole('button', { name: 'Stop Task' })).toHaveCount(0)
    expect(server.received('POST /api/sync_tasks/:id/execute')).toHaveLength(0)
    expect(server.received('POST /api/sync_tasks/:id/reposition')).toHaveLength(0)
  })

  await test.step('a move is possible only where its flag is true', async () => {
    const position = { total_tasks_of_type: 2, current_position: 1 }
    await showTasks(page, {
      server,
      tasks: [
        task(1, { position_actions: { ...position, can_push_to_back: true, can_move_down: false } }),
        task(2, { position_actions: undefined }),
      ],
    })
    const button = (name: string) => findCard(page, 'To 1').getByRole('button', { name })
    await expect(button('Push to bottom')).toHaveAttribute('aria-disabled', 'false')
    for (const name of ['Push to top', 'Move up', 'Move down'])
      await expect(button(name), name).toHaveAttribute('aria-disabled', 'true')
    await expect(findCard(page, 'To 2').getByRole('button', { name: 'Move up' })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
  })
})

test("a task's own page shows its card without actions", async ({ page, server }) => {
  await page.goto('/sync_tasks/1')
  await expect(page.getByRole('article')).toContainText('Source book 1')
  await expect(page.getByRole('article')).toContainText('2/2')
  for (const name of ['Run Task', 'Edit', 'Delete', 'Move up'])
    await expect(page.getByRole('button', { name })).toHaveCount(0)
  await expect(page.getByRole('switch')).toHaveCount(0)
  for (const path of ['/sync_tasks/99', '/sync_tasks/abc']) {
    await page.goto(path)
    await expect(page.getByText('Sync task not found.')).toBeVisible()
  }
  server.reply('GET /api/sync_tasks/:id', { status: 418, text: 'no' })
  await page.goto('/sync_tasks/1')
  await expect(page.getByText('Failed to fetch sync task. Please try again later.').first()).toBeVisible()
})

function readColor(place: Locator): Promise<string> {
  return place.evaluate((element) => getComputedStyle(element).color)
}

/** The name of a color by its hue. */
function computeHue(color: string): string {
  const [red = 0, green = 0, blue = 0] = (color.match(/\d+(\.\d+)?/g) ?? []).map(Number)
  const [min, max] = [Math.min(red, green, blue), Math.max(red, green, blue)]
  const spread = max - min
  const sector =
    max === red ? (green - blue) / spread : max === green ? 2 + (blue - red) / spread : 4 + (red - green) / spread
  const degrees = (60 * sector + 360) % 360
  if (degrees < 12 || degrees > 340) return 'red'
  if (degrees < 30) return 'orange'
  if (degrees < 65) return 'yellow'
  if (degrees < 175) return 'green'
  return 'blue'
}
