import { expect, type Locator } from '@playwright/test'
import { createTask, createType } from '#tests/e2e/support/create-task.ts'
import { findFact, taskListOn } from '#tests/e2e/support/task-list.ts'
import { test } from './support/screen.ts'

test('a failed task shows three lines of its log and says when action is needed', async ({ page, client, server }) => {
  const type = await createType(client, { name: 'Broken' })
  const states = [
    { task_status: 'Error', need: 'Action needed: fix the error in the log, then run again', lines: 3 },
    { task_status: 'Warning', need: 'Action needed: see why it is held, and decide', lines: 3 },
    { task_status: 'Failed', need: undefined, lines: 3 },
    { task_status: 'Success', need: undefined, lines: 1 },
  ] as const
  for (const { task_status } of states)
    await createTask(client, { type, name: task_status, target_sheet_name: task_status })
  const message = `The range could not be read: ${'a long word and '.repeat(20)}the end.`
  server.changeTasks(({ name }) => ({
    task_status: states.find(({ task_status }) => task_status === name)?.task_status ?? 'Pending',
    running_status: name === 'Failed',
    waiting_for: name === 'Failed' ? 'Retrying in 40 s' : null,
    can_copy_anyway: name === 'Warning',
    latest_log: {
      id: 1,
      level: 'ERROR',
      message,
      timestamp: new Date().toISOString(),
      formatted_timestamp: 'now',
    },
  }))
  await page.goto('/sync_tasks')
  for (const { task_status, need, lines } of states) {
    const card = taskListOn(page).card(task_status)
    const words = card.getByText(message)
    const { clientHeight, lineHeight } = await words.evaluate((element) => ({
      clientHeight: element.clientHeight,
      lineHeight: Number.parseFloat(getComputedStyle(element).lineHeight),
    }))
    expect(clientHeight / lineHeight, task_status).toBe(lines)
    await expect(card.getByRole('paragraph').filter({ hasText: message })).toHaveAttribute(
      'title',
      /the end\. \(now\)$/,
    )
    await expect(card.getByText(/^Action needed/)).toHaveText(need ? [need] : [])
  }
  await expect(taskListOn(page).card('Failed').getByText('Retrying in 40 s', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: /^Action needed: fix/ }).click()
  await expect(page).toHaveURL(/\/sync_tasks\/\d+\/logs$/)
})

test('a long type leaves room for the name of a task', async ({ page, client }) => {
  const type = await createType(client, { name: `Monthly consolidation of ${'all regional '.repeat(8)}branches` })
  await createTask(client, { type, name: 'North branch', target_sheet_name: 'north' })
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/sync_tasks')
    const name = taskListOn(page).card('north').getByRole('link', { name: 'North branch', exact: true })
    await expect(name).toBeVisible()
    const isCut = await name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
    expect(isCut, `${width} px`).toBe(false)
  }
})

test('relative times show the exact time on hover', async ({ page, client, server }) => {
  const type = await createType(client, { name: 'Timed' })
  await createTask(client, { type, name: 'clock', target_sheet_name: 'clock', scheduled_times: ['04:00'] })
  const at = '2026-03-02T15:04:05.000Z'
  server.changeTasks(() => ({
    last_successful_run: at,
    next_run_at: '2030-03-02T09:00:00.000Z',
    last_triggered: { time: at, triggered_by: 'schedule' },
    latest_log: { id: 1, level: 'INFO', message: 'Read', timestamp: at, formatted_timestamp: '2026-03-02 10:04:05' },
  }))
  await page.goto('/sync_tasks')
  const card = taskListOn(page).card('clock')
  for (const place of [
    findFact(card, 'Last success'),
    card.getByTitle('Last triggered by schedule'),
    card.getByRole('paragraph').filter({ hasText: 'Read' }),
  ]) {
    await expect(place.getByRole('time')).toHaveAttribute('datetime', at)
    await expect(place.getByRole('time')).toHaveAttribute('title', 'Mar 2, 2026, 10:04:05 EST')
  }
  const next = card.getByText(/^Next run /).getByRole('time')
  await expect(next).toHaveText(/04:00$/)
  await expect(next).toHaveAttribute('title', /^[A-Z][a-z]{2} \d+, \d{4}, 04:00:00 EST$/)
  const updated = page.getByText(/^Updated /).getByRole('time')
  await expect(updated).toHaveAttribute('datetime', /Z$/)
  await expect(updated).toHaveAttribute('title', /^[A-Z][a-z]{2} \d+, \d{4}, \d\d:\d\d:\d\d EST$/)
})

test('a waiting card shows the whole reason, and then when the run was triggered and by whom', async ({
  page,
  client,
  server,
}) => {
  const now = new Date()
  await page.clock.setFixedTime(now)
  const type = await createType(client, { name: 'Patient' })
  await createTask(client, { type, name: 'next', target_sheet_name: 'next' })
  const reason = "Waiting for 'Monthly consolidated revenue by region', which writes to the same spreadsheet"
  server.changeTasks(() => ({
    task_status: 'Queued',
    running_status: true,
    waiting_for: reason,
    last_triggered: { time: now.toISOString(), triggered_by: 'ada@example.com' },
  }))
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/sync_tasks')
    const card = taskListOn(page).card('next')
    const text = card.getByText(reason, { exact: true })
    await expect(text).toBeVisible()
    const isCut = await text.evaluate(
      ({ scrollHeight, clientHeight, scrollWidth, clientWidth }) =>
        scrollHeight > clientHeight || scrollWidth > clientWidth,
    )
    expect(isCut, `${width} px`).toBe(false)
    await expect(findFact(card, 'Last triggered')).toHaveText('just now by ada@example.com')
    const top = async (one: Locator) => (await one.boundingBox())?.y ?? 0
    expect(await top(text)).toBeLessThan(await top(findFact(card, 'Last triggered')))
  }
})
